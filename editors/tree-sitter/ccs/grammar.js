// CCS, with the parallel composition of Hoare.

const { formula, listOf, names } = require("../process.js");

module.exports = grammar({
  name: "ccs",

  extras: ($) => [/\s/, $.comment],
  word: ($) => $.identifier,

  rules: {
    source_file: ($) => repeat(seq(choice($.definition, $.set, $.property), optional(";"))),

    definition: ($) =>
      seq(
        optional("agent"),
        field("name", choice(alias($.identifier, $.constant), alias("system", $.system))),
        choice("=", "≝"),
        field("process", $._process),
      ),
    set: ($) =>
      seq("set", field("name", alias($.identifier, $.constant)), choice("=", "≝"), "{", optional(listOf($._action)), "}"),

    _process: ($) =>
      choice($.choice, $.parallel, $.prefix, $.restriction, $.relabelling, $.stop, alias($.identifier, $.constant), $.parenthesized_process),
    choice: ($) => prec.left(1, seq($._process, "+", $._process)),
    parallel: ($) => prec.left(2, seq($._process, choice("|", "∥", $.synchronisation), $._process)),
    synchronisation: ($) =>
      seq("|[", choice(listOf($._action), seq("{", optional(listOf($._action)), "}"), alias($.identifier, $.constant)), "]|"),
    prefix: ($) => prec.right(3, seq(field("action", $._action), ".", $._process)),
    restriction: ($) =>
      prec.left(4, seq($._process, "\\", choice($._action, seq("{", optional(listOf($._action)), "}"), alias($.identifier, $.constant)))),
    relabelling: ($) => prec.left(4, seq($._process, "[", listOf($.renaming), "]")),
    renaming: ($) => seq(field("new", $._action), "/", field("old", $._action)),
    parenthesized_process: ($) => seq("(", $._process, ")"),
    stop: () => choice("0", "nil"),

    _action: ($) => choice($.action, $.partner, $.tau),
    partner: ($) => seq("'", $.action),
    tau: () => choice("tau", "τ"),

    ...formula,
    ...names,
  },
});
