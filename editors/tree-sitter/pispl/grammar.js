// PISPL: ISPL with templates for any number of agents.

const ispl = require("../ispl/grammar.js");

const listOf = (item) => seq(item, repeat(seq(",", item)), optional(","));
const section = (name, ...inside) => seq(name, optional(":"), ...inside, "end", name);

module.exports = grammar(ispl, {
  name: "pispl",

  rules: {
    source_file: ($) => seq(optional($.semantics), repeat($.template), repeat(choice($.evaluation, $.formulae))),

    semantics: ($) => seq("Semantics", "=", field("value", choice("Interleaved", "Synchronous")), ";"),
    template: ($) => seq("Template", field("name", $._agent_name), repeat($._template_section), "end", "Template"),
    _template_section: ($) => choice($.vars, $.initial_state, $.actions, $.protocol, $.evolution),
    vars: ($) => section("Vars", repeat($.variable)),
    initial_state: ($) => section("InitState", $._condition, ";"),
    actions: ($) =>
      choice(
        seq("Actions", "=", $._action_set, ";"),
        section("Actions", repeat(seq($.action_type, "=", $._action_set, ";"))),
      ),
    action_type: ($) =>
      choice(
        "Asynchronous",
        "AgentEnvironment",
        "RoleSynchronous",
        "GlobalSynchronous",
        seq("MultiRole", "(", $._agent_name, ")"),
      ),
    protocol: ($) => section("Protocol", repeat($.protocol_line)),
    evolution: ($) => section("Evolution", repeat($.evolution_line)),

    formula: ($) => seq(optional($.binder), optional($.logic), $._formula, ";"),
    binder: ($) => seq("(", listOf($.bound_agents), ")"),
    bound_agents: ($) => seq(field("role", $._agent_name), ":", "{", listOf($.identifier), "}"),

    _condition: ($, original) => choice(original, $.global_action),
    _formula: ($, original) => choice(original, $.indexed),
    indexed: ($) => seq(field("name", $.identifier), "(", field("agent", $.identifier), ")"),
    global_action: ($) => choice(seq(alias($.identifier, $.action), "in", "GlobalAction"), seq("GlobalAction", "=", alias($.identifier, $.action))),
    _knower: ($) => choice($._member_of_group, seq("{", listOf($._member_of_group), "}")),
    _member_of_group: ($) => seq($._agent_name, optional(seq("(", $.identifier, ")"))),
  },
});
