//! The words of AIGER and BTOR2, forms to fill in, and what texts declare.

use synod_frontend::{LanguageWord, Snippet, Symbol, SymbolKind, Symbols, snippets, words};
use synod_syntax::{Name, Source, Span};

use crate::aiger;
use crate::btor2;
use crate::scan::Lines;

pub(crate) const AIGER_WORDS: &[LanguageWord] = words! {
    "aag": "`aag M I L O A B C J F`: the greatest variable, and how many inputs, latches, outputs, gates, bad states, constraints, justice properties and fairness constraints follow.",
    "i": "`i0 name`: the name of an input.",
    "l": "`l0 name`: the name of a latch.",
    "o": "`o0 name`: the name of an output.",
    "b": "`b0 name`: the name of a bad state.",
    "j": "`j0 name`: the name of a justice property.",
    "f": "`f0 name`: the name of a fairness constraint.",
    "c": "`c0 name`: the name of a constraint. Alone on a line: the rest of the file is comments.",
};

pub(crate) const AIGER_SNIPPETS: &[Snippet] = snippets! {
    "circuit" ("a latch and a bad state") "aag 2 1 1 0 0 1\n2\n4 2\n4\ni0 ${1:input}\nl0 ${2:latch}\nb0 ${3:bad}\n",
};

pub(crate) const BTOR2_WORDS: &[LanguageWord] = words! {
    "sort": "`1 sort bitvec 8`: words of eight bits. `3 sort array 1 2`: arrays whose index is of sort 1 and whose elements are of sort 2.",
    "bitvec": "Words of so many bits.",
    "array": "Arrays from one sort to another.",
    "input": "`4 input 1 name`: any value at every moment.",
    "state": "`5 state 1 name`: what is kept from moment to moment. Without `next` it may be anything.",
    "init": "`6 init 1 5 4`: the first value of a state.",
    "next": "`7 next 1 5 6`: the value of a state at the next moment.",
    "bad": "`8 bad 7 name`: this bit is never true, unless the property is violated.",
    "constraint": "Only runs count on which this bit is true, at every moment.",
    "fair": "Only infinite runs count for justice properties on which this bit is true again and again.",
    "justice": "`9 justice 2 7 8 name`: on no infinite run are all of these true again and again, unless the property is violated.",
    "output": "A value for others to read.",
    "zero": "All bits are 0.",
    "one": "The number 1.",
    "ones": "All bits are 1.",
    "const": "A constant in binary digits.",
    "constd": "A constant in decimal digits.",
    "consth": "A constant in hexadecimal digits.",
    "not": "All bits inverted.",
    "inc": "One more.",
    "dec": "One less.",
    "neg": "The opposite, in two's complement.",
    "redand": "Whether all bits are 1.",
    "redor": "Whether some bit is 1.",
    "redxor": "Whether an odd number of bits is 1.",
    "uext": "So many zeros before a word.",
    "sext": "So many copies of the sign before a word.",
    "slice": "`slice SORT WORD HIGH LOW`: some bits of a word.",
    "iff": "Two bits are the same.",
    "implies": "The first bit implies the second.",
    "eq": "Two values are the same.",
    "neq": "Two values differ.",
    "sgt": "Greater, with signs.",
    "ugt": "Greater, without signs.",
    "sgte": "At least, with signs.",
    "ugte": "At least, without signs.",
    "slt": "Less, with signs.",
    "ult": "Less, without signs.",
    "slte": "At most, with signs.",
    "ulte": "At most, without signs.",
    "and": "Conjunction, bit by bit.",
    "nand": "Negated conjunction, bit by bit.",
    "nor": "Negated disjunction, bit by bit.",
    "or": "Disjunction, bit by bit.",
    "xnor": "Negated exclusive or, bit by bit.",
    "xor": "Exclusive or, bit by bit.",
    "rol": "Rotation to the left.",
    "ror": "Rotation to the right.",
    "sll": "Shift to the left.",
    "sra": "Shift to the right, with copies of the sign coming in.",
    "srl": "Shift to the right, with zeros coming in.",
    "add": "Sum, modulo a power of two.",
    "mul": "Product, modulo a power of two.",
    "sdiv": "Quotient with signs, cut toward zero.",
    "udiv": "Quotient without signs; all ones for division by zero.",
    "smod": "Remainder with the sign of the divisor.",
    "srem": "Remainder with the sign of the dividend.",
    "urem": "Remainder without signs; the dividend for division by zero.",
    "sub": "Difference, modulo a power of two.",
    "saddo": "Whether a sum with signs overflows.",
    "uaddo": "Whether a sum without signs overflows.",
    "sdivo": "Whether a quotient with signs overflows.",
    "smulo": "Whether a product with signs overflows.",
    "umulo": "Whether a product without signs overflows.",
    "ssubo": "Whether a difference with signs overflows.",
    "usubo": "Whether a difference without signs overflows.",
    "concat": "Two words as one, the first with the higher bits.",
    "ite": "`ite SORT BIT THEN ELSE`: one value or the other.",
    "read": "`read SORT ARRAY INDEX`: an element of an array.",
    "write": "`write SORT ARRAY INDEX VALUE`: an array with an element replaced.",
};

pub(crate) const BTOR2_SNIPPETS: &[Snippet] = snippets! {
    "word" ("a sort of words") "${1:1} sort bitvec ${2:8}\n",
    "state" ("a state with its first and next value") "${1:2} state ${2:1} ${3:name}\n${4:3} init ${2:1} ${1:2} ${5:4}\n${6:5} next ${2:1} ${1:2} ${7:6}\n",
    "bad" ("a bad state") "${1:7} bad ${2:6} ${3:name}\n",
};

fn named(text: &str, span: Span, kind: SymbolKind, what: &'static str, whole: Span) -> Symbol {
    Symbol::new(&Name { text: text.to_string(), span }, kind, what).spanning(whole).for_people()
}

/// What a file of AIGER names.
pub(crate) fn aiger_symbols(source: &Source) -> Vec<Symbol> {
    let mut symbols = Symbols::default();
    let Ok(file) = aiger::parse(source.text()) else { return Vec::new() };
    let kinds = [
        ('i', file.inputs.len(), SymbolKind::Variable, "an input"),
        ('l', file.latches.len(), SymbolKind::Variable, "a latch"),
        ('o', file.outputs.len(), SymbolKind::Variable, "an output"),
        ('b', file.bad.len(), SymbolKind::Property, "a bad state"),
        ('j', file.justice.len(), SymbolKind::Property, "a justice property"),
    ];
    for (kind, count, symbol, what) in kinds {
        for position in 0..count {
            if let Some((name, span)) = file.name(kind, position) {
                symbols.add(named(name, span, symbol, what, span), None);
            }
        }
    }
    symbols.finish()
}

/// What a text of BTOR2 names: the symbols at the ends of lines.
pub(crate) fn btor2_symbols(source: &Source) -> Vec<Symbol> {
    let mut symbols = Symbols::default();
    for line in Lines::new(source.text()) {
        let Some(operands) = btor2::operands(line) else { continue };
        let (what, kind, place) = match operands.tokens.get(1).map(|tag| tag.text) {
            Some("input") => ("an input", SymbolKind::Variable, 3),
            Some("state") => ("a state", SymbolKind::Variable, 3),
            Some("bad") => ("a bad state", SymbolKind::Property, 3),
            Some("justice") => {
                let count = operands.tokens.get(2).and_then(|token| token.text.parse::<usize>().ok());
                (
                    "a justice property",
                    SymbolKind::Property,
                    count.map_or(usize::MAX, |count| count.saturating_add(3)),
                )
            }
            _ => continue,
        };
        if let Some(symbol) = operands.tokens.get(place) {
            symbols.add(named(symbol.text, symbol.span, kind, what, line.span()), None);
        }
    }
    symbols.finish()
}
