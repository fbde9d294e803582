// R-CHECK, in both dialects: the new one, and the legacy one with its preconditions in `<…>`.

/** Binary operators from loose to tight, as the new dialect groups them. */
const BINARY = [
  [["<->", "<=>"], "right"],
  [["->", "=>"], "right"],
  [["|", "||", "|||"], "left"],
  [["&", "&&", "&&&"], "left"],
  [["U", "R", "W"], "left"],
  [["=", "==", "!=", "<", "<=", ">", ">="], "left"],
  [["+", "-"], "left"],
  [["*", "/"], "left"],
];
const TIGHT = BINARY.length + 1;

const listOf = (item) => seq(item, repeat(seq(",", item)));

const unary = (operand) => prec(TIGHT, seq(field("operator", choice("!", "-")), operand));
const binary = (operand, isOperator) =>
  choice(
    ...BINARY.map(([operators, side], level) =>
      prec[side](level + 1, seq(operand, field("operator", choice(...operators.filter(isOperator))), operand)),
    ),
  );

module.exports = grammar({
  name: "rcheck",

  extras: ($) => [/\s/, $.comment],
  word: ($) => $.identifier,

  // `name (…)` in front of data is a call, or a guard and its data; a number behind `>` is compared, or follows a modality.
  conflicts: ($) => [
    [$.call, $._operand],
    [$._operand, $._binary_in_angles],
  ],

  rules: {
    source_file: ($) => repeat($._section),

    _section: ($) =>
      choice(
        $.include,
        $.constant,
        $.enumeration,
        $.channels,
        $.message_structure,
        $.property_variables,
        $.guard,
        $.agent,
        $.system,
        $.specification,
      ),

    include: ($) => seq("include", $.string, optional(";")),
    constant: ($) => seq("const", field("name", $.identifier), "=", field("value", $._expression), optional(";")),
    enumeration: ($) => seq("enum", field("name", $.identifier), "{", listOf($.value), "}"),
    channels: ($) => seq("channels", ":", optional(listOf($.value))),
    message_structure: ($) => seq("message-structure", ":", optional(listOf($.declaration))),
    property_variables: ($) =>
      seq(choice("property-variables", "communication-variables"), ":", optional(listOf($.declaration))),
    guard: ($) =>
      seq("guard", field("name", $.identifier), $.parameters, ":=", field("body", $._expression), ";"),
    parameters: ($) => seq("(", optional(listOf($.declaration)), ")"),

    value: ($) => $.identifier,
    declaration: ($) => seq(field("name", $.identifier), ":", field("type", $._type)),
    _type: ($) => choice($.primitive_type, $.range, alias($.identifier, $.type)),
    primitive_type: () => choice("bool", "boolean", "int", "integer", "location"),
    range: ($) => seq($._bound, "..", $._bound),
    _bound: ($) => choice($.number, $.identifier),

    agent: ($) =>
      seq("agent", field("name", alias($.identifier, $.type)), repeat($._agent_section), $.behaviour),
    _agent_section: ($) => choice($.locals, $.initial_condition, $.relabelling, $.receive_guard),
    locals: ($) => seq("local", ":", optional(listOf($.declaration))),
    initial_condition: ($) => seq("init", ":", $._expression),
    relabelling: ($) => seq("relabel", ":", repeat(seq($.relabel, optional(",")))),
    relabel: ($) => seq(field("property", $.identifier), "<-", field("value", $._expression)),
    receive_guard: ($) => seq("receive-guard", ":", $._expression),
    behaviour: ($) => seq("repeat", ":", $._process),

    _process: ($) => choice($.choice, $.sequence, $.repetition, $.parenthesized_process, $.command),
    choice: ($) => prec.left(1, seq($._process, "+", $._process)),
    sequence: ($) => prec.left(2, seq($._process, ";", $._process)),
    repetition: ($) => prec(3, seq("rep", $._process)),
    parenthesized_process: ($) => seq("(", $._process, ")"),

    command: ($) =>
      seq(
        optional(seq(field("label", $.label), ":")),
        field("precondition", $.precondition),
        field("action", $._action),
        field("updates", $.updates),
      ),
    label: ($) => $.identifier,
    precondition: ($) => choice(seq("{", $._expression, "}"), seq("<", $._in_angles, ">")),
    _action: ($) => choice($.send, $.receive, $.get, $.supply),
    send: ($) => seq(field("channel", $._channel), "!", field("guard", $._expression), field("data", $.data)),
    receive: ($) => seq(field("channel", $._channel), "?"),
    get: ($) => seq("GET@", field("from", $._expression), optional(field("data", $.data))),
    supply: ($) => seq("SUPPLY@", field("to", $._expression), field("data", $.data)),
    _channel: ($) => choice($.broadcast, alias($.identifier, $.channel)),
    broadcast: () => "*",
    data: ($) => seq("(", optional(listOf($.assignment)), ")"),
    updates: ($) => seq("[", optional(listOf($.assignment)), "]"),
    assignment: ($) => seq(field("target", $.identifier), ":=", field("value", $._expression)),

    system: ($) =>
      seq("system", "=", $.instance, repeat(seq(choice("||", "|"), $.instance)), optional(";")),
    instance: ($) =>
      seq(
        field("type", alias($.identifier, $.type)),
        "(",
        field("name", $.identifier),
        ",",
        field("condition", $._expression),
        ")",
      ),
    specification: ($) =>
      seq(
        choice("SPEC", "LTLSPEC"),
        optional(seq(field("name", $.property_name), ":")),
        field("formula", $._expression),
        repeat(";"),
      ),
    property_name: ($) => $.identifier,

    _expression: ($) => choice($._operand, $.unary_expression, $.temporal_expression, $.modality, $.quantifier, $.binary_expression),
    // Between `<` and `>`: a `>` closes, unless a number follows.
    _in_angles: ($) =>
      choice($._operand, alias($._unary_in_angles, $.unary_expression), alias($._binary_in_angles, $.binary_expression)),
    _operand: ($) =>
      choice(
        $.identifier,
        $.number,
        $.boolean,
        $.property,
        $.builtin,
        $.broadcast,
        $.member,
        $.call,
        $.receivers,
        $.parenthesized_expression,
      ),
    builtin: () => choice("chan", "myself", "any", "sender", "getter", "p2p", "deadlock", "progress"),
    boolean: () => choice("true", "false", "TRUE", "FALSE", "True", "False"),
    property: () => /@[A-Za-z_][A-Za-z_0-9]*/,
    // `p1-busy` is a member of an instance; `a - b`, with spaces, is a difference.
    member: ($) => seq(field("instance", $.identifier), field("member", choice($.member_name, $.automaton_state))),
    member_name: () => token.immediate(prec(1, /-@?[A-Za-z_][A-Za-z_0-9]*/)),
    automaton_state: () => token.immediate(prec(2, "-automaton-state")),
    call: ($) => seq(field("function", $.identifier), "(", optional(listOf(choice($._expression, $.group))), ")"),
    group: ($) => seq("{", listOf($.identifier), "}"),
    receivers: ($) => seq(choice("forall", "exists"), $.parenthesized_expression),
    parenthesized_expression: ($) => seq("(", $._expression, ")"),
    unary_expression: ($) => unary($._expression),
    _unary_in_angles: ($) => unary($._in_angles),
    temporal_expression: ($) => seq(field("operator", choice("G", "F", "X")), $._expression),
    modality: ($) =>
      choice(
        seq("<<", $._expression, ">>", $._expression),
        seq("[[", $._expression, "]]", $._expression),
        prec(TIGHT, seq("<", $._in_angles, ">", $._expression)),
        seq("[", $._expression, "]", $._expression),
      ),
    quantifier: ($) =>
      seq(
        choice("forall", "exists", "/\\", "\\/"),
        field("variable", $.identifier),
        ":",
        $._agents,
        ".",
        $._expression,
      ),
    _agents: ($) =>
      choice("Agent", seq(alias($.identifier, $.type), repeat(seq("|", alias($.identifier, $.type))))),
    binary_expression: ($) => binary($._expression, () => true),
    _binary_in_angles: ($) =>
      choice(
        binary($._in_angles, (operator) => operator !== ">"),
        seq($._in_angles, field("operator", ">"), $.number),
      ),

    number: () => /[0-9]+/,
    identifier: () => /[0-9]*[A-Za-z_][A-Za-z_0-9]*/,
    string: () => /"[^"\n]*"/,
    comment: () =>
      token(choice(seq("//", /[^\n]*/), seq("--", /[^\n]*/), seq("#", /[^\n]*/), seq("/*", /[^*]*\*+([^/*][^*]*\*+)*/, "/"))),
  },
});
