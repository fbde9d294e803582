//! OpenCL: the devices there are, memory on one of them, and kernels. All that is unsafe is here.
//!
//! The library is loaded at run time. Every call that fails says so in an error, which ends the search without an answer:
//! a device that is lost never makes one wrong.
#![allow(unsafe_code)]

use std::path::Path;
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_GPU, Device};
use opencl3::kernel::Kernel;
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE, ClMem};
use opencl3::platform::get_platforms;
use opencl3::program::Program;
use opencl3::types::{CL_BLOCKING, cl_device_id};

/// What a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceKind {
    /// A graphics processor.
    Gpu,
    /// Something else, such as the processor itself.
    Other,
}

/// A device that OpenCL knows.
#[derive(Clone, Debug)]
pub struct DeviceInfo {
    /// Its name.
    pub name: String,
    /// The implementation of OpenCL that knows it.
    pub platform: String,
    /// What it is.
    pub kind: DeviceKind,
    /// Its memory in bytes.
    pub memory: u64,
    /// How many bytes it gives at a time.
    pub largest_allocation: u64,
    /// How many work groups it runs at a time, at least.
    pub units: u32,
    /// What it lacks, if searches cannot run there.
    pub lacks: Option<String>,
    id: DeviceId,
}

/// How OpenCL calls a device.
#[derive(Clone, Copy, Debug)]
struct DeviceId(cl_device_id);

// SAFETY: it is a name for a device, valid as long as the process runs and in all of its threads.
unsafe impl Send for DeviceId {}
// SAFETY: as before.
unsafe impl Sync for DeviceId {}

/// Why there is no device to work with, as a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoDevice(pub String);

/// What a device said when it failed, as a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken(pub String);

/// How the implementation calls itself that runs kernels on the processor.
const POCL: &str = "Portable Computing Language";

const INSTALL: &str =
    "install a driver with OpenCL for your graphics card, or `pocl-opencl-icd` to use the processor";

/// Held while devices are looked for and opened and programs are built: not every implementation bears two threads that do.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The devices there are, graphics processors first.
pub fn devices() -> Result<Vec<DeviceInfo>, NoDevice> {
    let _alone = alone();
    let platforms = get_platforms().map_err(|_| NoDevice(format!("OpenCL was not found: {INSTALL}")))?;
    let mut found = Vec::new();
    for platform in platforms {
        let name = platform.name().unwrap_or_default();
        let ids = platform.get_devices(CL_DEVICE_TYPE_ALL).unwrap_or_default();
        found.extend(ids.into_iter().filter_map(|id| describe(id, &name)));
    }
    if found.is_empty() {
        return Err(NoDevice(format!("OpenCL has no device: {INSTALL}")));
    }
    found.sort_by_key(|device| (device.lacks.is_some(), device.kind != DeviceKind::Gpu));
    Ok(found)
}

fn describe(id: cl_device_id, platform: &str) -> Option<DeviceInfo> {
    let device = Device::new(id);
    let extensions = device.extensions().unwrap_or_default();
    let lacks = [
        (!device.available().unwrap_or(false), "it is not available"),
        (!device.compiler_available().unwrap_or(false), "it has no compiler"),
        (!extensions.contains("cl_khr_int64_base_atomics"), "it has no atomic operations on 64 bits"),
        (!device.endian_little().unwrap_or(false), "its numbers begin with the highest byte"),
        // It ends the whole process where it cannot link a kernel.
        (
            platform == POCL && synod_programs::find("ld").is_none(),
            "its compiler needs the linker `ld` on the path",
        ),
    ];
    let is_gpu = device.dev_type().is_ok_and(|ty| ty & CL_DEVICE_TYPE_GPU != 0);
    Some(DeviceInfo {
        name: device.name().ok()?.trim().to_string(),
        platform: platform.to_string(),
        kind: if is_gpu { DeviceKind::Gpu } else { DeviceKind::Other },
        memory: device.global_mem_size().ok()?,
        largest_allocation: device.max_mem_alloc_size().ok()?,
        units: device.max_compute_units().unwrap_or(1).max(1),
        lacks: lacks.iter().find(|(lacks, _)| *lacks).map(|(_, what)| what.to_string()),
        id: DeviceId(id),
    })
}

/// Whether there may be a graphics processor, without loading anything: where one is, its driver has made files.
pub fn may_have_gpu() -> bool {
    const MADE_BY_DRIVERS: [&str; 3] = ["/dev/nvidiactl", "/dev/kfd", "/dev/dri/renderD128"];
    !cfg!(target_os = "linux") || MADE_BY_DRIVERS.iter().any(|path| Path::new(path).exists())
}

impl DeviceInfo {
    /// The best device for a search, if it is a graphics processor, with those that are like it.
    pub(crate) fn best_gpus() -> Result<Vec<DeviceInfo>, NoDevice> {
        let best = DeviceInfo::best_alike()?;
        match best[0].kind {
            DeviceKind::Gpu => Ok(best),
            DeviceKind::Other => Err(NoDevice(format!("OpenCL has no graphics processor: {INSTALL}"))),
        }
    }

    /// The best device for a search, with those that are like it; at least one.
    pub(crate) fn best_alike() -> Result<Vec<DeviceInfo>, NoDevice> {
        let mut found = devices()?;
        let best = found[0].clone();
        if let Some(lacks) = &best.lacks {
            return Err(NoDevice(format!("`{}` cannot be used, because {lacks}: {INSTALL}", best.name)));
        }
        // The others would wait for one that is slower, and for one with less memory.
        found.retain(|device| {
            let names = |device: &DeviceInfo| (device.name.clone(), device.platform.clone());
            names(device) == names(&best) && device.kind == best.kind && device.lacks.is_none()
        });
        Ok(found)
    }

    /// The best device for a search.
    pub(crate) fn best() -> Result<DeviceInfo, NoDevice> {
        Ok(DeviceInfo::best_alike()?.swap_remove(0))
    }
}

/// Words of memory on a device.
#[derive(Debug)]
pub(crate) struct Memory {
    buffer: Buffer<u64>,
    pub words: u64,
}

/// What a kernel is given.
#[derive(Clone, Copy)]
pub(crate) enum Argument<'a> {
    Memory(&'a Memory),
    Long(u64),
    Int(u32),
}

/// A device that is ready to work.
pub(crate) struct Machine {
    pub info: DeviceInfo,
    context: Context,
    queue: CommandQueue,
}

fn broken(doing: &str) -> impl Fn(opencl3::error_codes::ClError) -> Broken + '_ {
    move |error| Broken(format!("{doing} failed with {error}"))
}

impl Machine {
    /// Prepares a device.
    pub fn new(info: DeviceInfo) -> Result<Self, Broken> {
        let _alone = alone();
        let device = Device::new(info.id.0);
        let context = Context::from_device(&device).map_err(broken("opening the device"))?;
        // SAFETY: the context was made for this device.
        let queue = unsafe { CommandQueue::create(&context, info.id.0, 0) };
        let queue = queue.map_err(broken("opening the device"))?;
        Ok(Machine { info, context, queue })
    }

    /// Builds a program with some options.
    pub fn build(&self, text: &str, options: &str) -> Result<Program, Broken> {
        let _alone = alone();
        Program::create_and_build_from_source(&self.context, text, options)
            .map_err(|log| Broken(format!("building the program failed: {}", log.trim())))
    }

    /// A kernel of a program.
    pub fn kernel(&self, program: &Program, name: &str) -> Result<Kernel, Broken> {
        Kernel::create(program, name).map_err(broken("building the program"))
    }

    /// Takes memory, of which nothing is known.
    pub fn allocate(&self, words: u64) -> Result<Memory, Broken> {
        // SAFETY: no memory of the host is given to the device.
        let buffer = unsafe {
            Buffer::<u64>::create(&self.context, CL_MEM_READ_WRITE, words.max(1) as usize, ptr::null_mut())
        };
        Ok(Memory { buffer: buffer.map_err(broken("taking memory"))?, words: words.max(1) })
    }

    /// Copies to the device.
    pub fn write(&self, memory: &mut Memory, data: &[u64]) -> Result<(), Broken> {
        assert!(data.len() as u64 <= memory.words, "there is room");
        if data.is_empty() {
            return Ok(());
        }
        // SAFETY: the buffer has room for the data, and the call returns when they are copied.
        unsafe { self.queue.enqueue_write_buffer(&mut memory.buffer, CL_BLOCKING, 0, data, &[]) }
            .map_err(broken("copying to the device"))?;
        Ok(())
    }

    /// Copies the first words from the device.
    pub fn read(&self, memory: &Memory, words: usize) -> Result<Vec<u64>, Broken> {
        assert!(words as u64 <= memory.words, "there are as many");
        let mut data = vec![0; words];
        if words > 0 {
            // SAFETY: the buffer is as long as the data, and the call returns when they are copied.
            unsafe { self.queue.enqueue_read_buffer(&memory.buffer, CL_BLOCKING, 0, &mut data, &[]) }
                .map_err(broken("copying from the device"))?;
        }
        Ok(data)
    }

    /// Waits until all that was started is done.
    pub fn finish(&self) -> Result<(), Broken> {
        self.queue.finish().map_err(broken("waiting for the device"))
    }

    /// Starts a kernel with so many work groups of so many work items.
    pub fn launch(
        &self,
        kernel: &Kernel,
        arguments: &[Argument],
        groups: usize,
        width: usize,
    ) -> Result<(), Broken> {
        let failed = broken("starting a kernel");
        for (number, argument) in (0..).zip(arguments) {
            // SAFETY: sizes are those of the parameters; OpenCL refuses others.
            let set = unsafe {
                match argument {
                    Argument::Memory(memory) => kernel.set_arg(number, &memory.buffer.get()),
                    Argument::Long(value) => kernel.set_arg(number, value),
                    Argument::Int(value) => kernel.set_arg(number, value),
                }
            };
            set.map_err(&failed)?;
        }
        let (all, each) = ([groups.max(1) * width], [width]);
        // SAFETY: the kernels of our programs stay within the memory whose sizes they are told.
        unsafe {
            self.queue.enqueue_nd_range_kernel(kernel.get(), 1, ptr::null(), all.as_ptr(), each.as_ptr(), &[])
        }
        .map_err(&failed)?;
        Ok(())
    }
}
