//! The rules of layout, on a language with brackets, sections, operators and both kinds of comment.

use synod_format::{
    Comments, Layout, Part, Piece, Space, Style, Unformatted, apply, diff, format, indentation, within,
};
use synod_syntax::Span;

/// Words, brackets and operators. `name:` begins a section, `->` an arrow, `--` and `-` are different tokens.
struct Toy {
    hang: Style,
}

const HANGING: Toy = Toy { hang: Style { step: 4, hang: true } };
const PLAIN: Toy = Toy { hang: Style { step: 2, hang: false } };

impl Layout for Toy {
    fn pieces(&self, text: &str) -> Option<Vec<Piece>> {
        use Space::{None, One};
        let mut pieces: Vec<Piece> = Vec::new();
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            let length = match first {
                ' ' | '\n' | '\r' | '\t' => {
                    at += 1;
                    continue;
                }
                '#' => {
                    at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                '/' if rest.starts_with("/*") => {
                    at += rest.find("*/")? + 2;
                    continue;
                }
                'a'..='z' | 'A'..='Z' => rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len()),
                '-' if rest.starts_with("->") || rest.starts_with("--") => 2,
                '(' | ')' | '{' | '}' | '+' | '&' | ':' | ';' | '=' | '-' => 1,
                _ => return Option::None,
            };
            let word = Piece::word(Span::new(at, at + length));
            let piece = match &rest[..length] {
                "(" => word.spaced(Space::Keep, None).part(Part::Open { align: true }),
                "{" => word.spaced(One, One).part(Part::Open { align: false }),
                ")" => word.spaced(None, One).part(Part::Close),
                "}" => word.part(Part::Close),
                "+" | "&" => word.part(Part::Infix),
                "->" => word.part(Part::Arrow),
                "-" => word.spaced(One, None),
                ";" => word.spaced(None, One),
                "=" => Piece { aligned: true, ..word },
                ":" => {
                    if let Some(name) = pieces.last_mut() {
                        name.section = Some(0);
                    }
                    Piece { ends_head: true, ..word.spaced(None, One) }
                }
                _ => word,
            };
            pieces.push(piece);
            at += length;
        }
        Some(pieces)
    }

    fn comments(&self) -> &Comments {
        &Comments { line: &["#"], block: Some(("/*", "*/")) }
    }

    fn style(&self) -> &Style {
        &self.hang
    }
}

/// The formatted text, which stays as it is when it is formatted again.
fn formatted(layout: &Toy, text: &str) -> String {
    let once = apply(text, &format(layout, text).expect("tokens"));
    assert_eq!(format(layout, &once), Ok(Vec::new()), "{once}");
    once
}

#[test]
fn sections_align_what_follows_their_head() {
    assert_eq!(formatted(&HANGING, "x:a\n  b\ny:\na\n b"), "x: a\n   b\ny:\n    a\n    b\n");
}

#[test]
fn operators_hang_so_that_operands_are_aligned() {
    assert_eq!(formatted(&HANGING, "x: a\n+ b\n&c"), "x: a\n + b\n & c\n");
    assert_eq!(formatted(&HANGING, "x:\na\n+ b"), "x:\n    a\n  + b\n");
    assert_eq!(formatted(&HANGING, "x:\na\n+\nb"), "x:\n    a\n    +\n    b\n", "alone on a line");
    assert_eq!(formatted(&HANGING, "x: (a\n-> b)"), "x: (a\n    -> b)\n", "no room in front of the bracket");
    assert_eq!(formatted(&PLAIN, "x:\na\n+ b"), "x:\n  a\n  + b\n");
}

#[test]
fn brackets_of_several_lines_make_room_for_operators() {
    assert_eq!(formatted(&HANGING, "(a\n+ b\n)"), "( a\n+ b\n)\n");
    assert_eq!(formatted(&HANGING, "(a\nb)"), "(a\n b)\n");
    assert_eq!(formatted(&HANGING, "( a + b )"), "(a + b)\n");
    assert_eq!(formatted(&HANGING, "(\na\n+ b\n)"), "(\n    a\n  + b\n)\n");
}

#[test]
fn blocks_and_right_sides_of_arrows_are_indented() {
    assert_eq!(formatted(&PLAIN, "a {b;\nc\n  }"), "a { b;\n  c\n}\n");
    assert_eq!(formatted(&PLAIN, "{\n(a ->\nb;\nc)\n}"), "{\n  (a ->\n    b;\n    c)\n}\n");
    assert_eq!(formatted(&PLAIN, "{}"), "{}\n");
}

#[test]
fn comments_stay_and_follow_their_lines() {
    assert_eq!(
        formatted(&PLAIN, "{\n# one\n a # two\n   # last\n}"),
        "{\n  # one\n  a  # two\n  # last\n}\n"
    );
    assert_eq!(formatted(&PLAIN, "a/* b\n  c */d"), "a /* b\n  c */ d\n");
    assert_eq!(formatted(&HANGING, "x:\na\n# why\n+ b"), "x:\n    a\n    # why\n  + b\n");
    assert_eq!(formatted(&PLAIN, "# only  \t"), "# only\n");
}

#[test]
fn comments_behind_neighbouring_lines_are_aligned() {
    assert_eq!(formatted(&PLAIN, "a # b\nccc # d\n\ne # f"), "a    # b\nccc  # d\n\ne  # f\n");
    let long = "x".repeat(50);
    assert_eq!(formatted(&PLAIN, &format!("a # b\n{long} # d")), format!("a  # b\n{long}  # d\n"));
}

#[test]
fn what_is_aligned_is_so_in_neighbouring_lines() {
    assert_eq!(formatted(&PLAIN, "a = b\nccc = d\n\ne   = f"), "a   = b\nccc = d\n\ne = f\n");
}

#[test]
fn blank_lines_and_ends_are_normalised() {
    assert_eq!(formatted(&PLAIN, "\n\n a \n\n\n\nb   \n\n"), "a\n\nb\n");
    assert_eq!(formatted(&PLAIN, "a\r\n\r\n\r\n\tb # c \r\n"), "a\r\n\r\nb  # c\r\n");
    assert_eq!(formatted(&PLAIN, "{\n\na\n\nb\n\n}"), "{\n  a\n\n  b\n}\n");
    assert_eq!([formatted(&PLAIN, ""), formatted(&PLAIN, " \n")], ["", ""]);
}

#[test]
fn spaces_that_keep_tokens_apart_stay() {
    assert_eq!(formatted(&PLAIN, "- - a"), "- -a\n", "`--` is one token");
    assert_eq!([formatted(&PLAIN, "f (a)"), formatted(&PLAIN, "f(a)")], ["f (a)\n", "f(a)\n"]);
    assert_eq!(format(&PLAIN, "a ?"), Err(Unformatted::NotTokens));
    assert_eq!(format(&PLAIN, "a /* b"), Err(Unformatted::NotTokens));
}

/// A language whose texts must not end with a line break.
struct Unending;

impl Layout for Unending {
    fn pieces(&self, text: &str) -> Option<Vec<Piece>> {
        PLAIN.pieces(text).filter(|_| !text.ends_with('\n'))
    }

    fn comments(&self) -> &Comments {
        PLAIN.comments()
    }

    fn style(&self) -> &Style {
        PLAIN.style()
    }
}

#[test]
fn what_would_not_read_the_same_is_left_alone() {
    assert_eq!(format(&Unending, " a"), Err(Unformatted::WouldChange));
}

#[test]
fn editors_format_parts_and_indent_new_lines() {
    let text = "{\na\n  +b\n}";
    let edits = format(&PLAIN, text).expect("tokens");
    let part = within(text, edits, 4..4);
    assert_eq!(apply(text, &part), "{\na\n  + b\n}");
    assert_eq!(indentation(&PLAIN, "{\na\n"), Some(2));
    assert_eq!(indentation(&HANGING, "x: a +\n"), Some(3));
    assert_eq!(indentation(&PLAIN, "(a ->\n"), Some(2));
    assert_eq!(indentation(&PLAIN, "{}\n"), Some(0));
}

#[test]
fn differences_are_shown_line_by_line() {
    let text = "a\nb\nc\nd\n  e\n\n\nf\ng\nh\ni\n";
    let edits = format(&PLAIN, text).expect("tokens");
    let shown = "@@ -2,8 +2,7 @@\n b\n c\n d\n-  e\n-\n+e\n \n f\n g\n";
    assert_eq!(diff(text, &edits), shown);
    assert_eq!(diff("a", &format(&PLAIN, "a").expect("tokens")), "@@ -1,1 +1,1 @@\n-a\n+a\n");
}
