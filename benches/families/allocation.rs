//! The resource allocation of the R-CHECK examples with any number of clients and machines.

use synod_core::{Property, System};
use synod_syntax::Source;

const EXAMPLE: &str = include_str!("../../examples/rcheck/resource-allocation-4.rcp");

/// `n` clients and `n` machines, the first half of them fast, with all properties of the example.
pub fn system(n: usize) -> (System, Vec<Property>) {
    let list =
        |one: &dyn Fn(usize) -> String, between: &str| (1..=n).map(one).collect::<Vec<_>>().join(between);
    let channels = list(&|i| format!("vmm{i}"), ", ");
    let text = EXAMPLE.replace("vmm1, vmm2, vmm3, vmm4", &channels);
    let begin = text.find("system = ").expect("the example has a system");
    let end = begin + text[begin..].find("\n\n").expect("followed by a blank line");
    let clients = list(&|i| format!("Client(client{i}, true)"), " || ");
    let machine = |i: usize| {
        let group = if i <= n / 2 { "g1" } else { "g2" };
        format!("Machine(machine{i}, gLink = {group} & pLink = vmm{i})")
    };
    let machines = list(&machine, " || ");
    let instance = format!("system = {clients} || Manager(manager, true) || {machines}");
    let text = format!("{}{instance}{}", &text[..begin], &text[end..]);
    let source = Source::new(format!("resource-allocation-{n}.rcp"), text);
    let loaded = synod_rcheck::load(&source, &synod_rcheck::Options::default());
    let model = loaded.model.expect("the example is a model");
    (model.system, model.properties)
}
