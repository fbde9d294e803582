// LAbS: agents that share what they know by stigmergies.

const listOf = (item) => seq(item, repeat(seq(",", item)));
const rowOf = (item) => seq(item, repeat(seq(";", item)));

module.exports = grammar({
  name: "labs",

  extras: ($) => [/\s/, $.comment],
  word: ($) => $.identifier,

  rules: {
    source_file: ($) => repeat(choice($.system, $.stigmergy, $.agent, $.assume, $.check)),

    system: ($) =>
      seq("system", "{", repeat(choice($.extern, $.environment, $.spawn, $.process_definition)), "}"),
    extern: ($) => seq("extern", "=", listOf($.parameter)),
    environment: ($) => seq("environment", "=", rowOf($.variable)),
    spawn: ($) => seq("spawn", "=", listOf($.population)),
    population: ($) => seq(field("type", $.type), ":", field("count", $._expression)),

    stigmergy: ($) => seq("stigmergy", field("name", $.type), "{", optional($.link), optional(rowOf($.tuple)), "}"),
    link: ($) => seq("link", "=", $._expression),
    tuple: ($) => seq(listOf($.identifier), ":", listOf($._initial)),

    agent: ($) =>
      seq("agent", field("name", $.type), "{", repeat(choice($.interface, $.stigmergies, $.process_definition)), "}"),
    interface: ($) => seq("interface", "=", rowOf($.variable)),
    stigmergies: ($) => seq("stigmergies", "=", rowOf($.type)),
    variable: ($) =>
      seq(field("name", $.identifier), optional(seq("[", listOf($._expression), "]")), ":", field("initial", $._initial)),
    _initial: ($) => choice($.one_of, $.range, $._expression, $.undefined),
    one_of: ($) => seq("[", listOf($._expression), "]"),
    range: ($) => seq($._expression, "..", $._expression),
    undefined: () => "undef",

    process_definition: ($) => seq(field("name", $.process_name), "=", field("body", $._process)),
    process_name: ($) => $._capital,
    _process: ($) =>
      choice($.parallel, $.choice, $.sequence, $.guarded, $.block, $.assignment, $.skip, alias($._capital, $.process_call), $.parenthesized_process),
    parallel: ($) => prec.left(1, seq($._process, "||", $._process)),
    choice: ($) => prec.left(2, seq($._process, "++", $._process)),
    sequence: ($) => prec.left(3, seq($._process, ";", $._process)),
    // A guard reaches as far to the right as it can.
    guarded: ($) => prec.right(0, seq(field("guard", $._expression), choice("->", "=>"), $._process)),
    block: ($) => seq("{", rowOf($._statement), "}"),
    skip: () => choice("Skip", "Nil"),
    parenthesized_process: ($) => seq("(", $._process, ")"),

    _statement: ($) => choice($.assignment, $.definition, $.pick),
    assignment: ($) => prec.right(seq(listOf($.place), field("operator", choice("<-", "<~", "<--")), listOf($._expression))),
    definition: ($) => seq(listOf($.place), ":=", listOf($._expression)),
    pick: ($) =>
      seq(field("name", $.identifier), "[]", ":=", "pick", $._expression, optional($.type), optional(seq("where", $._expression))),
    place: ($) => prec.right(seq($.identifier, optional($.subscript), optional(seq("of", $._expression)))),
    subscript: ($) => seq("[", listOf($._expression), "]"),

    assume: ($) => seq("assume", "{", repeat($.property), "}"),
    check: ($) => seq("check", "{", repeat($.property), "}"),
    property: ($) => seq(field("name", $.property_name), "=", field("question", $._question)),
    property_name: ($) => $._capital,
    _question: ($) =>
      choice(seq(choice("always", "finally", "eventually", "fairly", "fairly_inf", "ltl", "ctl"), $._expression), $.scoped, $._expression),
    scoped: ($) =>
      seq(
        choice(
          seq("between", $.parenthesized_expression, "and", $.parenthesized_expression),
          seq("from", $.parenthesized_expression, "until", $.parenthesized_expression),
        ),
        ",",
        choice(seq(choice("thereIs", "always"), $._expression), seq($._expression, "precedes", $._expression)),
      ),

    _expression: ($) =>
      choice(
        $.identifier,
        $.parameter,
        $.number,
        $.boolean,
        $.element,
        $.of,
        $.call,
        $.knowledge,
        $.conditional,
        $.interval,
        $.quantified,
        $.count,
        $.temporal_expression,
        $.strategy,
        $.unary_expression,
        $.binary_expression,
        $.parenthesized_expression,
      ),
    element: ($) => prec(1, seq($.identifier, $.subscript)),
    of: ($) => prec.right(8, seq(choice($.identifier, $.element), "of", $._expression)),
    call: ($) => seq(field("function", choice("abs", "min", "max")), "(", listOf($._expression), ")"),
    conditional: ($) => prec.right(0, seq("if", $._expression, "then", $._expression, "else", $._expression)),
    interval: ($) => seq("[", $._expression, "..", $._expression, "]"),
    quantified: ($) => prec.right(0, seq(choice("forall", "exists"), field("type", $.type), field("variable", $.identifier), ",", $._expression)),
    count: ($) => prec.right(0, seq("count", field("type", $.type), field("variable", $.identifier), ",", $._expression)),
    temporal_expression: ($) =>
      prec(7, seq(choice("G", "F", "X", "A", "E", "AG", "AF", "AX", "EG", "EF", "EX"), $._expression)),
    strategy: ($) => prec(7, seq("<<", $._group, ">>", $._expression)),
    knowledge: ($) => seq(choice("K", "C", "D"), "(", $._group, ",", $._expression, ")"),
    _group: ($) => choice($._member, seq("{", listOf($._member), "}")),
    _member: ($) => choice($.type, $.identifier, $.number),
    unary_expression: ($) => prec(7, seq(choice("!", "-"), $._expression)),
    binary_expression: ($) =>
      choice(
        prec.right(1, seq($._expression, choice("->", "<->"), $._expression)),
        prec.left(2, seq($._expression, choice("and", "or"), $._expression)),
        prec.left(3, seq($._expression, choice("U", "W", "R"), $._expression)),
        prec.left(4, seq($._expression, choice("=", "!=", "<", "<=", ">", ">="), $._expression)),
        prec.left(5, seq($._expression, choice("+", "-"), $._expression)),
        prec.left(6, seq($._expression, choice("*", "/", ":", "%"), $._expression)),
      ),
    parenthesized_expression: ($) => seq("(", $._expression, ")"),

    type: ($) => $._capital,
    boolean: () => choice("true", "false", "Deadlock"),
    parameter: () => /_[A-Za-z0-9][A-Za-z_0-9]*/,
    _capital: () => /[A-Z][A-Za-z_0-9]*/,
    identifier: () => /[a-z][A-Za-z_0-9]*/,
    number: () => /[0-9]+/,
    comment: () => token(seq("#", /[^\n]*/)),
  },
});
