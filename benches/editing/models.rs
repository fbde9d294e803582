//! Models of about as many lines as are wanted, in each language.

use std::fmt::Write;

/// The name of a file with its text.
pub type Model = (&'static str, String);

pub fn models(lines: usize) -> Vec<Model> {
    vec![
        ("m.rcp", rcheck(lines)),
        ("m.labs", labs(lines)),
        ("m.ispl", ispl(lines)),
        ("m.pispl", pispl(lines)),
        ("m.ccs", ccs(lines)),
        ("m.chor", chor(lines)),
    ]
}

fn rcheck(lines: usize) -> String {
    let agents = 20;
    let mut text = String::from(
        "enum channel {c0, c1, c2, c3}\nmessage-structure: MSG : 0..9\nproperty-variables: lit : bool\n",
    );
    for agent in 0..agents {
        let _ = writeln!(text, "agent A{agent}\n    local: x : 0..9, y : bool\n    init: x = 0 & !y");
        let _ =
            writeln!(text, "    relabel: lit <- y\n    receive-guard: chan = c{}\n    repeat: (", agent % 4);
        for line in 0..lines / agents {
            let end = if line + 1 == lines / agents { "" } else { ";" };
            let _ = match line % 2 {
                0 => writeln!(
                    text,
                    "        s{line}: {{x < 9}} c{}! @lit (MSG := x) [x := {}]{end}",
                    line % 4,
                    line % 10
                ),
                _ => writeln!(text, "        {{MSG = x}} c{}? [y := !y]{end}", agent % 4),
            };
        }
        text.push_str("    )\n");
    }
    let instances: Vec<String> = (0..agents).map(|agent| format!("A{agent}(a{agent}, true)")).collect();
    let _ = writeln!(text, "system = {}", instances.join(" || "));
    text + "SPEC safe: G a0-x < 10\n"
}

fn labs(lines: usize) -> String {
    let types = 10;
    let spawn: Vec<String> = (0..types).map(|number| format!("T{number}: 1")).collect();
    let mut text = format!("system {{\n    environment = e: 0\n    spawn = {}\n}}\n", spawn.join(", "));
    for number in 0..types {
        let _ = writeln!(text, "agent T{number} {{\n    interface = x: 0; y: 0\n    Behavior = P0");
        let processes = lines / types / 10;
        for process in 0..processes {
            let _ = writeln!(text, "    P{process} =");
            for line in 0..8 {
                let _ = writeln!(text, "        (x > {line} and e < 5 -> y <- x + {line});");
            }
            let _ = writeln!(text, "        P{}", (process + 1) % processes);
        }
        text.push_str("}\n");
    }
    text + "check {\n    Safe = always e = 0\n}\n"
}

fn ispl(lines: usize) -> String {
    let agents = 50;
    let mut text = String::new();
    for agent in 0..agents {
        let _ = writeln!(text, "Agent A{agent}\n  Vars:\n    x : 0..99;\n    y : boolean;\n  end Vars");
        let _ = writeln!(text, "  Actions = {{a, b}};\n  Protocol:");
        for line in 0..lines / agents / 4 {
            let _ = writeln!(text, "    x = {} and y = true : {{a, b}};", line % 100);
        }
        text.push_str("    Other : {b};\n  end Protocol\n  Evolution:\n");
        for line in 0..lines * 3 / agents / 4 {
            let _ = writeln!(text, "    x = {} if x = {} and Action = a;", (line + 1) % 100, line % 100);
        }
        text.push_str("  end Evolution\nend Agent\n");
    }
    text.push_str("Evaluation\n  p if A0.x = 0;\nend Evaluation\nInitStates\n  A0.x = 0;\nend InitStates\n");
    text + "Formulae\n  AG p;\nend Formulae\n"
}

fn pispl(lines: usize) -> String {
    let mut text =
        String::from("Semantics = Synchronous;\nTemplate T\n  Vars:\n    x : 0..99;\n  end Vars\n");
    text.push_str(
        "  InitState x = 0; end InitState\n  Actions = {a, b};\n  Protocol:\n    Other : {a, b};\n",
    );
    text.push_str("  end Protocol\n  Evolution:\n");
    for line in 0..lines {
        let _ = writeln!(text, "    x = {} if x = {} and Action = a;", (line + 1) % 100, line % 100);
    }
    text.push_str("  end Evolution\nend Template\nEvaluation\n  p if T.x = 0;\nend Evaluation\n");
    text + "Formulae\n  (T : {u}) AG p(u);\nend Formulae\n"
}

fn ccs(lines: usize) -> String {
    let mut text = String::new();
    for line in 0..lines {
        let next = (line + 1) % lines;
        let _ = writeln!(text, "P{line} = a{}.P{next} + 'b{}.P{}", line % 50, line % 50, line / 2);
    }
    text + "system = (P0 | P1) \\ {a0, b0}\nproperty goes_on: G !deadlock\n"
}

fn chor(lines: usize) -> String {
    let mut text = String::from("DEAL =\n");
    for line in 0..lines {
        let end = if line + 1 == lines { "" } else { ";" };
        let _ = writeln!(text, "    p{} -> p{}: m{line}{end}", line % 7, (line + 1) % 7);
    }
    text + "property ends: F terminated\n"
}
