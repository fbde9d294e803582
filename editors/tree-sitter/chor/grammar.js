// Choreographies: who does what, and who tells whom.

const { formula, names } = require("../process.js");

module.exports = grammar({
  name: "chor",

  extras: ($) => [/\s/, $.comment],
  word: ($) => $.identifier,
  // A `;` may end a choreography, or something more may follow.
  conflicts: ($) => [[$.sequence]],

  rules: {
    source_file: ($) => repeat(choice($.definition, $.property)),

    definition: ($) =>
      seq(field("name", choice(alias($.identifier, $.constant), alias("system", $.system))), choice("=", "≝"), $._choreography),

    _choreography: ($) => choice($.choice, $.parallel, $.sequence, $._step),
    choice: ($) => prec.left(1, seq($._choreography, "+", $._choreography)),
    parallel: ($) => prec.left(1, seq($._choreography, choice("||", "∥"), $._choreography)),
    sequence: ($) => seq($._step, choice(";", seq(repeat1(seq(";", $._step)), optional(";")))),
    _step: ($) =>
      choice($.loop, $.parenthesized_choreography, $.tau, alias($.identifier, $.constant), $.local_action, $.message),
    loop: ($) => seq("*", $._step),
    parenthesized_choreography: ($) => seq("(", $._choreography, ")"),
    local_action: ($) => seq(field("peer", alias($.identifier, $.peer)), ":", field("action", alias($.identifier, $.action))),
    message: ($) =>
      seq(
        field("sender", alias($.identifier, $.peer)),
        choice("->", "→"),
        field("receiver", alias($.identifier, $.peer)),
        ":",
        field("action", alias($.identifier, $.action)),
      ),

    tau: () => choice("tau", "τ"),
    partner: ($) => seq("'", alias($.identifier, $.action)),

    ...formula,
    property_name: ($) => $.identifier,
    _pattern_name: ($) => choice(alias($.identifier, $.action), $.partner, $.tau),
    identifier: () => /[A-Za-z_][A-Za-z_0-9]*/,
    comment: names.comment,
  },
});
