//! How wide text is in Helvetica and the fonts made to its measure, without asking a font.

/// Widths of the characters from space to `~`, in thousandths of the font size.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// The fonts, best first.
pub const FAMILY: &str = "Helvetica, Arial, 'Liberation Sans', sans-serif";

/// The width of a line of text; other fonts may need a little more, so there is some to spare.
pub fn width(text: &str, size: f64) -> f64 {
    let units = |c: char| match u32::from(c) {
        code @ 32..=126 => WIDTHS[code as usize - 32],
        0..0x1100 | 0x2000..0x2100 => 600,
        _ => 1000,
    };
    text.chars().map(|c| f64::from(units(c))).sum::<f64>() / 1000.0 * size * 1.04
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_are_wider() {
        assert!(width("WWW", 10.0) > width("iii", 10.0));
        assert!((width("0", 100.0) - 57.8).abs() < 0.1);
    }
}
