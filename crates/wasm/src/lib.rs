//! The service as a WebAssembly module, for pages that have no server: it runs in a worker, so that the page never waits.
//!
//! One question at a time: whoever wants to cancel one ends the worker and starts another. `.ci/wasm-module` builds the module
//! with its JavaScript.

#[cfg(any(target_family = "wasm", test))]
mod allocator;

use std::cell::RefCell;

use serde_json::{Value, json};
use synod_core::Budget;
use synod_service::{Failure, FailureKind, JobEvent};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// Who is told of the work that is going on. A module has one thread.
    static LISTENER: RefCell<Option<js_sys::Function>> = const { RefCell::new(None) };
}

/// The memory that work may use unless the page says otherwise: the browser gives a module 4 GiB at most, and the work is to
/// end with an answer before that.
const MEMORY: u64 = 2 << 30;

/// Runs once, when the module is loaded: memory is counted, and a defect ends the work with its message.
#[wasm_bindgen(start)]
pub fn start() {
    #[cfg(target_family = "wasm")]
    synod_core::memory::count_by(allocator::in_use);
    // Nothing is unwound in a module. What is thrown to the page says what went wrong, which a trap does not.
    std::panic::set_hook(Box::new(|defect| wasm_bindgen::throw_str(&defect.to_string())));
}

/// Answers a request: the text of `{"answer": …}` or of `{"failure": …}`. News are told as they come, as JSON.
#[wasm_bindgen]
pub fn call(method: &str, request: &str, listener: &js_sys::Function) -> String {
    LISTENER.with(|known| *known.borrow_mut() = Some(listener.clone()));
    let answered = answer(method, request, &tell);
    LISTENER.with(|known| *known.borrow_mut() = None);
    let (key, value) = match answered {
        Ok(answer) => ("answer", answer),
        Err(failure) => ("failure", serde_json::to_value(failure).unwrap_or(Value::Null)),
    };
    json!({ key: value }).to_string()
}

fn answer(method: &str, request: &str, listener: &(dyn Fn(JobEvent) + Sync)) -> Result<Value, Failure> {
    let malformed = |error: serde_json::Error| Failure::new(FailureKind::Malformed, error.to_string());
    let request = serde_json::from_str(request).map_err(malformed)?;
    let mut budget = Budget::unlimited();
    budget.memory = Some(MEMORY);
    synod_service::call(method, request, &budget, listener)
}

fn tell(event: JobEvent) {
    let Ok(text) = serde_json::to_string(&event) else { return };
    LISTENER.with(|known| {
        if let Some(listener) = &*known.borrow() {
            // A listener that fails hears no more; the work goes on.
            let _ = listener.call1(&JsValue::NULL, &JsValue::from_str(&text));
        }
    });
}

/// The version of Synod.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_answered_or_refused_in_json() {
        let found = answer("example", r#"{"path": "rcheck/door.rcp"}"#, &|_| {}).unwrap();
        assert_eq!(found["path"], "rcheck/door.rcp");
        assert_eq!(answer("example", "{", &|_| {}).unwrap_err().kind, FailureKind::Malformed);
        assert_eq!(answer("nothing", "{}", &|_| {}).unwrap_err().kind, FailureKind::Missing);
    }
}
