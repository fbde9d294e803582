// ISPL, the language of MCMAS.

const listOf = (item) => seq(item, repeat(seq(",", item)), optional(","));

/** Operators of conditions and of formulas, from loose to tight. */
const OPERATORS = [["or"], ["and"], ["=", "<>", "<", "<=", ">", ">="], ["|", "^"], ["&"], ["+", "-"], ["*", "/"]];
const CONNECTIVES = [["->"], ["or"], ["and"], ["U"]];
const TIGHT = OPERATORS.length + 1;

const oneOf = (operators) => field("operator", operators.length === 1 ? operators[0] : choice(...operators));
const unary = (operand, operators) => prec(TIGHT, seq(oneOf(operators), operand));
const binary = (operand, levels) =>
  choice(
    ...levels.map((operators, level) =>
      (operators[0] === "->" ? prec.right : prec.left)(level + 1, seq(operand, oneOf(operators), operand)),
    ),
  );

module.exports = grammar({
  name: "ispl",

  extras: ($) => [/\s/, $.comment],
  word: ($) => $.identifier,

  rules: {
    source_file: ($) =>
      seq(optional($.semantics), repeat($.agent), repeat(choice($.evaluation, $.initial_states, $.groups, $.fairness, $.formulae))),

    semantics: ($) =>
      seq("Semantics", "=", field("value", choice("MultiAssignment", "SingleAssignment", "MA", "SA")), ";"),

    agent: ($) => seq("Agent", field("name", $._agent_name), repeat($._agent_section), "end", "Agent"),
    _agent_name: ($) => choice(alias($.identifier, $.agent_name), $.environment),
    environment: () => "Environment",
    _agent_section: ($) => choice($.obsvars, $.lobsvars, $.vars, $.red_states, $.actions, $.protocol, $.evolution),
    obsvars: ($) => seq("Obsvars", ":", repeat($.variable), "end", "Obsvars"),
    lobsvars: ($) => seq("Lobsvars", "=", "{", optional(listOf($.identifier)), "}", ";"),
    vars: ($) => seq("Vars", ":", repeat($.variable), "end", "Vars"),
    red_states: ($) => seq("RedStates", ":", optional(seq($._condition, ";")), "end", "RedStates"),
    actions: ($) => seq("Actions", "=", $._action_set, ";"),
    _action_set: ($) => seq("{", optional(listOf(alias($.identifier, $.action))), "}"),
    protocol: ($) => seq("Protocol", ":", repeat($.protocol_line), "end", "Protocol"),
    protocol_line: ($) => seq(field("condition", choice("Other", $._condition)), ":", $._action_set, ";"),
    evolution: ($) => seq("Evolution", ":", repeat($.evolution_line), "end", "Evolution"),
    evolution_line: ($) => seq(field("effect", $._condition), "if", field("condition", $._condition), ";"),

    variable: ($) => seq(field("name", $.identifier), ":", field("type", $._type), ";"),
    _type: ($) => choice($.boolean_type, $.range, $.enumeration),
    boolean_type: () => "boolean",
    range: ($) => seq($._integer, "..", $._integer),
    _integer: ($) => seq(optional("-"), $.number),
    enumeration: ($) => seq("{", listOf(alias($.identifier, $.value)), "}"),

    evaluation: ($) => seq("Evaluation", repeat($.proposition), "end", "Evaluation"),
    proposition: ($) => seq(field("name", $.identifier), "if", field("condition", $._condition), ";"),
    initial_states: ($) => seq("InitStates", repeat(seq($._condition, ";")), "end", "InitStates"),
    groups: ($) => seq("Groups", repeat($.group), "end", "Groups"),
    group: ($) => seq(field("name", $.identifier), "=", "{", listOf($._agent_name), "}", ";"),
    fairness: ($) => seq("Fairness", repeat(seq($._formula, ";")), "end", "Fairness"),
    formulae: ($) => seq("Formulae", repeat($.formula), "end", "Formulae"),
    formula: ($) => seq(optional($.logic), $._formula, ";"),
    logic: () => choice("LTL", "CTL*"),

    _condition: ($) =>
      choice(
        $.identifier,
        $.environment,
        $.own_action,
        $.number,
        $.boolean,
        $.member,
        $.unary_expression,
        $.binary_expression,
        $.parenthesized_expression,
      ),
    own_action: () => "Action",
    member: ($) =>
      seq(field("agent", $._agent_name), ".", field("member", choice($.identifier, $.own_action, "RedStates", "GreenStates"))),
    unary_expression: ($) => unary($._condition, ["!", "~", "-"]),
    binary_expression: ($) => binary($._condition, OPERATORS),
    parenthesized_expression: ($) => seq("(", $._condition, ")"),

    _formula: ($) =>
      choice(
        $.identifier,
        $.member,
        $.knowledge,
        $.strategy,
        $.temporal_expression,
        alias($._negation, $.unary_expression),
        alias($._connection, $.binary_expression),
        alias($._parenthesized_formula, $.parenthesized_expression),
      ),
    knowledge: ($) => seq(choice("K", "O", "GK", "GCK", "DK"), "(", $._knower, ",", $._formula, ")"),
    _knower: ($) => $._agent_name,
    strategy: ($) => prec(TIGHT, seq("<", $._knower, ">", $._formula)),
    temporal_expression: ($) => unary($._formula, ["AG", "EG", "AX", "EX", "AF", "EF", "X", "F", "G", "A", "E"]),
    _negation: ($) => unary($._formula, ["!"]),
    _connection: ($) => binary($._formula, CONNECTIVES),
    _parenthesized_formula: ($) => seq("(", $._formula, ")"),

    boolean: () => choice("true", "false"),
    number: () => /[0-9]+/,
    identifier: () => /[A-Za-z][A-Za-z_0-9]*/,
    comment: () => token(seq("--", /[^\n]*/)),
  },
});
