//! Files as the protocol names them, and as everybody else does.

use lsp_types::Uri;

/// The path of a file URI; for any other URI, the URI itself.
pub fn name(uri: &Uri) -> String {
    let text = uri.as_str();
    match text.strip_prefix("file://") {
        Some(path) => {
            let path = decoded(path);
            // `/c:/folder` on Windows.
            let drive = path.as_bytes();
            let has_drive =
                drive.len() > 2 && drive[0] == b'/' && drive[1].is_ascii_alphabetic() && drive[2] == b':';
            if has_drive { path[1..].to_string() } else { path }
        }
        None => text.to_string(),
    }
}

/// The URI of a file.
pub fn uri(name: &str) -> Option<Uri> {
    if let Some((scheme, _)) = name.split_once(':')
        && scheme.len() > 1
    {
        return name.parse().ok();
    }
    let slash = if name.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", encoded(&name.replace('\\', "/"))).parse().ok()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some(first) = rest.first() {
        let hex = rest.get(1..3).and_then(|pair| std::str::from_utf8(pair).ok());
        match hex.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &rest[3..];
            }
            _ => {
                bytes.push(*first);
                rest = &rest[1..];
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte);
    path.bytes()
        .map(|byte| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_uris_are_inverse() {
        for path in ["/a/b c/ü%.rcp", "/x-_.~", "/é"] {
            assert_eq!(name(&uri(path).unwrap()), path);
        }
        assert_eq!(name(&"file:///c%3A/x.rcp".parse().unwrap()), "c:/x.rcp");
        assert_eq!(name(&"untitled:Untitled-1".parse().unwrap()), "untitled:Untitled-1");
        assert_eq!(uri("untitled:Untitled-1").unwrap().as_str(), "untitled:Untitled-1");
    }
}
