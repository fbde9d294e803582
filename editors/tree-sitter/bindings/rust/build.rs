//! Compiles the parsers.

fn main() {
    for name in ["rcheck", "labs", "ispl", "pispl", "ccs", "chor"] {
        let parser = format!("{name}/src/parser.c");
        println!("cargo:rerun-if-changed={parser}");
        cc::Build::new()
            .std("c11")
            .include(format!("{name}/src"))
            .file(&parser)
            .warnings(false)
            .compile(name);
    }
}
