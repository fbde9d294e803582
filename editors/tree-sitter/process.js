// What CCS and choreographies share: names, comments, and the formulas of their properties.

const listOf = (item) => seq(item, repeat(seq(",", item)));

const formula = {
  property: ($) => seq("property", field("name", $.property_name), ":", field("formula", $._formula)),
  property_name: ($) => choice($.identifier, alias($.action, $.identifier)),

  _formula: ($) => choice($.binary_formula, $.unary_formula, $.modality, $.test, $.atom, $._pattern_name, $.parenthesized_formula),
  binary_formula: ($) =>
    choice(
      prec.left(1, seq($._formula, choice("<->", "<=>", "↔"), $._formula)),
      prec.right(2, seq($._formula, choice("->", "=>", "→"), $._formula)),
      prec.left(3, seq($._formula, choice("|", "||", "∨"), $._formula)),
      prec.left(4, seq($._formula, choice("&", "&&", "∧"), $._formula)),
      prec.right(5, seq($._formula, choice("U", "W", "R"), $._formula)),
    ),
  unary_formula: ($) =>
    prec(6, seq(choice("!", "¬", "not", "G", "F", "X", "A", "E", "AG", "AF", "AX", "EG", "EF", "EX"), $._formula)),
  modality: ($) =>
    prec(6, seq(choice(seq("<", $.patterns, ">"), seq("[", $.patterns, "]"), "<->"), $._formula)),
  test: ($) => seq(choice("can", "does", "did"), "(", $.patterns, ")"),
  atom: () => choice("true", "false", "deadlock", "terminated", "realisable", "realizable"),
  parenthesized_formula: ($) => seq("(", $._formula, ")"),

  patterns: ($) => choice("-", seq(optional("-"), listOf($.pattern))),
  pattern: ($) =>
    seq($._pattern_name, optional(choice(seq(":", $._pattern_name), seq("->", $._pattern_name, ":", $._pattern_name)))),
  _pattern_name: ($) => choice($.action, alias($.identifier, $.action), $.partner, $.tau),
};

const names = {
  // Names of actions begin with a small letter, names of processes with a capital.
  action: () => /[a-z_][A-Za-z_0-9]*/,
  identifier: () => /[A-Z][A-Za-z_0-9]*/,
  comment: () => token(choice(seq("--", /[^\n]*/), seq("//", /[^\n]*/))),
};

module.exports = { formula, listOf, names };
