use std::time::Instant;
use synod_rcheck::ast::Dialect;
use synod_rcheck::parse::{Reading, parse};
use synod_syntax::Source;
fn time(name: &str, text: String) {
    for d in [Dialect::New, Dialect::Legacy] {
        let s = Source::new("t", text.clone());
        let t = Instant::now();
        let (_, diags) = parse(&s, d, Reading::Standard);
        let n = diags.iter().count();
        eprintln!("{name} {d:?} {} bytes {:?} {n} diags", text.len(), t.elapsed());
    }
}
#[test]
fn perf() {
    for k in [1usize, 4] {
        let n = 50_000 * k;
        time(
            "mixed",
            format!("guard g() := {}; system = A(a, true)", "a & b | c -> d = e & ".repeat(n) + "a"),
        );
        time("chain", format!("guard g() := {}; system = A(a, true)", "a & ".repeat(n) + "a"));
        time("specs", format!("system = A(a, true) {}", "SPEC F ".repeat(n)));
        time("junk", "x y ) ".repeat(n));
        time("agents", "agent A repeat: ".repeat(n));
        time("unclosed", format!("guard g() := {}", "(a ".repeat(n)));
        time("closegroups", format!("guard g() := {}", "(a +) | ".repeat(n)));
        time("unclosedcomment", "/* ".repeat(n));
        time("nots", format!("system = A(a,true) SPEC {}", "! F ".repeat(n)));
        time(
            "nest",
            format!(
                "guard g() := {};",
                (0..n / 200)
                    .map(|_| format!("{}a{}", "(a | b & ".repeat(190), ")".repeat(190)))
                    .collect::<Vec<_>>()
                    .join(" & ")
            ),
        );
        time("diamonds", format!("system = A(a,true) SPEC {}", "<a> b + ".repeat(n)));
        time("gt", format!("system = A(a,true) SPEC <{}", "3 + ".repeat(n) + &"3 > ".repeat(n)));
        time(
            "cmds",
            format!("agent A repeat: {} system = A(a, true)", "{x} *! g(a,b) (m := 1)[x := 2] + ".repeat(n)),
        );
        time(
            "rep",
            format!(
                "agent A repeat: {} system = A(a, true)",
                "rep {x} *! g(a,b) (m := 1)[x := 2] + ".repeat(n)
            ),
        );
        time("call", format!("guard g() := {};", "g(a, ".repeat(n)));
        time("calls", format!("guard g() := {};", "g(a b, ".repeat(180) + &"a b,".repeat(n)));
        time("lists", format!("message-structure: {}", "a b, ".repeat(n)));
    }
}
