//! Counts the memory in use: that of a module only grows, and what was given back is used again, so that its size says too much.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: Counting = Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

/// The bytes that are in use.
pub fn in_use() -> u64 {
    IN_USE.load(Ordering::Relaxed) as u64
}

/// The allocator of the system, counted.
pub struct Counting;

// SAFETY: everything is done by the allocator of the system with the very arguments; counting does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        counted(layout.size(), unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        counted(layout.size(), unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) };
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let moved = counted(size, unsafe { System.realloc(block, layout, size) });
        if !moved.is_null() {
            IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        }
        moved
    }
}

fn counted(bytes: usize, block: *mut u8) -> *mut u8 {
    if !block.is_null() {
        IN_USE.fetch_add(bytes, Ordering::Relaxed);
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_back_does_not_count() {
        let layout = Layout::array::<u64>(100).unwrap();
        let before = in_use();
        // SAFETY: the layout is not empty, and each block is given back with the layout that it has.
        unsafe {
            let block = Counting.alloc(layout);
            assert_eq!(in_use() - before, 800);
            let block = Counting.realloc(block, layout, 2400);
            assert_eq!(in_use() - before, 2400);
            Counting.dealloc(block, Layout::array::<u64>(300).unwrap());
        }
        assert_eq!(in_use(), before);
    }
}
