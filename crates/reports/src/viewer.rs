//! The run viewer of the workbench inside a report, so that its runs can be walked by somebody who has nothing else.

use sha2::{Digest, Sha256};

/// What defines `<synod-run>`, as the page is built.
const SCRIPT: &str = include_str!("../../../web/dist/synod-run.js");
const STYLE: &str = include_str!("../../../web/dist/synod-run.css");

/// A viewer for a run: `{title, view, automata, ending}` as JSON.
pub fn element(run: &str) -> String {
    // Nothing in the data can end the element that it stands in.
    let data = run.replace('<', "\\u003c");
    format!("<synod-run><script type=\"application/json\">{data}</script></synod-run>\n")
}

/// What the page of a report has at its end, so that its viewers come to life.
pub fn script() -> String {
    format!(
        "<style>\nsynod-run {{ display: block; height: 40rem; margin: .75rem 0; border: 1px solid var(--line); }}\n{STYLE}</style>\n<script>{SCRIPT}</script>\n"
    )
}

/// What lets the script of the viewer run, and no other.
pub fn policy() -> String {
    format!("; script-src 'sha256-{}'", base64(&Sha256::digest(SCRIPT)))
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for part in bytes.chunks(3) {
        let bits =
            part.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - part.len()));
        for at in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * at)) as usize & 63];
            out.push(if at <= part.len() { char::from(sign) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_has_three_bytes_in_four_signs() {
        let known = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, signs) in known {
            assert_eq!(base64(text.as_bytes()), signs);
        }
    }

    #[test]
    fn the_viewer_can_stand_in_a_page() {
        assert!(!SCRIPT.contains("</script") && !STYLE.contains("</style"));
        // A comment in a script hides its end only where a script begins in it.
        assert!(!SCRIPT.contains("<script"));
        assert!(SCRIPT.contains("synod-run"));
        assert!(!element("{\"title\":\"</script><script>\"}").contains("</script><script>\""));
    }
}
