//! The page, as it was built into the program.

/// Its files: path and content.
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What is shown if there is no page in the program.
const ABSENT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Synod</title>\
    <h1>The page is not part of this program</h1>\
    <p>It was built without <code>web/dist</code>. Build the page with <code>npm run build</code> in <code>web</code>, and \
    Synod again with <code>cargo build</code>. The API answers: see <a href=\"/api/openapi.json\">its description</a>.</p></html>";

/// A file of the page, with its media type.
pub fn file(path: &str) -> Option<(&'static [u8], &'static str)> {
    let path = if path.is_empty() { "index.html" } else { path };
    let found = PAGE.iter().find(|(known, _)| *known == path);
    match found {
        Some((_, content)) => Some((content, media_type(path))),
        None if path == "index.html" => Some((ABSENT.as_bytes(), "text/html; charset=utf-8")),
        None => None,
    }
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" | "webmanifest" => "application/json",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_something_to_show() {
        assert!(file("").is_some_and(|(content, kind)| !content.is_empty() && kind.starts_with("text/html")));
        assert_eq!(file("").map(|(content, _)| content), file("index.html").map(|(content, _)| content));
        assert!(file("../Cargo.toml").is_none() && file("nothing.js").is_none());
        for (path, content) in PAGE {
            assert!(!content.is_empty() && media_type(path) != "application/octet-stream", "{path}");
        }
    }
}
