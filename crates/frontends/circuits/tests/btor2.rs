//! BTOR2 by the rules of its report.

#[allow(dead_code)]
mod common;

use common::load;
use synod_circuits::frontend::BTOR2;

/// For each property of a text its name and whether it holds, as all engines say.
fn verdicts(text: &str) -> Vec<(String, bool)> {
    common::verdicts(&BTOR2, text)
}

fn said(text: &str) -> Vec<bool> {
    common::said(&BTOR2, text)
}

/// A counter of three bits that begins at 0 and goes up by one, with more lines from 7 on.
fn counter(more: &str) -> String {
    format!(
        "1 sort bitvec 1\n2 sort bitvec 3\n3 zero 2\n4 state 2 count\n5 init 2 4 3\n6 inc 2 4\n7 next 2 4 6\n{more}"
    )
}

#[test]
fn a_state_goes_from_its_first_value_to_the_next() {
    assert_eq!(
        verdicts(&counter("8 constd 2 5\n9 eq 1 4 8\n10 bad 9 five ; reached\n")),
        [("five".to_string(), false)]
    );
    assert_eq!(verdicts(&counter("8 constd 2 -1\n9 ugt 1 4 8\n10 bad 9\n")), [("bad-0".to_string(), true)]);
}

#[test]
fn a_state_without_a_first_value_begins_anywhere() {
    let text = "1 sort bitvec 2\n2 sort bitvec 1\n3 state 1\n4 next 1 3 3\n5 redand 2 3\n6 bad 5\n";
    assert_eq!(said(text), [false]);
    // But what it begins with, it keeps: two that begin the same stay the same.
    let text = "1 sort bitvec 2\n2 sort bitvec 1\n3 state 1\n4 state 1\n5 init 1 4 3\n6 next 1 3 3\n7 next 1 4 4\n8 neq 2 3 4\n9 bad 8\n";
    assert_eq!(said(text), [true]);
}

#[test]
fn a_state_without_a_next_value_is_an_input() {
    // It may be 1 at some moment, also if it begins as 0; and it need not stay.
    for init in ["", "5 init 1 4 3\n"] {
        let text = format!("1 sort bitvec 1\n3 zero 1\n4 state 1 free\n{init}7 bad 4\n");
        assert_eq!(said(&text), [false], "{init}");
    }
    let text = "1 sort bitvec 1\n3 zero 1\n4 state 1 free\n5 init 1 4 3\n6 state 1 was\n7 init 1 6 3\n8 next 1 6 4\n9 and 1 6 -4\n10 bad 9\n";
    assert_eq!(said(text), [false]);
    // One that others begin with has its first value at the first moment: they agree there.
    let text = "1 sort bitvec 1\n2 state 1 free\n3 state 1 copy\n4 init 1 3 2\n5 next 1 3 3\n6 one 1\n7 zero 1\n8 state 1 later\n9 next 1 8 6\n10 init 1 8 7\n11 xor 1 2 3\n12 and 1 11 -8\n13 bad 12\n14 bad 11\n";
    assert_eq!(said(text), [true, false]);
}

#[test]
fn constraints_and_fairness_are_about_moments() {
    let more = "8 constd 2 5\n9 eq 1 4 8\n10 bad 9\n";
    assert_eq!(said(&counter(&format!("{more}11 constd 2 3\n12 neq 1 4 11\n13 constraint 12\n"))), [true]);
    assert_eq!(said(&counter(&format!("{more}11 constd 2 6\n12 neq 1 4 11\n13 constraint 12\n"))), [false]);
    assert_eq!(said(&counter("8 redand 1 4\n9 redor 1 4\n10 justice 2 8 -9 both\n")), [false]);
    assert_eq!(
        said(&counter("8 redand 1 4\n9 redor 1 4\n10 fair -9\n11 justice 1 8\n12 zero 1\n13 justice 1 12\n")),
        [false, true]
    );
}

#[test]
fn minus_negates_an_operand() {
    assert_eq!(said(&counter("8 eq 1 4 -4\n9 bad 8\n10 eq 1 4 4\n11 bad -10\n")), [true, true]);
}

#[test]
fn words_are_cut_joined_and_extended() {
    let more =
        "8 sort bitvec 2\n9 slice 8 4 2 1\n10 slice 1 4 0 0\n11 concat 2 9 10\n12 neq 1 4 11\n13 bad 12\n";
    assert_eq!(said(&counter(more)), [true]);
    let more = "8 sort bitvec 5\n9 uext 8 4 2\n10 constd 8 7\n11 ugt 1 9 10\n12 bad 11\n13 sext 8 4 2\n14 consth 8 1f\n15 eq 1 13 14\n16 bad 15\n";
    assert_eq!(said(&counter(more)), [true, false]);
}

#[test]
fn arrays_are_states_of_elements() {
    // What is written is read.
    let text = "1 sort bitvec 1\n2 sort bitvec 2\n3 sort bitvec 3\n4 sort array 2 3\n5 input 2 at\n6 input 3 value\n7 zero 3\n8 state 4 memory\n9 init 4 8 7\n10 write 4 8 5 6\n11 next 4 8 10\n12 read 3 10 5\n13 neq 1 12 6\n14 bad 13 lost\n15 read 3 8 5\n16 redand 1 15\n17 bad 16 full\n18 eq 1 8 10\n19 bad -18 changed\n";
    let expected = [("lost", true), ("full", false), ("changed", false)];
    assert_eq!(verdicts(text), expected.map(|(name, holds)| (name.to_string(), holds)));
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let sorts = "1 sort bitvec 1\n2 sort bitvec 4\n3 sort array 2 2\n4 input 2\n5 state 2\n6 state 3\n";
    for (line, code, words) in [
        ("x", "syntax", "the number of the line was expected"),
        ("7", "syntax", "the line ends"),
        ("6 zero 2", "syntax", "not greater than 6"),
        ("7 ad 2 4 4", "syntax", "`ad` is no operator"),
        ("7 add 2 4", "syntax", "the line ends where an operand is expected"),
        ("7 add 2 4 4 sum more", "syntax", "goes on after its symbol"),
        ("7 add 2 4 9", "reference", "there is no line 9"),
        ("7 add 2 4 1", "reference", "line 1 is a sort"),
        ("7 add 9 4 4", "reference", "there is no line 9"),
        ("7 add 4 4 4", "reference", "line 4 is no sort"),
        ("7 add 1 4 4", "sort", "the result is 4 bits, not a single bit"),
        ("7 eq 2 4 4", "sort", "the result is a single bit, not 4 bits"),
        ("7 add 3 6 6", "sort", "`add` is an operator of words"),
        ("7 implies 1 4 4", "sort", "a single bit expected"),
        ("7 not 3 6", "sort", "a word was expected"),
        ("7 ite 2 4 4 4", "sort", "a single bit was expected"),
        ("7 slice 1 4 4 4", "sort", "bit 4 is not there"),
        ("7 slice 1 4 1 2", "sort", "above its highest"),
        ("7 uext 2 4 99999999999999", "too-large", "at most 65536 bits"),
        ("7 sort bitvec 0", "sort", "at least one bit"),
        ("7 sort bitvec 4000000000", "too-large", "at most 65536 bits"),
        ("7 sort bits 4", "syntax", "not `bits`"),
        ("7 sort array 3 2", "sort", "the sort of a word was expected"),
        ("7 const 2 01", "sort", "`01` is no constant of 4 bits"),
        ("7 constd 2 16", "sort", "`16` is no constant of 4 bits"),
        ("7 consth 2 1f", "sort", "`1f` is no constant"),
        ("7 zero 3", "sort", "a constant is a word"),
        ("7 input 3", "sort", "an input is a word"),
        ("7 init 2 4 4", "reference", "line 4 is no state"),
        ("7 init 2 5 4", "reference", "depends on the input `input-4`"),
        ("7 init 1 5 4", "sort", "the state is 4 bits, not a single bit"),
        ("7 next 3 6 4", "sort", "and this value 4 bits"),
        ("7 init 2 5 6", "sort", "and this value an array"),
        ("7 read 2 4 4", "sort", "an array was expected"),
        ("7 read 2 6 -6", "sort", "an array has no negation"),
        ("7 bad 4", "sort", "a single bit was expected, and this has 4 bits"),
        ("7 justice 9999999999 4", "syntax", "less than 9999999999 conditions"),
        ("7 justice 2 4", "sort", "a single bit was expected"),
        ("7 bad 6", "sort", "a word was expected"),
    ] {
        let text = format!("{sorts}{line}\n");
        let (found, at, message) = load(&BTOR2, &text).err().unwrap_or_else(|| panic!("{line}"));
        assert_eq!((found, at), (format!("btor2::{code}"), 7), "{line}: {message}");
        assert!(message.contains(words), "{line}: {message}");
    }
    let twice = format!("{sorts}7 next 2 5 5\n8 next 2 5 5\n");
    assert_eq!(load(&BTOR2, &twice).err().map(|found| found.1), Some(8));
    let later = "1 sort bitvec 1\n2 state 1\n3 state 1\n4 init 1 2 3\n";
    assert!(load(&BTOR2, later).err().is_some_and(|found| found.2.contains("made of lines before it")));
}

#[test]
fn a_few_lines_take_no_more_room_than_is_allowed() {
    // Products and quotients of the widest words.
    for op in ["mul", "udiv", "smod", "smulo", "rol"] {
        let result = if op == "smulo" { 2 } else { 1 };
        let text =
            format!("1 sort bitvec 65536\n2 sort bitvec 1\n3 input 1\n4 input 1\n5 {op} {result} 3 4\n");
        let found = load(&BTOR2, &text).err().expect("refused");
        assert_eq!(found.0, "btor2::too-large");
    }
}

#[test]
fn codes_are_explained_by_examples() {
    common::assert_explained(&BTOR2);
}
