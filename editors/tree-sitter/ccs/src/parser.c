#include "tree_sitter/parser.h"

#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

#define LANGUAGE_VERSION 14
#define STATE_COUNT 147
#define LARGE_STATE_COUNT 2
#define SYMBOL_COUNT 104
#define ALIAS_COUNT 1
#define TOKEN_COUNT 72
#define EXTERNAL_TOKEN_COUNT 0
#define FIELD_COUNT 6
#define MAX_ALIAS_SEQUENCE_LENGTH 7
#define PRODUCTION_ID_COUNT 14

enum ts_symbol_identifiers {
  sym_identifier = 1,
  anon_sym_SEMI = 2,
  anon_sym_agent = 3,
  anon_sym_system = 4,
  anon_sym_EQ = 5,
  anon_sym_u225d = 6,
  anon_sym_set = 7,
  anon_sym_LBRACE = 8,
  anon_sym_COMMA = 9,
  anon_sym_RBRACE = 10,
  anon_sym_PLUS = 11,
  anon_sym_PIPE = 12,
  anon_sym_u2225 = 13,
  anon_sym_PIPE_LBRACK = 14,
  anon_sym_RBRACK_PIPE = 15,
  anon_sym_DOT = 16,
  anon_sym_BSLASH = 17,
  anon_sym_LBRACK = 18,
  anon_sym_RBRACK = 19,
  anon_sym_SLASH = 20,
  anon_sym_LPAREN = 21,
  anon_sym_RPAREN = 22,
  anon_sym_0 = 23,
  anon_sym_nil = 24,
  anon_sym_SQUOTE = 25,
  anon_sym_tau = 26,
  anon_sym_u03c4 = 27,
  anon_sym_property = 28,
  anon_sym_COLON = 29,
  anon_sym_LT_DASH_GT = 30,
  anon_sym_LT_EQ_GT = 31,
  anon_sym_u2194 = 32,
  anon_sym_DASH_GT = 33,
  anon_sym_EQ_GT = 34,
  anon_sym_u2192 = 35,
  anon_sym_PIPE_PIPE = 36,
  anon_sym_u2228 = 37,
  anon_sym_AMP = 38,
  anon_sym_AMP_AMP = 39,
  anon_sym_u2227 = 40,
  anon_sym_U = 41,
  anon_sym_W = 42,
  anon_sym_R = 43,
  anon_sym_BANG = 44,
  anon_sym_u00ac = 45,
  anon_sym_not = 46,
  anon_sym_G = 47,
  anon_sym_F = 48,
  anon_sym_X = 49,
  anon_sym_A = 50,
  anon_sym_E = 51,
  anon_sym_AG = 52,
  anon_sym_AF = 53,
  anon_sym_AX = 54,
  anon_sym_EG = 55,
  anon_sym_EF = 56,
  anon_sym_EX = 57,
  anon_sym_LT = 58,
  anon_sym_GT = 59,
  anon_sym_can = 60,
  anon_sym_does = 61,
  anon_sym_did = 62,
  anon_sym_true = 63,
  anon_sym_false = 64,
  anon_sym_deadlock = 65,
  anon_sym_terminated = 66,
  anon_sym_realisable = 67,
  anon_sym_realizable = 68,
  anon_sym_DASH = 69,
  sym_action = 70,
  sym_comment = 71,
  sym_source_file = 72,
  sym_definition = 73,
  sym_set = 74,
  sym__process = 75,
  sym_choice = 76,
  sym_parallel = 77,
  sym_synchronisation = 78,
  sym_prefix = 79,
  sym_restriction = 80,
  sym_relabelling = 81,
  sym_renaming = 82,
  sym_parenthesized_process = 83,
  sym_stop = 84,
  sym__action = 85,
  sym_partner = 86,
  sym_tau = 87,
  sym_property = 88,
  sym_property_name = 89,
  sym__formula = 90,
  sym_binary_formula = 91,
  sym_unary_formula = 92,
  sym_modality = 93,
  sym_test = 94,
  sym_atom = 95,
  sym_parenthesized_formula = 96,
  sym_patterns = 97,
  sym_pattern = 98,
  sym__pattern_name = 99,
  aux_sym_source_file_repeat1 = 100,
  aux_sym_set_repeat1 = 101,
  aux_sym_relabelling_repeat1 = 102,
  aux_sym_patterns_repeat1 = 103,
  alias_sym_constant = 104,
};

static const char * const ts_symbol_names[] = {
  [ts_builtin_sym_end] = "end",
  [sym_identifier] = "identifier",
  [anon_sym_SEMI] = ";",
  [anon_sym_agent] = "agent",
  [anon_sym_system] = "system",
  [anon_sym_EQ] = "=",
  [anon_sym_u225d] = "\u225d",
  [anon_sym_set] = "set",
  [anon_sym_LBRACE] = "{",
  [anon_sym_COMMA] = ",",
  [anon_sym_RBRACE] = "}",
  [anon_sym_PLUS] = "+",
  [anon_sym_PIPE] = "|",
  [anon_sym_u2225] = "\u2225",
  [anon_sym_PIPE_LBRACK] = "|[",
  [anon_sym_RBRACK_PIPE] = "]|",
  [anon_sym_DOT] = ".",
  [anon_sym_BSLASH] = "\\",
  [anon_sym_LBRACK] = "[",
  [anon_sym_RBRACK] = "]",
  [anon_sym_SLASH] = "/",
  [anon_sym_LPAREN] = "(",
  [anon_sym_RPAREN] = ")",
  [anon_sym_0] = "0",
  [anon_sym_nil] = "nil",
  [anon_sym_SQUOTE] = "'",
  [anon_sym_tau] = "tau",
  [anon_sym_u03c4] = "\u03c4",
  [anon_sym_property] = "property",
  [anon_sym_COLON] = ":",
  [anon_sym_LT_DASH_GT] = "<->",
  [anon_sym_LT_EQ_GT] = "<=>",
  [anon_sym_u2194] = "\u2194",
  [anon_sym_DASH_GT] = "->",
  [anon_sym_EQ_GT] = "=>",
  [anon_sym_u2192] = "\u2192",
  [anon_sym_PIPE_PIPE] = "||",
  [anon_sym_u2228] = "\u2228",
  [anon_sym_AMP] = "&",
  [anon_sym_AMP_AMP] = "&&",
  [anon_sym_u2227] = "\u2227",
  [anon_sym_U] = "U",
  [anon_sym_W] = "W",
  [anon_sym_R] = "R",
  [anon_sym_BANG] = "!",
  [anon_sym_u00ac] = "\u00ac",
  [anon_sym_not] = "not",
  [anon_sym_G] = "G",
  [anon_sym_F] = "F",
  [anon_sym_X] = "X",
  [anon_sym_A] = "A",
  [anon_sym_E] = "E",
  [anon_sym_AG] = "AG",
  [anon_sym_AF] = "AF",
  [anon_sym_AX] = "AX",
  [anon_sym_EG] = "EG",
  [anon_sym_EF] = "EF",
  [anon_sym_EX] = "EX",
  [anon_sym_LT] = "<",
  [anon_sym_GT] = ">",
  [anon_sym_can] = "can",
  [anon_sym_does] = "does",
  [anon_sym_did] = "did",
  [anon_sym_true] = "true",
  [anon_sym_false] = "false",
  [anon_sym_deadlock] = "deadlock",
  [anon_sym_terminated] = "terminated",
  [anon_sym_realisable] = "realisable",
  [anon_sym_realizable] = "realizable",
  [anon_sym_DASH] = "-",
  [sym_action] = "action",
  [sym_comment] = "comment",
  [sym_source_file] = "source_file",
  [sym_definition] = "definition",
  [sym_set] = "set",
  [sym__process] = "_process",
  [sym_choice] = "choice",
  [sym_parallel] = "parallel",
  [sym_synchronisation] = "synchronisation",
  [sym_prefix] = "prefix",
  [sym_restriction] = "restriction",
  [sym_relabelling] = "relabelling",
  [sym_renaming] = "renaming",
  [sym_parenthesized_process] = "parenthesized_process",
  [sym_stop] = "stop",
  [sym__action] = "_action",
  [sym_partner] = "partner",
  [sym_tau] = "tau",
  [sym_property] = "property",
  [sym_property_name] = "property_name",
  [sym__formula] = "_formula",
  [sym_binary_formula] = "binary_formula",
  [sym_unary_formula] = "unary_formula",
  [sym_modality] = "modality",
  [sym_test] = "test",
  [sym_atom] = "atom",
  [sym_parenthesized_formula] = "parenthesized_formula",
  [sym_patterns] = "patterns",
  [sym_pattern] = "pattern",
  [sym__pattern_name] = "_pattern_name",
  [aux_sym_source_file_repeat1] = "source_file_repeat1",
  [aux_sym_set_repeat1] = "set_repeat1",
  [aux_sym_relabelling_repeat1] = "relabelling_repeat1",
  [aux_sym_patterns_repeat1] = "patterns_repeat1",
  [alias_sym_constant] = "constant",
};

static const TSSymbol ts_symbol_map[] = {
  [ts_builtin_sym_end] = ts_builtin_sym_end,
  [sym_identifier] = sym_identifier,
  [anon_sym_SEMI] = anon_sym_SEMI,
  [anon_sym_agent] = anon_sym_agent,
  [anon_sym_system] = anon_sym_system,
  [anon_sym_EQ] = anon_sym_EQ,
  [anon_sym_u225d] = anon_sym_u225d,
  [anon_sym_set] = anon_sym_set,
  [anon_sym_LBRACE] = anon_sym_LBRACE,
  [anon_sym_COMMA] = anon_sym_COMMA,
  [anon_sym_RBRACE] = anon_sym_RBRACE,
  [anon_sym_PLUS] = anon_sym_PLUS,
  [anon_sym_PIPE] = anon_sym_PIPE,
  [anon_sym_u2225] = anon_sym_u2225,
  [anon_sym_PIPE_LBRACK] = anon_sym_PIPE_LBRACK,
  [anon_sym_RBRACK_PIPE] = anon_sym_RBRACK_PIPE,
  [anon_sym_DOT] = anon_sym_DOT,
  [anon_sym_BSLASH] = anon_sym_BSLASH,
  [anon_sym_LBRACK] = anon_sym_LBRACK,
  [anon_sym_RBRACK] = anon_sym_RBRACK,
  [anon_sym_SLASH] = anon_sym_SLASH,
  [anon_sym_LPAREN] = anon_sym_LPAREN,
  [anon_sym_RPAREN] = anon_sym_RPAREN,
  [anon_sym_0] = anon_sym_0,
  [anon_sym_nil] = anon_sym_nil,
  [anon_sym_SQUOTE] = anon_sym_SQUOTE,
  [anon_sym_tau] = anon_sym_tau,
  [anon_sym_u03c4] = anon_sym_u03c4,
  [anon_sym_property] = anon_sym_property,
  [anon_sym_COLON] = anon_sym_COLON,
  [anon_sym_LT_DASH_GT] = anon_sym_LT_DASH_GT,
  [anon_sym_LT_EQ_GT] = anon_sym_LT_EQ_GT,
  [anon_sym_u2194] = anon_sym_u2194,
  [anon_sym_DASH_GT] = anon_sym_DASH_GT,
  [anon_sym_EQ_GT] = anon_sym_EQ_GT,
  [anon_sym_u2192] = anon_sym_u2192,
  [anon_sym_PIPE_PIPE] = anon_sym_PIPE_PIPE,
  [anon_sym_u2228] = anon_sym_u2228,
  [anon_sym_AMP] = anon_sym_AMP,
  [anon_sym_AMP_AMP] = anon_sym_AMP_AMP,
  [anon_sym_u2227] = anon_sym_u2227,
  [anon_sym_U] = anon_sym_U,
  [anon_sym_W] = anon_sym_W,
  [anon_sym_R] = anon_sym_R,
  [anon_sym_BANG] = anon_sym_BANG,
  [anon_sym_u00ac] = anon_sym_u00ac,
  [anon_sym_not] = anon_sym_not,
  [anon_sym_G] = anon_sym_G,
  [anon_sym_F] = anon_sym_F,
  [anon_sym_X] = anon_sym_X,
  [anon_sym_A] = anon_sym_A,
  [anon_sym_E] = anon_sym_E,
  [anon_sym_AG] = anon_sym_AG,
  [anon_sym_AF] = anon_sym_AF,
  [anon_sym_AX] = anon_sym_AX,
  [anon_sym_EG] = anon_sym_EG,
  [anon_sym_EF] = anon_sym_EF,
  [anon_sym_EX] = anon_sym_EX,
  [anon_sym_LT] = anon_sym_LT,
  [anon_sym_GT] = anon_sym_GT,
  [anon_sym_can] = anon_sym_can,
  [anon_sym_does] = anon_sym_does,
  [anon_sym_did] = anon_sym_did,
  [anon_sym_true] = anon_sym_true,
  [anon_sym_false] = anon_sym_false,
  [anon_sym_deadlock] = anon_sym_deadlock,
  [anon_sym_terminated] = anon_sym_terminated,
  [anon_sym_realisable] = anon_sym_realisable,
  [anon_sym_realizable] = anon_sym_realizable,
  [anon_sym_DASH] = anon_sym_DASH,
  [sym_action] = sym_action,
  [sym_comment] = sym_comment,
  [sym_source_file] = sym_source_file,
  [sym_definition] = sym_definition,
  [sym_set] = sym_set,
  [sym__process] = sym__process,
  [sym_choice] = sym_choice,
  [sym_parallel] = sym_parallel,
  [sym_synchronisation] = sym_synchronisation,
  [sym_prefix] = sym_prefix,
  [sym_restriction] = sym_restriction,
  [sym_relabelling] = sym_relabelling,
  [sym_renaming] = sym_renaming,
  [sym_parenthesized_process] = sym_parenthesized_process,
  [sym_stop] = sym_stop,
  [sym__action] = sym__action,
  [sym_partner] = sym_partner,
  [sym_tau] = sym_tau,
  [sym_property] = sym_property,
  [sym_property_name] = sym_property_name,
  [sym__formula] = sym__formula,
  [sym_binary_formula] = sym_binary_formula,
  [sym_unary_formula] = sym_unary_formula,
  [sym_modality] = sym_modality,
  [sym_test] = sym_test,
  [sym_atom] = sym_atom,
  [sym_parenthesized_formula] = sym_parenthesized_formula,
  [sym_patterns] = sym_patterns,
  [sym_pattern] = sym_pattern,
  [sym__pattern_name] = sym__pattern_name,
  [aux_sym_source_file_repeat1] = aux_sym_source_file_repeat1,
  [aux_sym_set_repeat1] = aux_sym_set_repeat1,
  [aux_sym_relabelling_repeat1] = aux_sym_relabelling_repeat1,
  [aux_sym_patterns_repeat1] = aux_sym_patterns_repeat1,
  [alias_sym_constant] = alias_sym_constant,
};

static const TSSymbolMetadata ts_symbol_metadata[] = {
  [ts_builtin_sym_end] = {
    .visible = false,
    .named = true,
  },
  [sym_identifier] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_SEMI] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_agent] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_system] = {
    .visible = true,
    .named = true,
  },
  [anon_sym_EQ] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_u225d] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_set] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LBRACE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_COMMA] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_RBRACE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_PLUS] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_PIPE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_u2225] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_PIPE_LBRACK] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_RBRACK_PIPE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DOT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_BSLASH] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LBRACK] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_RBRACK] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_SLASH] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LPAREN] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_RPAREN] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_0] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_nil] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_SQUOTE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_tau] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_u03c4] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_property] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_COLON] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LT_DASH_GT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LT_EQ_GT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_u2194] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DASH_GT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_EQ_GT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_u2192] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_PIPE_PIPE] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_u2228] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_AMP] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_AMP_AMP] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_u2227] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_U] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_W] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_R] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_BANG] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_u00ac] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_not] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_G] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_F] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_X] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_A] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_E] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_AG] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_AF] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_AX] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_EG] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_EF] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_EX] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_LT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_GT] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_can] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_does] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_did] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_true] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_false] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_deadlock] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_terminated] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_realisable] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_realizable] = {
    .visible = true,
    .named = false,
  },
  [anon_sym_DASH] = {
    .visible = true,
    .named = false,
  },
  [sym_action] = {
    .visible = true,
    .named = true,
  },
  [sym_comment] = {
    .visible = true,
    .named = true,
  },
  [sym_source_file] = {
    .visible = true,
    .named = true,
  },
  [sym_definition] = {
    .visible = true,
    .named = true,
  },
  [sym_set] = {
    .visible = true,
    .named = true,
  },
  [sym__process] = {
    .visible = false,
    .named = true,
  },
  [sym_choice] = {
    .visible = true,
    .named = true,
  },
  [sym_parallel] = {
    .visible = true,
    .named = true,
  },
  [sym_synchronisation] = {
    .visible = true,
    .named = true,
  },
  [sym_prefix] = {
    .visible = true,
    .named = true,
  },
  [sym_restriction] = {
    .visible = true,
    .named = true,
  },
  [sym_relabelling] = {
    .visible = true,
    .named = true,
  },
  [sym_renaming] = {
    .visible = true,
    .named = true,
  },
  [sym_parenthesized_process] = {
    .visible = true,
    .named = true,
  },
  [sym_stop] = {
    .visible = true,
    .named = true,
  },
  [sym__action] = {
    .visible = false,
    .named = true,
  },
  [sym_partner] = {
    .visible = true,
    .named = true,
  },
  [sym_tau] = {
    .visible = true,
    .named = true,
  },
  [sym_property] = {
    .visible = true,
    .named = true,
  },
  [sym_property_name] = {
    .visible = true,
    .named = true,
  },
  [sym__formula] = {
    .visible = false,
    .named = true,
  },
  [sym_binary_formula] = {
    .visible = true,
    .named = true,
  },
  [sym_unary_formula] = {
    .visible = true,
    .named = true,
  },
  [sym_modality] = {
    .visible = true,
    .named = true,
  },
  [sym_test] = {
    .visible = true,
    .named = true,
  },
  [sym_atom] = {
    .visible = true,
    .named = true,
  },
  [sym_parenthesized_formula] = {
    .visible = true,
    .named = true,
  },
  [sym_patterns] = {
    .visible = true,
    .named = true,
  },
  [sym_pattern] = {
    .visible = true,
    .named = true,
  },
  [sym__pattern_name] = {
    .visible = false,
    .named = true,
  },
  [aux_sym_source_file_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_set_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_relabelling_repeat1] = {
    .visible = false,
    .named = false,
  },
  [aux_sym_patterns_repeat1] = {
    .visible = false,
    .named = false,
  },
  [alias_sym_constant] = {
    .visible = true,
    .named = true,
  },
};

enum ts_field_identifiers {
  field_action = 1,
  field_formula = 2,
  field_name = 3,
  field_new = 4,
  field_old = 5,
  field_process = 6,
};

static const char * const ts_field_names[] = {
  [0] = NULL,
  [field_action] = "action",
  [field_formula] = "formula",
  [field_name] = "name",
  [field_new] = "new",
  [field_old] = "old",
  [field_process] = "process",
};

static const TSFieldMapSlice ts_field_map_slices[PRODUCTION_ID_COUNT] = {
  [3] = {.index = 0, .length = 2},
  [4] = {.index = 0, .length = 2},
  [5] = {.index = 2, .length = 2},
  [6] = {.index = 2, .length = 2},
  [8] = {.index = 4, .length = 2},
  [10] = {.index = 6, .length = 1},
  [11] = {.index = 7, .length = 1},
  [13] = {.index = 8, .length = 2},
};

static const TSFieldMapEntry ts_field_map_entries[] = {
  [0] =
    {field_name, 0},
    {field_process, 2},
  [2] =
    {field_name, 1},
    {field_process, 3},
  [4] =
    {field_formula, 3},
    {field_name, 1},
  [6] =
    {field_action, 0},
  [7] =
    {field_name, 1},
  [8] =
    {field_new, 0},
    {field_old, 2},
};

static const TSSymbol ts_alias_sequences[PRODUCTION_ID_COUNT][MAX_ALIAS_SEQUENCE_LENGTH] = {
  [0] = {0},
  [1] = {
    [0] = sym_identifier,
  },
  [2] = {
    [0] = alias_sym_constant,
  },
  [4] = {
    [0] = alias_sym_constant,
  },
  [6] = {
    [1] = alias_sym_constant,
  },
  [7] = {
    [0] = sym_action,
  },
  [9] = {
    [2] = alias_sym_constant,
  },
  [11] = {
    [1] = alias_sym_constant,
  },
  [12] = {
    [1] = alias_sym_constant,
  },
};

static const uint16_t ts_non_terminal_alias_map[] = {
  0,
};

static const TSStateId ts_primary_state_ids[STATE_COUNT] = {
  [0] = 0,
  [1] = 1,
  [2] = 2,
  [3] = 3,
  [4] = 4,
  [5] = 5,
  [6] = 6,
  [7] = 7,
  [8] = 8,
  [9] = 9,
  [10] = 10,
  [11] = 11,
  [12] = 12,
  [13] = 13,
  [14] = 14,
  [15] = 15,
  [16] = 16,
  [17] = 17,
  [18] = 18,
  [19] = 19,
  [20] = 20,
  [21] = 21,
  [22] = 22,
  [23] = 23,
  [24] = 24,
  [25] = 25,
  [26] = 26,
  [27] = 27,
  [28] = 28,
  [29] = 29,
  [30] = 30,
  [31] = 31,
  [32] = 32,
  [33] = 33,
  [34] = 34,
  [35] = 13,
  [36] = 12,
  [37] = 37,
  [38] = 38,
  [39] = 39,
  [40] = 40,
  [41] = 41,
  [42] = 42,
  [43] = 43,
  [44] = 44,
  [45] = 45,
  [46] = 46,
  [47] = 47,
  [48] = 48,
  [49] = 49,
  [50] = 50,
  [51] = 51,
  [52] = 52,
  [53] = 53,
  [54] = 54,
  [55] = 55,
  [56] = 56,
  [57] = 57,
  [58] = 58,
  [59] = 59,
  [60] = 60,
  [61] = 57,
  [62] = 62,
  [63] = 63,
  [64] = 64,
  [65] = 62,
  [66] = 66,
  [67] = 67,
  [68] = 68,
  [69] = 69,
  [70] = 70,
  [71] = 71,
  [72] = 72,
  [73] = 73,
  [74] = 67,
  [75] = 75,
  [76] = 76,
  [77] = 77,
  [78] = 66,
  [79] = 79,
  [80] = 80,
  [81] = 81,
  [82] = 73,
  [83] = 83,
  [84] = 84,
  [85] = 85,
  [86] = 86,
  [87] = 87,
  [88] = 88,
  [89] = 89,
  [90] = 90,
  [91] = 91,
  [92] = 92,
  [93] = 90,
  [94] = 94,
  [95] = 95,
  [96] = 96,
  [97] = 97,
  [98] = 98,
  [99] = 99,
  [100] = 100,
  [101] = 100,
  [102] = 102,
  [103] = 103,
  [104] = 104,
  [105] = 105,
  [106] = 106,
  [107] = 107,
  [108] = 92,
  [109] = 109,
  [110] = 98,
  [111] = 111,
  [112] = 112,
  [113] = 113,
  [114] = 114,
  [115] = 97,
  [116] = 116,
  [117] = 117,
  [118] = 99,
  [119] = 119,
  [120] = 120,
  [121] = 121,
  [122] = 122,
  [123] = 123,
  [124] = 124,
  [125] = 125,
  [126] = 126,
  [127] = 127,
  [128] = 128,
  [129] = 129,
  [130] = 130,
  [131] = 131,
  [132] = 132,
  [133] = 133,
  [134] = 134,
  [135] = 135,
  [136] = 136,
  [137] = 137,
  [138] = 138,
  [139] = 139,
  [140] = 140,
  [141] = 141,
  [142] = 142,
  [143] = 143,
  [144] = 144,
  [145] = 129,
  [146] = 141,
};

static bool ts_lex(TSLexer *lexer, TSStateId state) {
  START_LEXER();
  eof = lexer->eof(lexer);
  switch (state) {
    case 0:
      if (eof) ADVANCE(77);
      ADVANCE_MAP(
        '!', 122,
        '&', 119,
        '\'', 105,
        '(', 100,
        ')', 101,
        '+', 88,
        ',', 86,
        '-', 147,
        '.', 95,
        '/', 99,
        '0', 102,
        ':', 110,
        ';', 78,
        '<', 127,
        '=', 82,
        '>', 128,
        '[', 97,
        '\\', 96,
        ']', 98,
        'a', 38,
        'c', 12,
        'd', 34,
        'f', 13,
        'n', 40,
        'p', 57,
        'r', 37,
        's', 31,
        't', 14,
        '{', 85,
        '|', 90,
        '}', 87,
        0xac, 123,
        0x3c4, 108,
        0x2192, 116,
        0x2194, 113,
        0x2225, 92,
        0x2227, 121,
        0x2228, 118,
        0x225d, 83,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(0);
      if (('A' <= lookahead && lookahead <= 'Z')) ADVANCE(195);
      END_STATE();
    case 1:
      ADVANCE_MAP(
        '!', 122,
        '\'', 105,
        '(', 100,
        ')', 101,
        ',', 86,
        '-', 5,
        '/', 8,
        ':', 110,
        '<', 126,
        '=', 81,
        '>', 128,
        '[', 97,
        ']', 73,
        'c', 148,
        'd', 168,
        'f', 149,
        'n', 184,
        'r', 170,
        't', 150,
        '}', 87,
        0xac, 123,
        0x3c4, 108,
        0x225d, 83,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(1);
      if (lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      if (('A' <= lookahead && lookahead <= 'Z')) ADVANCE(195);
      END_STATE();
    case 2:
      ADVANCE_MAP(
        '\'', 105,
        '(', 100,
        '-', 4,
        '/', 8,
        '0', 102,
        'n', 173,
        't', 151,
        0x3c4, 108,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(2);
      if (lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      if (('A' <= lookahead && lookahead <= 'Z')) ADVANCE(195);
      END_STATE();
    case 3:
      ADVANCE_MAP(
        '\'', 105,
        ')', 101,
        '-', 147,
        '/', 8,
        '>', 128,
        ']', 98,
        't', 151,
        '{', 85,
        '}', 87,
        0x3c4, 108,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(3);
      if (lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      if (('A' <= lookahead && lookahead <= 'Z')) ADVANCE(195);
      END_STATE();
    case 4:
      if (lookahead == '-') ADVANCE(196);
      END_STATE();
    case 5:
      if (lookahead == '-') ADVANCE(196);
      if (lookahead == '>') ADVANCE(114);
      END_STATE();
    case 6:
      if (lookahead == '-') ADVANCE(10);
      if (lookahead == '=') ADVANCE(11);
      END_STATE();
    case 7:
      if (lookahead == '-') ADVANCE(4);
      if (lookahead == '/') ADVANCE(8);
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(7);
      if (('A' <= lookahead && lookahead <= 'Z')) ADVANCE(195);
      if (lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 8:
      if (lookahead == '/') ADVANCE(196);
      END_STATE();
    case 9:
      if (lookahead == '>') ADVANCE(115);
      END_STATE();
    case 10:
      if (lookahead == '>') ADVANCE(111);
      END_STATE();
    case 11:
      if (lookahead == '>') ADVANCE(112);
      END_STATE();
    case 12:
      if (lookahead == 'a') ADVANCE(51);
      END_STATE();
    case 13:
      if (lookahead == 'a') ADVANCE(46);
      END_STATE();
    case 14:
      if (lookahead == 'a') ADVANCE(70);
      if (lookahead == 'e') ADVANCE(58);
      if (lookahead == 'r') ADVANCE(71);
      END_STATE();
    case 15:
      if (lookahead == 'a') ADVANCE(20);
      END_STATE();
    case 16:
      if (lookahead == 'a') ADVANCE(25);
      END_STATE();
    case 17:
      if (lookahead == 'a') ADVANCE(44);
      END_STATE();
    case 18:
      if (lookahead == 'a') ADVANCE(69);
      END_STATE();
    case 19:
      if (lookahead == 'a') ADVANCE(21);
      END_STATE();
    case 20:
      if (lookahead == 'b') ADVANCE(47);
      END_STATE();
    case 21:
      if (lookahead == 'b') ADVANCE(48);
      END_STATE();
    case 22:
      if (lookahead == 'c') ADVANCE(42);
      END_STATE();
    case 23:
      if (lookahead == 'd') ADVANCE(133);
      END_STATE();
    case 24:
      if (lookahead == 'd') ADVANCE(141);
      END_STATE();
    case 25:
      if (lookahead == 'd') ADVANCE(45);
      END_STATE();
    case 26:
      if (lookahead == 'e') ADVANCE(135);
      END_STATE();
    case 27:
      if (lookahead == 'e') ADVANCE(137);
      END_STATE();
    case 28:
      if (lookahead == 'e') ADVANCE(143);
      END_STATE();
    case 29:
      if (lookahead == 'e') ADVANCE(145);
      END_STATE();
    case 30:
      if (lookahead == 'e') ADVANCE(52);
      END_STATE();
    case 31:
      if (lookahead == 'e') ADVANCE(65);
      if (lookahead == 'y') ADVANCE(61);
      END_STATE();
    case 32:
      if (lookahead == 'e') ADVANCE(60);
      END_STATE();
    case 33:
      if (lookahead == 'e') ADVANCE(49);
      END_STATE();
    case 34:
      if (lookahead == 'e') ADVANCE(16);
      if (lookahead == 'i') ADVANCE(23);
      if (lookahead == 'o') ADVANCE(32);
      END_STATE();
    case 35:
      if (lookahead == 'e') ADVANCE(59);
      END_STATE();
    case 36:
      if (lookahead == 'e') ADVANCE(24);
      END_STATE();
    case 37:
      if (lookahead == 'e') ADVANCE(17);
      END_STATE();
    case 38:
      if (lookahead == 'g') ADVANCE(30);
      END_STATE();
    case 39:
      if (lookahead == 'i') ADVANCE(62);
      END_STATE();
    case 40:
      if (lookahead == 'i') ADVANCE(43);
      if (lookahead == 'o') ADVANCE(64);
      END_STATE();
    case 41:
      if (lookahead == 'i') ADVANCE(53);
      END_STATE();
    case 42:
      if (lookahead == 'k') ADVANCE(139);
      END_STATE();
    case 43:
      if (lookahead == 'l') ADVANCE(103);
      END_STATE();
    case 44:
      if (lookahead == 'l') ADVANCE(39);
      END_STATE();
    case 45:
      if (lookahead == 'l') ADVANCE(55);
      END_STATE();
    case 46:
      if (lookahead == 'l') ADVANCE(63);
      END_STATE();
    case 47:
      if (lookahead == 'l') ADVANCE(28);
      END_STATE();
    case 48:
      if (lookahead == 'l') ADVANCE(29);
      END_STATE();
    case 49:
      if (lookahead == 'm') ADVANCE(80);
      END_STATE();
    case 50:
      if (lookahead == 'm') ADVANCE(41);
      END_STATE();
    case 51:
      if (lookahead == 'n') ADVANCE(129);
      END_STATE();
    case 52:
      if (lookahead == 'n') ADVANCE(66);
      END_STATE();
    case 53:
      if (lookahead == 'n') ADVANCE(18);
      END_STATE();
    case 54:
      if (lookahead == 'o') ADVANCE(56);
      END_STATE();
    case 55:
      if (lookahead == 'o') ADVANCE(22);
      END_STATE();
    case 56:
      if (lookahead == 'p') ADVANCE(35);
      END_STATE();
    case 57:
      if (lookahead == 'r') ADVANCE(54);
      END_STATE();
    case 58:
      if (lookahead == 'r') ADVANCE(50);
      END_STATE();
    case 59:
      if (lookahead == 'r') ADVANCE(67);
      END_STATE();
    case 60:
      if (lookahead == 's') ADVANCE(131);
      END_STATE();
    case 61:
      if (lookahead == 's') ADVANCE(68);
      END_STATE();
    case 62:
      if (lookahead == 's') ADVANCE(15);
      if (lookahead == 'z') ADVANCE(19);
      END_STATE();
    case 63:
      if (lookahead == 's') ADVANCE(27);
      END_STATE();
    case 64:
      if (lookahead == 't') ADVANCE(124);
      END_STATE();
    case 65:
      if (lookahead == 't') ADVANCE(84);
      END_STATE();
    case 66:
      if (lookahead == 't') ADVANCE(79);
      END_STATE();
    case 67:
      if (lookahead == 't') ADVANCE(72);
      END_STATE();
    case 68:
      if (lookahead == 't') ADVANCE(33);
      END_STATE();
    case 69:
      if (lookahead == 't') ADVANCE(36);
      END_STATE();
    case 70:
      if (lookahead == 'u') ADVANCE(106);
      END_STATE();
    case 71:
      if (lookahead == 'u') ADVANCE(26);
      END_STATE();
    case 72:
      if (lookahead == 'y') ADVANCE(109);
      END_STATE();
    case 73:
      if (lookahead == '|') ADVANCE(94);
      END_STATE();
    case 74:
      if (eof) ADVANCE(77);
      ADVANCE_MAP(
        '&', 119,
        ')', 101,
        ',', 86,
        '-', 5,
        '.', 95,
        '/', 99,
        ':', 110,
        ';', 78,
        '<', 6,
        '=', 9,
        '>', 128,
        ']', 73,
        'a', 38,
        'p', 57,
        's', 31,
        '|', 91,
        '}', 87,
        0x2192, 116,
        0x2194, 113,
        0x2227, 121,
        0x2228, 118,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(74);
      if (('A' <= lookahead && lookahead <= 'Z')) ADVANCE(195);
      END_STATE();
    case 75:
      if (eof) ADVANCE(77);
      ADVANCE_MAP(
        '&', 119,
        ')', 101,
        ',', 86,
        '-', 5,
        '/', 8,
        ':', 110,
        ';', 78,
        '<', 6,
        '=', 9,
        '>', 128,
        ']', 98,
        'a', 38,
        'p', 57,
        's', 31,
        '|', 91,
        0x2192, 116,
        0x2194, 113,
        0x2227, 121,
        0x2228, 118,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(75);
      if (('A' <= lookahead && lookahead <= 'Z')) ADVANCE(195);
      END_STATE();
    case 76:
      if (eof) ADVANCE(77);
      ADVANCE_MAP(
        ')', 101,
        '+', 88,
        ',', 86,
        '-', 5,
        '/', 8,
        ':', 110,
        ';', 78,
        '[', 97,
        '\\', 96,
        ']', 98,
        'a', 38,
        'p', 57,
        's', 31,
        '|', 89,
        0x2225, 92,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(76);
      if (('A' <= lookahead && lookahead <= 'Z')) ADVANCE(195);
      END_STATE();
    case 77:
      ACCEPT_TOKEN(ts_builtin_sym_end);
      END_STATE();
    case 78:
      ACCEPT_TOKEN(anon_sym_SEMI);
      END_STATE();
    case 79:
      ACCEPT_TOKEN(anon_sym_agent);
      END_STATE();
    case 80:
      ACCEPT_TOKEN(anon_sym_system);
      END_STATE();
    case 81:
      ACCEPT_TOKEN(anon_sym_EQ);
      END_STATE();
    case 82:
      ACCEPT_TOKEN(anon_sym_EQ);
      if (lookahead == '>') ADVANCE(115);
      END_STATE();
    case 83:
      ACCEPT_TOKEN(anon_sym_u225d);
      END_STATE();
    case 84:
      ACCEPT_TOKEN(anon_sym_set);
      END_STATE();
    case 85:
      ACCEPT_TOKEN(anon_sym_LBRACE);
      END_STATE();
    case 86:
      ACCEPT_TOKEN(anon_sym_COMMA);
      END_STATE();
    case 87:
      ACCEPT_TOKEN(anon_sym_RBRACE);
      END_STATE();
    case 88:
      ACCEPT_TOKEN(anon_sym_PLUS);
      END_STATE();
    case 89:
      ACCEPT_TOKEN(anon_sym_PIPE);
      if (lookahead == '[') ADVANCE(93);
      END_STATE();
    case 90:
      ACCEPT_TOKEN(anon_sym_PIPE);
      if (lookahead == '[') ADVANCE(93);
      if (lookahead == '|') ADVANCE(117);
      END_STATE();
    case 91:
      ACCEPT_TOKEN(anon_sym_PIPE);
      if (lookahead == '|') ADVANCE(117);
      END_STATE();
    case 92:
      ACCEPT_TOKEN(anon_sym_u2225);
      END_STATE();
    case 93:
      ACCEPT_TOKEN(anon_sym_PIPE_LBRACK);
      END_STATE();
    case 94:
      ACCEPT_TOKEN(anon_sym_RBRACK_PIPE);
      END_STATE();
    case 95:
      ACCEPT_TOKEN(anon_sym_DOT);
      END_STATE();
    case 96:
      ACCEPT_TOKEN(anon_sym_BSLASH);
      END_STATE();
    case 97:
      ACCEPT_TOKEN(anon_sym_LBRACK);
      END_STATE();
    case 98:
      ACCEPT_TOKEN(anon_sym_RBRACK);
      END_STATE();
    case 99:
      ACCEPT_TOKEN(anon_sym_SLASH);
      if (lookahead == '/') ADVANCE(196);
      END_STATE();
    case 100:
      ACCEPT_TOKEN(anon_sym_LPAREN);
      END_STATE();
    case 101:
      ACCEPT_TOKEN(anon_sym_RPAREN);
      END_STATE();
    case 102:
      ACCEPT_TOKEN(anon_sym_0);
      END_STATE();
    case 103:
      ACCEPT_TOKEN(anon_sym_nil);
      END_STATE();
    case 104:
      ACCEPT_TOKEN(anon_sym_nil);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 105:
      ACCEPT_TOKEN(anon_sym_SQUOTE);
      END_STATE();
    case 106:
      ACCEPT_TOKEN(anon_sym_tau);
      END_STATE();
    case 107:
      ACCEPT_TOKEN(anon_sym_tau);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 108:
      ACCEPT_TOKEN(anon_sym_u03c4);
      END_STATE();
    case 109:
      ACCEPT_TOKEN(anon_sym_property);
      END_STATE();
    case 110:
      ACCEPT_TOKEN(anon_sym_COLON);
      END_STATE();
    case 111:
      ACCEPT_TOKEN(anon_sym_LT_DASH_GT);
      END_STATE();
    case 112:
      ACCEPT_TOKEN(anon_sym_LT_EQ_GT);
      END_STATE();
    case 113:
      ACCEPT_TOKEN(anon_sym_u2194);
      END_STATE();
    case 114:
      ACCEPT_TOKEN(anon_sym_DASH_GT);
      END_STATE();
    case 115:
      ACCEPT_TOKEN(anon_sym_EQ_GT);
      END_STATE();
    case 116:
      ACCEPT_TOKEN(anon_sym_u2192);
      END_STATE();
    case 117:
      ACCEPT_TOKEN(anon_sym_PIPE_PIPE);
      END_STATE();
    case 118:
      ACCEPT_TOKEN(anon_sym_u2228);
      END_STATE();
    case 119:
      ACCEPT_TOKEN(anon_sym_AMP);
      if (lookahead == '&') ADVANCE(120);
      END_STATE();
    case 120:
      ACCEPT_TOKEN(anon_sym_AMP_AMP);
      END_STATE();
    case 121:
      ACCEPT_TOKEN(anon_sym_u2227);
      END_STATE();
    case 122:
      ACCEPT_TOKEN(anon_sym_BANG);
      END_STATE();
    case 123:
      ACCEPT_TOKEN(anon_sym_u00ac);
      END_STATE();
    case 124:
      ACCEPT_TOKEN(anon_sym_not);
      END_STATE();
    case 125:
      ACCEPT_TOKEN(anon_sym_not);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 126:
      ACCEPT_TOKEN(anon_sym_LT);
      if (lookahead == '-') ADVANCE(10);
      END_STATE();
    case 127:
      ACCEPT_TOKEN(anon_sym_LT);
      if (lookahead == '-') ADVANCE(10);
      if (lookahead == '=') ADVANCE(11);
      END_STATE();
    case 128:
      ACCEPT_TOKEN(anon_sym_GT);
      END_STATE();
    case 129:
      ACCEPT_TOKEN(anon_sym_can);
      END_STATE();
    case 130:
      ACCEPT_TOKEN(anon_sym_can);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 131:
      ACCEPT_TOKEN(anon_sym_does);
      END_STATE();
    case 132:
      ACCEPT_TOKEN(anon_sym_does);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 133:
      ACCEPT_TOKEN(anon_sym_did);
      END_STATE();
    case 134:
      ACCEPT_TOKEN(anon_sym_did);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 135:
      ACCEPT_TOKEN(anon_sym_true);
      END_STATE();
    case 136:
      ACCEPT_TOKEN(anon_sym_true);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 137:
      ACCEPT_TOKEN(anon_sym_false);
      END_STATE();
    case 138:
      ACCEPT_TOKEN(anon_sym_false);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 139:
      ACCEPT_TOKEN(anon_sym_deadlock);
      END_STATE();
    case 140:
      ACCEPT_TOKEN(anon_sym_deadlock);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 141:
      ACCEPT_TOKEN(anon_sym_terminated);
      END_STATE();
    case 142:
      ACCEPT_TOKEN(anon_sym_terminated);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 143:
      ACCEPT_TOKEN(anon_sym_realisable);
      END_STATE();
    case 144:
      ACCEPT_TOKEN(anon_sym_realisable);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 145:
      ACCEPT_TOKEN(anon_sym_realizable);
      END_STATE();
    case 146:
      ACCEPT_TOKEN(anon_sym_realizable);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 147:
      ACCEPT_TOKEN(anon_sym_DASH);
      if (lookahead == '-') ADVANCE(196);
      END_STATE();
    case 148:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'a') ADVANCE(182);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 149:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'a') ADVANCE(178);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 150:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'a') ADVANCE(192);
      if (lookahead == 'e') ADVANCE(186);
      if (lookahead == 'r') ADVANCE(193);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 151:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'a') ADVANCE(192);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 152:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'a') ADVANCE(157);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 153:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'a') ADVANCE(162);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 154:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'a') ADVANCE(175);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 155:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'a') ADVANCE(191);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 156:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'a') ADVANCE(158);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('b' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 157:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'b') ADVANCE(179);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 158:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'b') ADVANCE(180);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 159:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'c') ADVANCE(174);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 160:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'd') ADVANCE(134);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 161:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'd') ADVANCE(142);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 162:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'd') ADVANCE(177);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 163:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'e') ADVANCE(187);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 164:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'e') ADVANCE(136);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 165:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'e') ADVANCE(138);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 166:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'e') ADVANCE(144);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 167:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'e') ADVANCE(146);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 168:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'e') ADVANCE(153);
      if (lookahead == 'i') ADVANCE(160);
      if (lookahead == 'o') ADVANCE(163);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 169:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'e') ADVANCE(161);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 170:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'e') ADVANCE(154);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 171:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'i') ADVANCE(189);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 172:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'i') ADVANCE(183);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 173:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'i') ADVANCE(176);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 174:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'k') ADVANCE(140);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 175:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'l') ADVANCE(171);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 176:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'l') ADVANCE(104);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 177:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'l') ADVANCE(185);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 178:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'l') ADVANCE(188);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 179:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'l') ADVANCE(166);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 180:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'l') ADVANCE(167);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 181:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'm') ADVANCE(172);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 182:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'n') ADVANCE(130);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 183:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'n') ADVANCE(155);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 184:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'o') ADVANCE(190);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 185:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'o') ADVANCE(159);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 186:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'r') ADVANCE(181);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 187:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 's') ADVANCE(132);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 188:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 's') ADVANCE(165);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 189:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 's') ADVANCE(152);
      if (lookahead == 'z') ADVANCE(156);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'y')) ADVANCE(194);
      END_STATE();
    case 190:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 't') ADVANCE(125);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 191:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 't') ADVANCE(169);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 192:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'u') ADVANCE(107);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 193:
      ACCEPT_TOKEN(sym_action);
      if (lookahead == 'u') ADVANCE(164);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 194:
      ACCEPT_TOKEN(sym_action);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(194);
      END_STATE();
    case 195:
      ACCEPT_TOKEN(sym_identifier);
      if (('0' <= lookahead && lookahead <= '9') ||
          ('A' <= lookahead && lookahead <= 'Z') ||
          lookahead == '_' ||
          ('a' <= lookahead && lookahead <= 'z')) ADVANCE(195);
      END_STATE();
    case 196:
      ACCEPT_TOKEN(sym_comment);
      if (lookahead != 0 &&
          lookahead != '\n') ADVANCE(196);
      END_STATE();
    default:
      return false;
  }
}

static bool ts_lex_keywords(TSLexer *lexer, TSStateId state) {
  START_LEXER();
  eof = lexer->eof(lexer);
  switch (state) {
    case 0:
      ADVANCE_MAP(
        'A', 1,
        'E', 2,
        'F', 3,
        'G', 4,
        'R', 5,
        'U', 6,
        'W', 7,
        'X', 8,
      );
      if (('\t' <= lookahead && lookahead <= '\r') ||
          lookahead == ' ') SKIP(0);
      END_STATE();
    case 1:
      ACCEPT_TOKEN(anon_sym_A);
      if (lookahead == 'F') ADVANCE(9);
      if (lookahead == 'G') ADVANCE(10);
      if (lookahead == 'X') ADVANCE(11);
      END_STATE();
    case 2:
      ACCEPT_TOKEN(anon_sym_E);
      if (lookahead == 'F') ADVANCE(12);
      if (lookahead == 'G') ADVANCE(13);
      if (lookahead == 'X') ADVANCE(14);
      END_STATE();
    case 3:
      ACCEPT_TOKEN(anon_sym_F);
      END_STATE();
    case 4:
      ACCEPT_TOKEN(anon_sym_G);
      END_STATE();
    case 5:
      ACCEPT_TOKEN(anon_sym_R);
      END_STATE();
    case 6:
      ACCEPT_TOKEN(anon_sym_U);
      END_STATE();
    case 7:
      ACCEPT_TOKEN(anon_sym_W);
      END_STATE();
    case 8:
      ACCEPT_TOKEN(anon_sym_X);
      END_STATE();
    case 9:
      ACCEPT_TOKEN(anon_sym_AF);
      END_STATE();
    case 10:
      ACCEPT_TOKEN(anon_sym_AG);
      END_STATE();
    case 11:
      ACCEPT_TOKEN(anon_sym_AX);
      END_STATE();
    case 12:
      ACCEPT_TOKEN(anon_sym_EF);
      END_STATE();
    case 13:
      ACCEPT_TOKEN(anon_sym_EG);
      END_STATE();
    case 14:
      ACCEPT_TOKEN(anon_sym_EX);
      END_STATE();
    default:
      return false;
  }
}

static const TSLexMode ts_lex_modes[STATE_COUNT] = {
  [0] = {.lex_state = 0},
  [1] = {.lex_state = 0},
  [2] = {.lex_state = 1},
  [3] = {.lex_state = 1},
  [4] = {.lex_state = 1},
  [5] = {.lex_state = 1},
  [6] = {.lex_state = 1},
  [7] = {.lex_state = 1},
  [8] = {.lex_state = 1},
  [9] = {.lex_state = 1},
  [10] = {.lex_state = 1},
  [11] = {.lex_state = 1},
  [12] = {.lex_state = 74},
  [13] = {.lex_state = 74},
  [14] = {.lex_state = 75},
  [15] = {.lex_state = 74},
  [16] = {.lex_state = 74},
  [17] = {.lex_state = 74},
  [18] = {.lex_state = 74},
  [19] = {.lex_state = 74},
  [20] = {.lex_state = 74},
  [21] = {.lex_state = 74},
  [22] = {.lex_state = 74},
  [23] = {.lex_state = 74},
  [24] = {.lex_state = 74},
  [25] = {.lex_state = 74},
  [26] = {.lex_state = 74},
  [27] = {.lex_state = 2},
  [28] = {.lex_state = 2},
  [29] = {.lex_state = 2},
  [30] = {.lex_state = 2},
  [31] = {.lex_state = 2},
  [32] = {.lex_state = 2},
  [33] = {.lex_state = 2},
  [34] = {.lex_state = 2},
  [35] = {.lex_state = 76},
  [36] = {.lex_state = 76},
  [37] = {.lex_state = 74},
  [38] = {.lex_state = 0},
  [39] = {.lex_state = 0},
  [40] = {.lex_state = 0},
  [41] = {.lex_state = 0},
  [42] = {.lex_state = 0},
  [43] = {.lex_state = 0},
  [44] = {.lex_state = 0},
  [45] = {.lex_state = 0},
  [46] = {.lex_state = 0},
  [47] = {.lex_state = 0},
  [48] = {.lex_state = 0},
  [49] = {.lex_state = 0},
  [50] = {.lex_state = 0},
  [51] = {.lex_state = 0},
  [52] = {.lex_state = 0},
  [53] = {.lex_state = 0},
  [54] = {.lex_state = 0},
  [55] = {.lex_state = 3},
  [56] = {.lex_state = 3},
  [57] = {.lex_state = 3},
  [58] = {.lex_state = 3},
  [59] = {.lex_state = 0},
  [60] = {.lex_state = 0},
  [61] = {.lex_state = 3},
  [62] = {.lex_state = 3},
  [63] = {.lex_state = 3},
  [64] = {.lex_state = 3},
  [65] = {.lex_state = 3},
  [66] = {.lex_state = 3},
  [67] = {.lex_state = 3},
  [68] = {.lex_state = 3},
  [69] = {.lex_state = 2},
  [70] = {.lex_state = 3},
  [71] = {.lex_state = 2},
  [72] = {.lex_state = 3},
  [73] = {.lex_state = 3},
  [74] = {.lex_state = 3},
  [75] = {.lex_state = 3},
  [76] = {.lex_state = 2},
  [77] = {.lex_state = 3},
  [78] = {.lex_state = 3},
  [79] = {.lex_state = 0},
  [80] = {.lex_state = 2},
  [81] = {.lex_state = 2},
  [82] = {.lex_state = 3},
  [83] = {.lex_state = 3},
  [84] = {.lex_state = 0},
  [85] = {.lex_state = 3},
  [86] = {.lex_state = 0},
  [87] = {.lex_state = 0},
  [88] = {.lex_state = 0},
  [89] = {.lex_state = 0},
  [90] = {.lex_state = 1},
  [91] = {.lex_state = 1},
  [92] = {.lex_state = 0},
  [93] = {.lex_state = 75},
  [94] = {.lex_state = 0},
  [95] = {.lex_state = 0},
  [96] = {.lex_state = 0},
  [97] = {.lex_state = 0},
  [98] = {.lex_state = 0},
  [99] = {.lex_state = 0},
  [100] = {.lex_state = 0},
  [101] = {.lex_state = 0},
  [102] = {.lex_state = 7},
  [103] = {.lex_state = 0},
  [104] = {.lex_state = 0},
  [105] = {.lex_state = 1},
  [106] = {.lex_state = 1},
  [107] = {.lex_state = 0},
  [108] = {.lex_state = 0},
  [109] = {.lex_state = 0},
  [110] = {.lex_state = 0},
  [111] = {.lex_state = 0},
  [112] = {.lex_state = 1},
  [113] = {.lex_state = 0},
  [114] = {.lex_state = 0},
  [115] = {.lex_state = 0},
  [116] = {.lex_state = 0},
  [117] = {.lex_state = 0},
  [118] = {.lex_state = 0},
  [119] = {.lex_state = 1},
  [120] = {.lex_state = 0},
  [121] = {.lex_state = 1},
  [122] = {.lex_state = 1},
  [123] = {.lex_state = 0},
  [124] = {.lex_state = 0},
  [125] = {.lex_state = 1},
  [126] = {.lex_state = 1},
  [127] = {.lex_state = 0},
  [128] = {.lex_state = 0},
  [129] = {.lex_state = 0},
  [130] = {.lex_state = 0},
  [131] = {.lex_state = 0},
  [132] = {.lex_state = 1},
  [133] = {.lex_state = 0},
  [134] = {.lex_state = 1},
  [135] = {.lex_state = 1},
  [136] = {.lex_state = 1},
  [137] = {.lex_state = 0},
  [138] = {.lex_state = 0},
  [139] = {.lex_state = 0},
  [140] = {.lex_state = 0},
  [141] = {.lex_state = 7},
  [142] = {.lex_state = 0},
  [143] = {.lex_state = 0},
  [144] = {.lex_state = 0},
  [145] = {.lex_state = 0},
  [146] = {.lex_state = 7},
};

static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {
  [0] = {
    [ts_builtin_sym_end] = ACTIONS(1),
    [sym_identifier] = ACTIONS(1),
    [anon_sym_SEMI] = ACTIONS(1),
    [anon_sym_agent] = ACTIONS(1),
    [anon_sym_system] = ACTIONS(1),
    [anon_sym_EQ] = ACTIONS(1),
    [anon_sym_u225d] = ACTIONS(1),
    [anon_sym_set] = ACTIONS(1),
    [anon_sym_LBRACE] = ACTIONS(1),
    [anon_sym_COMMA] = ACTIONS(1),
    [anon_sym_RBRACE] = ACTIONS(1),
    [anon_sym_PLUS] = ACTIONS(1),
    [anon_sym_PIPE] = ACTIONS(1),
    [anon_sym_u2225] = ACTIONS(1),
    [anon_sym_PIPE_LBRACK] = ACTIONS(1),
    [anon_sym_DOT] = ACTIONS(1),
    [anon_sym_BSLASH] = ACTIONS(1),
    [anon_sym_LBRACK] = ACTIONS(1),
    [anon_sym_RBRACK] = ACTIONS(1),
    [anon_sym_SLASH] = ACTIONS(1),
    [anon_sym_LPAREN] = ACTIONS(1),
    [anon_sym_RPAREN] = ACTIONS(1),
    [anon_sym_0] = ACTIONS(1),
    [anon_sym_nil] = ACTIONS(1),
    [anon_sym_SQUOTE] = ACTIONS(1),
    [anon_sym_tau] = ACTIONS(1),
    [anon_sym_u03c4] = ACTIONS(1),
    [anon_sym_property] = ACTIONS(1),
    [anon_sym_COLON] = ACTIONS(1),
    [anon_sym_LT_DASH_GT] = ACTIONS(1),
    [anon_sym_LT_EQ_GT] = ACTIONS(1),
    [anon_sym_u2194] = ACTIONS(1),
    [anon_sym_EQ_GT] = ACTIONS(1),
    [anon_sym_u2192] = ACTIONS(1),
    [anon_sym_PIPE_PIPE] = ACTIONS(1),
    [anon_sym_u2228] = ACTIONS(1),
    [anon_sym_AMP] = ACTIONS(1),
    [anon_sym_AMP_AMP] = ACTIONS(1),
    [anon_sym_u2227] = ACTIONS(1),
    [anon_sym_U] = ACTIONS(1),
    [anon_sym_W] = ACTIONS(1),
    [anon_sym_R] = ACTIONS(1),
    [anon_sym_BANG] = ACTIONS(1),
    [anon_sym_u00ac] = ACTIONS(1),
    [anon_sym_not] = ACTIONS(1),
    [anon_sym_G] = ACTIONS(1),
    [anon_sym_F] = ACTIONS(1),
    [anon_sym_X] = ACTIONS(1),
    [anon_sym_A] = ACTIONS(1),
    [anon_sym_E] = ACTIONS(1),
    [anon_sym_AG] = ACTIONS(1),
    [anon_sym_AF] = ACTIONS(1),
    [anon_sym_AX] = ACTIONS(1),
    [anon_sym_EG] = ACTIONS(1),
    [anon_sym_EF] = ACTIONS(1),
    [anon_sym_EX] = ACTIONS(1),
    [anon_sym_LT] = ACTIONS(1),
    [anon_sym_GT] = ACTIONS(1),
    [anon_sym_can] = ACTIONS(1),
    [anon_sym_does] = ACTIONS(1),
    [anon_sym_did] = ACTIONS(1),
    [anon_sym_true] = ACTIONS(1),
    [anon_sym_false] = ACTIONS(1),
    [anon_sym_deadlock] = ACTIONS(1),
    [anon_sym_terminated] = ACTIONS(1),
    [anon_sym_realisable] = ACTIONS(1),
    [anon_sym_realizable] = ACTIONS(1),
    [anon_sym_DASH] = ACTIONS(1),
    [sym_comment] = ACTIONS(3),
  },
  [1] = {
    [sym_source_file] = STATE(138),
    [sym_definition] = STATE(84),
    [sym_set] = STATE(84),
    [sym_property] = STATE(84),
    [aux_sym_source_file_repeat1] = STATE(59),
    [ts_builtin_sym_end] = ACTIONS(5),
    [sym_identifier] = ACTIONS(7),
    [anon_sym_agent] = ACTIONS(9),
    [anon_sym_system] = ACTIONS(11),
    [anon_sym_set] = ACTIONS(13),
    [anon_sym_property] = ACTIONS(15),
    [sym_comment] = ACTIONS(3),
  },
};

static const uint16_t ts_small_parse_table[] = {
  [0] = 15,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(17), 1,
      sym_identifier,
    ACTIONS(19), 1,
      anon_sym_LBRACK,
    ACTIONS(21), 1,
      anon_sym_LPAREN,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(29), 1,
      anon_sym_LT_DASH_GT,
    ACTIONS(35), 1,
      anon_sym_LT,
    ACTIONS(41), 1,
      sym_action,
    ACTIONS(31), 2,
      anon_sym_BANG,
      anon_sym_u00ac,
    ACTIONS(37), 3,
      anon_sym_can,
      anon_sym_does,
      anon_sym_did,
    ACTIONS(39), 6,
      anon_sym_true,
      anon_sym_false,
      anon_sym_deadlock,
      anon_sym_terminated,
      anon_sym_realisable,
      anon_sym_realizable,
    STATE(20), 10,
      sym_partner,
      sym_tau,
      sym__formula,
      sym_binary_formula,
      sym_unary_formula,
      sym_modality,
      sym_test,
      sym_atom,
      sym_parenthesized_formula,
      sym__pattern_name,
    ACTIONS(33), 12,
      anon_sym_not,
      anon_sym_G,
      anon_sym_F,
      anon_sym_X,
      anon_sym_A,
      anon_sym_E,
      anon_sym_AG,
      anon_sym_AF,
      anon_sym_AX,
      anon_sym_EG,
      anon_sym_EF,
      anon_sym_EX,
  [74] = 15,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(17), 1,
      sym_identifier,
    ACTIONS(19), 1,
      anon_sym_LBRACK,
    ACTIONS(21), 1,
      anon_sym_LPAREN,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(29), 1,
      anon_sym_LT_DASH_GT,
    ACTIONS(35), 1,
      anon_sym_LT,
    ACTIONS(43), 1,
      sym_action,
    ACTIONS(31), 2,
      anon_sym_BANG,
      anon_sym_u00ac,
    ACTIONS(37), 3,
      anon_sym_can,
      anon_sym_does,
      anon_sym_did,
    ACTIONS(39), 6,
      anon_sym_true,
      anon_sym_false,
      anon_sym_deadlock,
      anon_sym_terminated,
      anon_sym_realisable,
      anon_sym_realizable,
    STATE(26), 10,
      sym_partner,
      sym_tau,
      sym__formula,
      sym_binary_formula,
      sym_unary_formula,
      sym_modality,
      sym_test,
      sym_atom,
      sym_parenthesized_formula,
      sym__pattern_name,
    ACTIONS(33), 12,
      anon_sym_not,
      anon_sym_G,
      anon_sym_F,
      anon_sym_X,
      anon_sym_A,
      anon_sym_E,
      anon_sym_AG,
      anon_sym_AF,
      anon_sym_AX,
      anon_sym_EG,
      anon_sym_EF,
      anon_sym_EX,
  [148] = 15,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(17), 1,
      sym_identifier,
    ACTIONS(19), 1,
      anon_sym_LBRACK,
    ACTIONS(21), 1,
      anon_sym_LPAREN,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(29), 1,
      anon_sym_LT_DASH_GT,
    ACTIONS(35), 1,
      anon_sym_LT,
    ACTIONS(45), 1,
      sym_action,
    ACTIONS(31), 2,
      anon_sym_BANG,
      anon_sym_u00ac,
    ACTIONS(37), 3,
      anon_sym_can,
      anon_sym_does,
      anon_sym_did,
    ACTIONS(39), 6,
      anon_sym_true,
      anon_sym_false,
      anon_sym_deadlock,
      anon_sym_terminated,
      anon_sym_realisable,
      anon_sym_realizable,
    STATE(37), 10,
      sym_partner,
      sym_tau,
      sym__formula,
      sym_binary_formula,
      sym_unary_formula,
      sym_modality,
      sym_test,
      sym_atom,
      sym_parenthesized_formula,
      sym__pattern_name,
    ACTIONS(33), 12,
      anon_sym_not,
      anon_sym_G,
      anon_sym_F,
      anon_sym_X,
      anon_sym_A,
      anon_sym_E,
      anon_sym_AG,
      anon_sym_AF,
      anon_sym_AX,
      anon_sym_EG,
      anon_sym_EF,
      anon_sym_EX,
  [222] = 15,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(17), 1,
      sym_identifier,
    ACTIONS(19), 1,
      anon_sym_LBRACK,
    ACTIONS(21), 1,
      anon_sym_LPAREN,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(29), 1,
      anon_sym_LT_DASH_GT,
    ACTIONS(35), 1,
      anon_sym_LT,
    ACTIONS(47), 1,
      sym_action,
    ACTIONS(31), 2,
      anon_sym_BANG,
      anon_sym_u00ac,
    ACTIONS(37), 3,
      anon_sym_can,
      anon_sym_does,
      anon_sym_did,
    ACTIONS(39), 6,
      anon_sym_true,
      anon_sym_false,
      anon_sym_deadlock,
      anon_sym_terminated,
      anon_sym_realisable,
      anon_sym_realizable,
    STATE(15), 10,
      sym_partner,
      sym_tau,
      sym__formula,
      sym_binary_formula,
      sym_unary_formula,
      sym_modality,
      sym_test,
      sym_atom,
      sym_parenthesized_formula,
      sym__pattern_name,
    ACTIONS(33), 12,
      anon_sym_not,
      anon_sym_G,
      anon_sym_F,
      anon_sym_X,
      anon_sym_A,
      anon_sym_E,
      anon_sym_AG,
      anon_sym_AF,
      anon_sym_AX,
      anon_sym_EG,
      anon_sym_EF,
      anon_sym_EX,
  [296] = 15,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(17), 1,
      sym_identifier,
    ACTIONS(19), 1,
      anon_sym_LBRACK,
    ACTIONS(21), 1,
      anon_sym_LPAREN,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(29), 1,
      anon_sym_LT_DASH_GT,
    ACTIONS(35), 1,
      anon_sym_LT,
    ACTIONS(49), 1,
      sym_action,
    ACTIONS(31), 2,
      anon_sym_BANG,
      anon_sym_u00ac,
    ACTIONS(37), 3,
      anon_sym_can,
      anon_sym_does,
      anon_sym_did,
    ACTIONS(39), 6,
      anon_sym_true,
      anon_sym_false,
      anon_sym_deadlock,
      anon_sym_terminated,
      anon_sym_realisable,
      anon_sym_realizable,
    STATE(21), 10,
      sym_partner,
      sym_tau,
      sym__formula,
      sym_binary_formula,
      sym_unary_formula,
      sym_modality,
      sym_test,
      sym_atom,
      sym_parenthesized_formula,
      sym__pattern_name,
    ACTIONS(33), 12,
      anon_sym_not,
      anon_sym_G,
      anon_sym_F,
      anon_sym_X,
      anon_sym_A,
      anon_sym_E,
      anon_sym_AG,
      anon_sym_AF,
      anon_sym_AX,
      anon_sym_EG,
      anon_sym_EF,
      anon_sym_EX,
  [370] = 15,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(17), 1,
      sym_identifier,
    ACTIONS(19), 1,
      anon_sym_LBRACK,
    ACTIONS(21), 1,
      anon_sym_LPAREN,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(29), 1,
      anon_sym_LT_DASH_GT,
    ACTIONS(35), 1,
      anon_sym_LT,
    ACTIONS(51), 1,
      sym_action,
    ACTIONS(31), 2,
      anon_sym_BANG,
      anon_sym_u00ac,
    ACTIONS(37), 3,
      anon_sym_can,
      anon_sym_does,
      anon_sym_did,
    ACTIONS(39), 6,
      anon_sym_true,
      anon_sym_false,
      anon_sym_deadlock,
      anon_sym_terminated,
      anon_sym_realisable,
      anon_sym_realizable,
    STATE(17), 10,
      sym_partner,
      sym_tau,
      sym__formula,
      sym_binary_formula,
      sym_unary_formula,
      sym_modality,
      sym_test,
      sym_atom,
      sym_parenthesized_formula,
      sym__pattern_name,
    ACTIONS(33), 12,
      anon_sym_not,
      anon_sym_G,
      anon_sym_F,
      anon_sym_X,
      anon_sym_A,
      anon_sym_E,
      anon_sym_AG,
      anon_sym_AF,
      anon_sym_AX,
      anon_sym_EG,
      anon_sym_EF,
      anon_sym_EX,
  [444] = 15,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(17), 1,
      sym_identifier,
    ACTIONS(19), 1,
      anon_sym_LBRACK,
    ACTIONS(21), 1,
      anon_sym_LPAREN,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(29), 1,
      anon_sym_LT_DASH_GT,
    ACTIONS(35), 1,
      anon_sym_LT,
    ACTIONS(53), 1,
      sym_action,
    ACTIONS(31), 2,
      anon_sym_BANG,
      anon_sym_u00ac,
    ACTIONS(37), 3,
      anon_sym_can,
      anon_sym_does,
      anon_sym_did,
    ACTIONS(39), 6,
      anon_sym_true,
      anon_sym_false,
      anon_sym_deadlock,
      anon_sym_terminated,
      anon_sym_realisable,
      anon_sym_realizable,
    STATE(16), 10,
      sym_partner,
      sym_tau,
      sym__formula,
      sym_binary_formula,
      sym_unary_formula,
      sym_modality,
      sym_test,
      sym_atom,
      sym_parenthesized_formula,
      sym__pattern_name,
    ACTIONS(33), 12,
      anon_sym_not,
      anon_sym_G,
      anon_sym_F,
      anon_sym_X,
      anon_sym_A,
      anon_sym_E,
      anon_sym_AG,
      anon_sym_AF,
      anon_sym_AX,
      anon_sym_EG,
      anon_sym_EF,
      anon_sym_EX,
  [518] = 15,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(17), 1,
      sym_identifier,
    ACTIONS(19), 1,
      anon_sym_LBRACK,
    ACTIONS(21), 1,
      anon_sym_LPAREN,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(29), 1,
      anon_sym_LT_DASH_GT,
    ACTIONS(35), 1,
      anon_sym_LT,
    ACTIONS(55), 1,
      sym_action,
    ACTIONS(31), 2,
      anon_sym_BANG,
      anon_sym_u00ac,
    ACTIONS(37), 3,
      anon_sym_can,
      anon_sym_does,
      anon_sym_did,
    ACTIONS(39), 6,
      anon_sym_true,
      anon_sym_false,
      anon_sym_deadlock,
      anon_sym_terminated,
      anon_sym_realisable,
      anon_sym_realizable,
    STATE(23), 10,
      sym_partner,
      sym_tau,
      sym__formula,
      sym_binary_formula,
      sym_unary_formula,
      sym_modality,
      sym_test,
      sym_atom,
      sym_parenthesized_formula,
      sym__pattern_name,
    ACTIONS(33), 12,
      anon_sym_not,
      anon_sym_G,
      anon_sym_F,
      anon_sym_X,
      anon_sym_A,
      anon_sym_E,
      anon_sym_AG,
      anon_sym_AF,
      anon_sym_AX,
      anon_sym_EG,
      anon_sym_EF,
      anon_sym_EX,
  [592] = 15,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(17), 1,
      sym_identifier,
    ACTIONS(19), 1,
      anon_sym_LBRACK,
    ACTIONS(21), 1,
      anon_sym_LPAREN,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(29), 1,
      anon_sym_LT_DASH_GT,
    ACTIONS(35), 1,
      anon_sym_LT,
    ACTIONS(57), 1,
      sym_action,
    ACTIONS(31), 2,
      anon_sym_BANG,
      anon_sym_u00ac,
    ACTIONS(37), 3,
      anon_sym_can,
      anon_sym_does,
      anon_sym_did,
    ACTIONS(39), 6,
      anon_sym_true,
      anon_sym_false,
      anon_sym_deadlock,
      anon_sym_terminated,
      anon_sym_realisable,
      anon_sym_realizable,
    STATE(22), 10,
      sym_partner,
      sym_tau,
      sym__formula,
      sym_binary_formula,
      sym_unary_formula,
      sym_modality,
      sym_test,
      sym_atom,
      sym_parenthesized_formula,
      sym__pattern_name,
    ACTIONS(33), 12,
      anon_sym_not,
      anon_sym_G,
      anon_sym_F,
      anon_sym_X,
      anon_sym_A,
      anon_sym_E,
      anon_sym_AG,
      anon_sym_AF,
      anon_sym_AX,
      anon_sym_EG,
      anon_sym_EF,
      anon_sym_EX,
  [666] = 15,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(17), 1,
      sym_identifier,
    ACTIONS(19), 1,
      anon_sym_LBRACK,
    ACTIONS(21), 1,
      anon_sym_LPAREN,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(29), 1,
      anon_sym_LT_DASH_GT,
    ACTIONS(35), 1,
      anon_sym_LT,
    ACTIONS(59), 1,
      sym_action,
    ACTIONS(31), 2,
      anon_sym_BANG,
      anon_sym_u00ac,
    ACTIONS(37), 3,
      anon_sym_can,
      anon_sym_does,
      anon_sym_did,
    ACTIONS(39), 6,
      anon_sym_true,
      anon_sym_false,
      anon_sym_deadlock,
      anon_sym_terminated,
      anon_sym_realisable,
      anon_sym_realizable,
    STATE(24), 10,
      sym_partner,
      sym_tau,
      sym__formula,
      sym_binary_formula,
      sym_unary_formula,
      sym_modality,
      sym_test,
      sym_atom,
      sym_parenthesized_formula,
      sym__pattern_name,
    ACTIONS(33), 12,
      anon_sym_not,
      anon_sym_G,
      anon_sym_F,
      anon_sym_X,
      anon_sym_A,
      anon_sym_E,
      anon_sym_AG,
      anon_sym_AF,
      anon_sym_AX,
      anon_sym_EG,
      anon_sym_EF,
      anon_sym_EX,
  [740] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(63), 7,
      anon_sym_PIPE,
      anon_sym_SLASH,
      anon_sym_AMP,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
      sym_identifier,
    ACTIONS(61), 23,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      anon_sym_RBRACK_PIPE,
      anon_sym_DOT,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_COLON,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
      anon_sym_GT,
  [778] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(67), 7,
      anon_sym_PIPE,
      anon_sym_SLASH,
      anon_sym_AMP,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
      sym_identifier,
    ACTIONS(65), 23,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      anon_sym_RBRACK_PIPE,
      anon_sym_DOT,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_COLON,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
      anon_sym_GT,
  [816] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(71), 6,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
      sym_identifier,
    ACTIONS(69), 21,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_COMMA,
      anon_sym_RBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_COLON,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
      anon_sym_GT,
  [851] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(75), 6,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
      sym_identifier,
    ACTIONS(73), 17,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
  [882] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(79), 6,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
      sym_identifier,
    ACTIONS(77), 17,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
  [913] = 6,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(85), 1,
      anon_sym_AMP,
    ACTIONS(83), 2,
      anon_sym_PIPE,
      sym_identifier,
    ACTIONS(87), 2,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
    ACTIONS(89), 3,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
    ACTIONS(81), 15,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
  [950] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(93), 6,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
      sym_identifier,
    ACTIONS(91), 17,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
  [981] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(97), 6,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
      sym_identifier,
    ACTIONS(95), 17,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
  [1012] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(101), 6,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
      sym_identifier,
    ACTIONS(99), 17,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
  [1043] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(83), 1,
      sym_identifier,
    ACTIONS(85), 1,
      anon_sym_AMP,
    ACTIONS(103), 1,
      anon_sym_PIPE,
    ACTIONS(87), 2,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
    ACTIONS(107), 2,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
    ACTIONS(89), 3,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
    ACTIONS(105), 3,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
    ACTIONS(81), 10,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
  [1086] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(83), 1,
      sym_identifier,
    ACTIONS(85), 1,
      anon_sym_AMP,
    ACTIONS(103), 1,
      anon_sym_PIPE,
    ACTIONS(87), 2,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
    ACTIONS(107), 2,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
    ACTIONS(89), 3,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
    ACTIONS(105), 3,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
    ACTIONS(81), 10,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
  [1129] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(83), 3,
      anon_sym_PIPE,
      anon_sym_AMP,
      sym_identifier,
    ACTIONS(89), 3,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
    ACTIONS(81), 17,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
  [1162] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(83), 3,
      anon_sym_PIPE,
      anon_sym_AMP,
      sym_identifier,
    ACTIONS(89), 3,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
    ACTIONS(81), 17,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
  [1195] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(111), 6,
      anon_sym_PIPE,
      anon_sym_AMP,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
      sym_identifier,
    ACTIONS(109), 17,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
  [1226] = 10,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(85), 1,
      anon_sym_AMP,
    ACTIONS(103), 1,
      anon_sym_PIPE,
    ACTIONS(115), 1,
      sym_identifier,
    ACTIONS(87), 2,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
    ACTIONS(107), 2,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
    ACTIONS(89), 3,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
    ACTIONS(105), 3,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
    ACTIONS(117), 3,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
    ACTIONS(113), 6,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_property,
  [1270] = 11,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(119), 1,
      sym_identifier,
    ACTIONS(121), 1,
      anon_sym_LPAREN,
    ACTIONS(123), 1,
      anon_sym_0,
    ACTIONS(125), 1,
      anon_sym_nil,
    ACTIONS(127), 1,
      sym_action,
    STATE(133), 3,
      sym__action,
      sym_partner,
      sym_tau,
    STATE(46), 8,
      sym__process,
      sym_choice,
      sym_parallel,
      sym_prefix,
      sym_restriction,
      sym_relabelling,
      sym_parenthesized_process,
      sym_stop,
  [1313] = 11,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(119), 1,
      sym_identifier,
    ACTIONS(121), 1,
      anon_sym_LPAREN,
    ACTIONS(123), 1,
      anon_sym_0,
    ACTIONS(125), 1,
      anon_sym_nil,
    ACTIONS(127), 1,
      sym_action,
    STATE(133), 3,
      sym__action,
      sym_partner,
      sym_tau,
    STATE(45), 8,
      sym__process,
      sym_choice,
      sym_parallel,
      sym_prefix,
      sym_restriction,
      sym_relabelling,
      sym_parenthesized_process,
      sym_stop,
  [1356] = 11,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(119), 1,
      sym_identifier,
    ACTIONS(121), 1,
      anon_sym_LPAREN,
    ACTIONS(123), 1,
      anon_sym_0,
    ACTIONS(125), 1,
      anon_sym_nil,
    ACTIONS(127), 1,
      sym_action,
    STATE(133), 3,
      sym__action,
      sym_partner,
      sym_tau,
    STATE(40), 8,
      sym__process,
      sym_choice,
      sym_parallel,
      sym_prefix,
      sym_restriction,
      sym_relabelling,
      sym_parenthesized_process,
      sym_stop,
  [1399] = 11,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(119), 1,
      sym_identifier,
    ACTIONS(121), 1,
      anon_sym_LPAREN,
    ACTIONS(123), 1,
      anon_sym_0,
    ACTIONS(125), 1,
      anon_sym_nil,
    ACTIONS(127), 1,
      sym_action,
    STATE(133), 3,
      sym__action,
      sym_partner,
      sym_tau,
    STATE(39), 8,
      sym__process,
      sym_choice,
      sym_parallel,
      sym_prefix,
      sym_restriction,
      sym_relabelling,
      sym_parenthesized_process,
      sym_stop,
  [1442] = 11,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(119), 1,
      sym_identifier,
    ACTIONS(121), 1,
      anon_sym_LPAREN,
    ACTIONS(123), 1,
      anon_sym_0,
    ACTIONS(125), 1,
      anon_sym_nil,
    ACTIONS(127), 1,
      sym_action,
    STATE(133), 3,
      sym__action,
      sym_partner,
      sym_tau,
    STATE(38), 8,
      sym__process,
      sym_choice,
      sym_parallel,
      sym_prefix,
      sym_restriction,
      sym_relabelling,
      sym_parenthesized_process,
      sym_stop,
  [1485] = 11,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(119), 1,
      sym_identifier,
    ACTIONS(121), 1,
      anon_sym_LPAREN,
    ACTIONS(123), 1,
      anon_sym_0,
    ACTIONS(125), 1,
      anon_sym_nil,
    ACTIONS(127), 1,
      sym_action,
    STATE(133), 3,
      sym__action,
      sym_partner,
      sym_tau,
    STATE(79), 8,
      sym__process,
      sym_choice,
      sym_parallel,
      sym_prefix,
      sym_restriction,
      sym_relabelling,
      sym_parenthesized_process,
      sym_stop,
  [1528] = 11,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(119), 1,
      sym_identifier,
    ACTIONS(121), 1,
      anon_sym_LPAREN,
    ACTIONS(123), 1,
      anon_sym_0,
    ACTIONS(125), 1,
      anon_sym_nil,
    ACTIONS(127), 1,
      sym_action,
    STATE(133), 3,
      sym__action,
      sym_partner,
      sym_tau,
    STATE(43), 8,
      sym__process,
      sym_choice,
      sym_parallel,
      sym_prefix,
      sym_restriction,
      sym_relabelling,
      sym_parenthesized_process,
      sym_stop,
  [1571] = 11,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(119), 1,
      sym_identifier,
    ACTIONS(121), 1,
      anon_sym_LPAREN,
    ACTIONS(123), 1,
      anon_sym_0,
    ACTIONS(125), 1,
      anon_sym_nil,
    ACTIONS(127), 1,
      sym_action,
    STATE(133), 3,
      sym__action,
      sym_partner,
      sym_tau,
    STATE(44), 8,
      sym__process,
      sym_choice,
      sym_parallel,
      sym_prefix,
      sym_restriction,
      sym_relabelling,
      sym_parenthesized_process,
      sym_stop,
  [1614] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(67), 1,
      anon_sym_PIPE,
    ACTIONS(65), 17,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_COLON,
      anon_sym_DASH_GT,
      sym_identifier,
  [1640] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(63), 1,
      anon_sym_PIPE,
    ACTIONS(61), 17,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_COMMA,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      anon_sym_COLON,
      anon_sym_DASH_GT,
      sym_identifier,
  [1666] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(85), 1,
      anon_sym_AMP,
    ACTIONS(103), 1,
      anon_sym_PIPE,
    ACTIONS(129), 1,
      anon_sym_RPAREN,
    ACTIONS(87), 2,
      anon_sym_AMP_AMP,
      anon_sym_u2227,
    ACTIONS(107), 2,
      anon_sym_PIPE_PIPE,
      anon_sym_u2228,
    ACTIONS(105), 3,
      anon_sym_DASH_GT,
      anon_sym_EQ_GT,
      anon_sym_u2192,
    ACTIONS(117), 3,
      anon_sym_LT_DASH_GT,
      anon_sym_LT_EQ_GT,
      anon_sym_u2194,
    ACTIONS(131), 3,
      anon_sym_U,
      anon_sym_W,
      anon_sym_R,
  [1702] = 6,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(135), 1,
      anon_sym_PIPE,
    ACTIONS(137), 1,
      anon_sym_BSLASH,
    ACTIONS(139), 1,
      anon_sym_LBRACK,
    STATE(31), 1,
      sym_synchronisation,
    ACTIONS(133), 11,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [1731] = 8,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(137), 1,
      anon_sym_BSLASH,
    ACTIONS(139), 1,
      anon_sym_LBRACK,
    ACTIONS(143), 1,
      anon_sym_PIPE,
    ACTIONS(145), 1,
      anon_sym_u2225,
    ACTIONS(147), 1,
      anon_sym_PIPE_LBRACK,
    STATE(31), 1,
      sym_synchronisation,
    ACTIONS(141), 9,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [1764] = 6,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(137), 1,
      anon_sym_BSLASH,
    ACTIONS(139), 1,
      anon_sym_LBRACK,
    ACTIONS(151), 1,
      anon_sym_PIPE,
    STATE(31), 1,
      sym_synchronisation,
    ACTIONS(149), 11,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [1793] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(155), 1,
      anon_sym_PIPE,
    ACTIONS(153), 13,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [1815] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(159), 1,
      anon_sym_PIPE,
    ACTIONS(157), 13,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [1837] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(137), 1,
      anon_sym_BSLASH,
    ACTIONS(139), 1,
      anon_sym_LBRACK,
    ACTIONS(143), 1,
      anon_sym_PIPE,
    ACTIONS(145), 1,
      anon_sym_u2225,
    ACTIONS(147), 1,
      anon_sym_PIPE_LBRACK,
    ACTIONS(163), 1,
      anon_sym_PLUS,
    STATE(31), 1,
      sym_synchronisation,
    ACTIONS(161), 7,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_property,
      sym_identifier,
  [1871] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(137), 1,
      anon_sym_BSLASH,
    ACTIONS(139), 1,
      anon_sym_LBRACK,
    ACTIONS(143), 1,
      anon_sym_PIPE,
    ACTIONS(145), 1,
      anon_sym_u2225,
    ACTIONS(147), 1,
      anon_sym_PIPE_LBRACK,
    ACTIONS(163), 1,
      anon_sym_PLUS,
    STATE(31), 1,
      sym_synchronisation,
    ACTIONS(165), 7,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_property,
      sym_identifier,
  [1905] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(137), 1,
      anon_sym_BSLASH,
    ACTIONS(139), 1,
      anon_sym_LBRACK,
    ACTIONS(143), 1,
      anon_sym_PIPE,
    ACTIONS(145), 1,
      anon_sym_u2225,
    ACTIONS(147), 1,
      anon_sym_PIPE_LBRACK,
    ACTIONS(163), 1,
      anon_sym_PLUS,
    STATE(31), 1,
      sym_synchronisation,
    ACTIONS(167), 7,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_property,
      sym_identifier,
  [1939] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(137), 1,
      anon_sym_BSLASH,
    ACTIONS(139), 1,
      anon_sym_LBRACK,
    ACTIONS(143), 1,
      anon_sym_PIPE,
    ACTIONS(145), 1,
      anon_sym_u2225,
    ACTIONS(147), 1,
      anon_sym_PIPE_LBRACK,
    ACTIONS(163), 1,
      anon_sym_PLUS,
    STATE(31), 1,
      sym_synchronisation,
    ACTIONS(169), 7,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_property,
      sym_identifier,
  [1973] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(173), 1,
      anon_sym_PIPE,
    ACTIONS(171), 13,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [1995] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(177), 1,
      anon_sym_PIPE,
    ACTIONS(175), 13,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [2017] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(181), 1,
      anon_sym_PIPE,
    ACTIONS(179), 13,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [2039] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(185), 1,
      anon_sym_PIPE,
    ACTIONS(183), 13,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [2061] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(189), 1,
      anon_sym_PIPE,
    ACTIONS(187), 13,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [2083] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(193), 1,
      anon_sym_PIPE,
    ACTIONS(191), 13,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [2105] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(197), 1,
      anon_sym_PIPE,
    ACTIONS(195), 13,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [2127] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(201), 1,
      anon_sym_PIPE,
    ACTIONS(199), 13,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_PLUS,
      anon_sym_u2225,
      anon_sym_PIPE_LBRACK,
      anon_sym_BSLASH,
      anon_sym_LBRACK,
      anon_sym_RPAREN,
      anon_sym_property,
      sym_identifier,
  [2149] = 10,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(205), 1,
      anon_sym_DASH,
    ACTIONS(207), 1,
      sym_action,
    STATE(100), 1,
      sym_pattern,
    STATE(139), 1,
      sym_patterns,
    STATE(90), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2182] = 10,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(205), 1,
      anon_sym_DASH,
    ACTIONS(207), 1,
      sym_action,
    STATE(100), 1,
      sym_pattern,
    STATE(142), 1,
      sym_patterns,
    STATE(90), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2215] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(207), 1,
      sym_action,
    STATE(92), 1,
      sym_pattern,
    ACTIONS(209), 2,
      anon_sym_RPAREN,
      anon_sym_GT,
    STATE(90), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2246] = 10,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(211), 1,
      anon_sym_SQUOTE,
    ACTIONS(213), 1,
      anon_sym_tau,
    ACTIONS(215), 1,
      anon_sym_u03c4,
    ACTIONS(217), 1,
      anon_sym_DASH,
    ACTIONS(219), 1,
      sym_action,
    STATE(101), 1,
      sym_pattern,
    STATE(140), 1,
      sym_patterns,
    STATE(93), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2279] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(7), 1,
      sym_identifier,
    ACTIONS(9), 1,
      anon_sym_agent,
    ACTIONS(11), 1,
      anon_sym_system,
    ACTIONS(13), 1,
      anon_sym_set,
    ACTIONS(15), 1,
      anon_sym_property,
    ACTIONS(221), 1,
      ts_builtin_sym_end,
    STATE(60), 1,
      aux_sym_source_file_repeat1,
    STATE(84), 3,
      sym_definition,
      sym_set,
      sym_property,
  [2309] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(223), 1,
      ts_builtin_sym_end,
    ACTIONS(225), 1,
      sym_identifier,
    ACTIONS(228), 1,
      anon_sym_agent,
    ACTIONS(231), 1,
      anon_sym_system,
    ACTIONS(234), 1,
      anon_sym_set,
    ACTIONS(237), 1,
      anon_sym_property,
    STATE(60), 1,
      aux_sym_source_file_repeat1,
    STATE(84), 3,
      sym_definition,
      sym_set,
      sym_property,
  [2339] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(209), 1,
      anon_sym_RBRACK,
    ACTIONS(211), 1,
      anon_sym_SQUOTE,
    ACTIONS(213), 1,
      anon_sym_tau,
    ACTIONS(215), 1,
      anon_sym_u03c4,
    ACTIONS(219), 1,
      sym_action,
    STATE(108), 1,
      sym_pattern,
    STATE(93), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2369] = 8,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(211), 1,
      anon_sym_SQUOTE,
    ACTIONS(213), 1,
      anon_sym_tau,
    ACTIONS(215), 1,
      anon_sym_u03c4,
    ACTIONS(219), 1,
      sym_action,
    STATE(94), 1,
      sym_pattern,
    STATE(93), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2396] = 8,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(211), 1,
      anon_sym_SQUOTE,
    ACTIONS(213), 1,
      anon_sym_tau,
    ACTIONS(215), 1,
      anon_sym_u03c4,
    ACTIONS(240), 1,
      sym_identifier,
    ACTIONS(242), 1,
      anon_sym_LBRACE,
    ACTIONS(244), 1,
      sym_action,
    STATE(50), 3,
      sym__action,
      sym_partner,
      sym_tau,
  [2423] = 8,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(246), 1,
      sym_identifier,
    ACTIONS(248), 1,
      anon_sym_LBRACE,
    ACTIONS(250), 1,
      sym_action,
    STATE(106), 3,
      sym__action,
      sym_partner,
      sym_tau,
  [2450] = 8,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(207), 1,
      sym_action,
    STATE(94), 1,
      sym_pattern,
    STATE(90), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2477] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(252), 1,
      sym_action,
    STATE(96), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2501] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(254), 1,
      sym_action,
    STATE(145), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2525] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(256), 1,
      sym_action,
    STATE(113), 1,
      sym_renaming,
    STATE(137), 3,
      sym__action,
      sym_partner,
      sym_tau,
  [2549] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(260), 3,
      anon_sym_nil,
      anon_sym_tau,
      sym_action,
    ACTIONS(258), 5,
      anon_sym_LPAREN,
      anon_sym_0,
      anon_sym_SQUOTE,
      anon_sym_u03c4,
      sym_identifier,
  [2565] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(262), 1,
      anon_sym_RBRACE,
    ACTIONS(264), 1,
      sym_action,
    STATE(116), 3,
      sym__action,
      sym_partner,
      sym_tau,
  [2589] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(268), 3,
      anon_sym_nil,
      anon_sym_tau,
      sym_action,
    ACTIONS(266), 5,
      anon_sym_LPAREN,
      anon_sym_0,
      anon_sym_SQUOTE,
      anon_sym_u03c4,
      sym_identifier,
  [2605] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(256), 1,
      sym_action,
    STATE(120), 1,
      sym_renaming,
    STATE(137), 3,
      sym__action,
      sym_partner,
      sym_tau,
  [2629] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(211), 1,
      anon_sym_SQUOTE,
    ACTIONS(213), 1,
      anon_sym_tau,
    ACTIONS(215), 1,
      anon_sym_u03c4,
    ACTIONS(270), 1,
      sym_action,
    STATE(95), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2653] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(272), 1,
      sym_action,
    STATE(129), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2677] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(274), 1,
      anon_sym_RBRACE,
    ACTIONS(276), 1,
      sym_action,
    STATE(103), 3,
      sym__action,
      sym_partner,
      sym_tau,
  [2701] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(280), 3,
      anon_sym_nil,
      anon_sym_tau,
      sym_action,
    ACTIONS(278), 5,
      anon_sym_LPAREN,
      anon_sym_0,
      anon_sym_SQUOTE,
      anon_sym_u03c4,
      sym_identifier,
  [2717] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(282), 1,
      anon_sym_RBRACE,
    ACTIONS(284), 1,
      sym_action,
    STATE(114), 3,
      sym__action,
      sym_partner,
      sym_tau,
  [2741] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(211), 1,
      anon_sym_SQUOTE,
    ACTIONS(213), 1,
      anon_sym_tau,
    ACTIONS(215), 1,
      anon_sym_u03c4,
    ACTIONS(252), 1,
      sym_action,
    STATE(96), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2765] = 9,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(137), 1,
      anon_sym_BSLASH,
    ACTIONS(139), 1,
      anon_sym_LBRACK,
    ACTIONS(143), 1,
      anon_sym_PIPE,
    ACTIONS(145), 1,
      anon_sym_u2225,
    ACTIONS(147), 1,
      anon_sym_PIPE_LBRACK,
    ACTIONS(163), 1,
      anon_sym_PLUS,
    ACTIONS(286), 1,
      anon_sym_RPAREN,
    STATE(31), 1,
      sym_synchronisation,
  [2793] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(290), 3,
      anon_sym_nil,
      anon_sym_tau,
      sym_action,
    ACTIONS(288), 5,
      anon_sym_LPAREN,
      anon_sym_0,
      anon_sym_SQUOTE,
      anon_sym_u03c4,
      sym_identifier,
  [2809] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(294), 3,
      anon_sym_nil,
      anon_sym_tau,
      sym_action,
    ACTIONS(292), 5,
      anon_sym_LPAREN,
      anon_sym_0,
      anon_sym_SQUOTE,
      anon_sym_u03c4,
      sym_identifier,
  [2825] = 7,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(203), 1,
      sym_identifier,
    ACTIONS(270), 1,
      sym_action,
    STATE(95), 3,
      sym_partner,
      sym_tau,
      sym__pattern_name,
  [2849] = 6,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(23), 1,
      anon_sym_SQUOTE,
    ACTIONS(25), 1,
      anon_sym_tau,
    ACTIONS(27), 1,
      anon_sym_u03c4,
    ACTIONS(296), 1,
      sym_action,
    STATE(105), 3,
      sym__action,
      sym_partner,
      sym_tau,
  [2870] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(300), 1,
      anon_sym_SEMI,
    ACTIONS(298), 6,
      ts_builtin_sym_end,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_property,
      sym_identifier,
  [2885] = 6,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(211), 1,
      anon_sym_SQUOTE,
    ACTIONS(213), 1,
      anon_sym_tau,
    ACTIONS(215), 1,
      anon_sym_u03c4,
    ACTIONS(302), 1,
      sym_action,
    STATE(124), 3,
      sym__action,
      sym_partner,
      sym_tau,
  [2906] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(304), 7,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_property,
      sym_identifier,
  [2919] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(306), 7,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_property,
      sym_identifier,
  [2932] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(308), 7,
      ts_builtin_sym_end,
      anon_sym_SEMI,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_property,
      sym_identifier,
  [2945] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(223), 6,
      ts_builtin_sym_end,
      anon_sym_agent,
      anon_sym_system,
      anon_sym_set,
      anon_sym_property,
      sym_identifier,
  [2957] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(312), 1,
      anon_sym_COLON,
    ACTIONS(314), 1,
      anon_sym_DASH_GT,
    ACTIONS(310), 3,
      anon_sym_COMMA,
      anon_sym_RPAREN,
      anon_sym_GT,
  [2972] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(316), 1,
      anon_sym_COMMA,
    STATE(91), 1,
      aux_sym_set_repeat1,
    ACTIONS(319), 2,
      anon_sym_RBRACE,
      anon_sym_RBRACK_PIPE,
  [2986] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(321), 1,
      anon_sym_COMMA,
    STATE(98), 1,
      aux_sym_patterns_repeat1,
    ACTIONS(323), 2,
      anon_sym_RPAREN,
      anon_sym_GT,
  [3000] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(325), 1,
      anon_sym_COLON,
    ACTIONS(327), 1,
      anon_sym_DASH_GT,
    ACTIONS(310), 2,
      anon_sym_COMMA,
      anon_sym_RBRACK,
  [3014] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(329), 4,
      anon_sym_COMMA,
      anon_sym_RBRACK,
      anon_sym_RPAREN,
      anon_sym_GT,
  [3024] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(331), 4,
      anon_sym_COMMA,
      anon_sym_RBRACK,
      anon_sym_RPAREN,
      anon_sym_GT,
  [3034] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(333), 4,
      anon_sym_COMMA,
      anon_sym_RBRACK,
      anon_sym_RPAREN,
      anon_sym_GT,
  [3044] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(321), 1,
      anon_sym_COMMA,
    STATE(99), 1,
      aux_sym_patterns_repeat1,
    ACTIONS(323), 2,
      anon_sym_RPAREN,
      anon_sym_GT,
  [3058] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(321), 1,
      anon_sym_COMMA,
    STATE(99), 1,
      aux_sym_patterns_repeat1,
    ACTIONS(335), 2,
      anon_sym_RPAREN,
      anon_sym_GT,
  [3072] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(337), 1,
      anon_sym_COMMA,
    STATE(99), 1,
      aux_sym_patterns_repeat1,
    ACTIONS(329), 2,
      anon_sym_RPAREN,
      anon_sym_GT,
  [3086] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(321), 1,
      anon_sym_COMMA,
    STATE(97), 1,
      aux_sym_patterns_repeat1,
    ACTIONS(209), 2,
      anon_sym_RPAREN,
      anon_sym_GT,
  [3100] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(209), 1,
      anon_sym_RBRACK,
    ACTIONS(340), 1,
      anon_sym_COMMA,
    STATE(115), 1,
      aux_sym_patterns_repeat1,
  [3113] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(342), 1,
      sym_identifier,
    ACTIONS(344), 1,
      sym_action,
    STATE(128), 1,
      sym_property_name,
  [3126] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(346), 1,
      anon_sym_COMMA,
    ACTIONS(348), 1,
      anon_sym_RBRACE,
    STATE(104), 1,
      aux_sym_set_repeat1,
  [3139] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(346), 1,
      anon_sym_COMMA,
    ACTIONS(350), 1,
      anon_sym_RBRACE,
    STATE(91), 1,
      aux_sym_set_repeat1,
  [3152] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(319), 3,
      anon_sym_COMMA,
      anon_sym_RBRACE,
      anon_sym_RBRACK_PIPE,
  [3161] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(346), 1,
      anon_sym_COMMA,
    ACTIONS(352), 1,
      anon_sym_RBRACK_PIPE,
    STATE(112), 1,
      aux_sym_set_repeat1,
  [3174] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(346), 1,
      anon_sym_COMMA,
    ACTIONS(354), 1,
      anon_sym_RBRACE,
    STATE(91), 1,
      aux_sym_set_repeat1,
  [3187] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(323), 1,
      anon_sym_RBRACK,
    ACTIONS(340), 1,
      anon_sym_COMMA,
    STATE(110), 1,
      aux_sym_patterns_repeat1,
  [3200] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(356), 1,
      anon_sym_COMMA,
    ACTIONS(359), 1,
      anon_sym_RBRACK,
    STATE(109), 1,
      aux_sym_relabelling_repeat1,
  [3213] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(335), 1,
      anon_sym_RBRACK,
    ACTIONS(340), 1,
      anon_sym_COMMA,
    STATE(118), 1,
      aux_sym_patterns_repeat1,
  [3226] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(346), 1,
      anon_sym_COMMA,
    ACTIONS(361), 1,
      anon_sym_RBRACE,
    STATE(91), 1,
      aux_sym_set_repeat1,
  [3239] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(346), 1,
      anon_sym_COMMA,
    ACTIONS(363), 1,
      anon_sym_RBRACK_PIPE,
    STATE(91), 1,
      aux_sym_set_repeat1,
  [3252] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(365), 1,
      anon_sym_COMMA,
    ACTIONS(367), 1,
      anon_sym_RBRACK,
    STATE(117), 1,
      aux_sym_relabelling_repeat1,
  [3265] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(346), 1,
      anon_sym_COMMA,
    ACTIONS(369), 1,
      anon_sym_RBRACE,
    STATE(107), 1,
      aux_sym_set_repeat1,
  [3278] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(323), 1,
      anon_sym_RBRACK,
    ACTIONS(340), 1,
      anon_sym_COMMA,
    STATE(118), 1,
      aux_sym_patterns_repeat1,
  [3291] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(346), 1,
      anon_sym_COMMA,
    ACTIONS(371), 1,
      anon_sym_RBRACE,
    STATE(111), 1,
      aux_sym_set_repeat1,
  [3304] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(365), 1,
      anon_sym_COMMA,
    ACTIONS(373), 1,
      anon_sym_RBRACK,
    STATE(109), 1,
      aux_sym_relabelling_repeat1,
  [3317] = 4,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(329), 1,
      anon_sym_RBRACK,
    ACTIONS(375), 1,
      anon_sym_COMMA,
    STATE(118), 1,
      aux_sym_patterns_repeat1,
  [3330] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(378), 2,
      anon_sym_EQ,
      anon_sym_u225d,
  [3338] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(359), 2,
      anon_sym_COMMA,
      anon_sym_RBRACK,
  [3346] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(380), 2,
      anon_sym_EQ,
      anon_sym_u225d,
  [3354] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(382), 2,
      anon_sym_EQ,
      anon_sym_u225d,
  [3362] = 3,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(384), 1,
      sym_identifier,
    ACTIONS(386), 1,
      anon_sym_system,
  [3372] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(388), 2,
      anon_sym_COMMA,
      anon_sym_RBRACK,
  [3380] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(390), 2,
      anon_sym_EQ,
      anon_sym_u225d,
  [3388] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(392), 2,
      anon_sym_EQ,
      anon_sym_u225d,
  [3396] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(394), 1,
      anon_sym_COLON,
  [3403] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(396), 1,
      anon_sym_COLON,
  [3410] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(398), 1,
      anon_sym_COLON,
  [3417] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(400), 1,
      sym_identifier,
  [3424] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(402), 1,
      anon_sym_LBRACE,
  [3431] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(404), 1,
      anon_sym_RBRACK_PIPE,
  [3438] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(406), 1,
      anon_sym_DOT,
  [3445] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(408), 1,
      anon_sym_RBRACK_PIPE,
  [3452] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(363), 1,
      anon_sym_RBRACK_PIPE,
  [3459] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(410), 1,
      anon_sym_RBRACK_PIPE,
  [3466] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(412), 1,
      anon_sym_SLASH,
  [3473] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(414), 1,
      ts_builtin_sym_end,
  [3480] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(416), 1,
      anon_sym_GT,
  [3487] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(416), 1,
      anon_sym_RBRACK,
  [3494] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(418), 1,
      sym_action,
  [3501] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(420), 1,
      anon_sym_RPAREN,
  [3508] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(422), 1,
      anon_sym_LPAREN,
  [3515] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(424), 1,
      anon_sym_COLON,
  [3522] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(426), 1,
      anon_sym_COLON,
  [3529] = 2,
    ACTIONS(3), 1,
      sym_comment,
    ACTIONS(428), 1,
      sym_action,
};

static const uint32_t ts_small_parse_table_map[] = {
  [SMALL_STATE(2)] = 0,
  [SMALL_STATE(3)] = 74,
  [SMALL_STATE(4)] = 148,
  [SMALL_STATE(5)] = 222,
  [SMALL_STATE(6)] = 296,
  [SMALL_STATE(7)] = 370,
  [SMALL_STATE(8)] = 444,
  [SMALL_STATE(9)] = 518,
  [SMALL_STATE(10)] = 592,
  [SMALL_STATE(11)] = 666,
  [SMALL_STATE(12)] = 740,
  [SMALL_STATE(13)] = 778,
  [SMALL_STATE(14)] = 816,
  [SMALL_STATE(15)] = 851,
  [SMALL_STATE(16)] = 882,
  [SMALL_STATE(17)] = 913,
  [SMALL_STATE(18)] = 950,
  [SMALL_STATE(19)] = 981,
  [SMALL_STATE(20)] = 1012,
  [SMALL_STATE(21)] = 1043,
  [SMALL_STATE(22)] = 1086,
  [SMALL_STATE(23)] = 1129,
  [SMALL_STATE(24)] = 1162,
  [SMALL_STATE(25)] = 1195,
  [SMALL_STATE(26)] = 1226,
  [SMALL_STATE(27)] = 1270,
  [SMALL_STATE(28)] = 1313,
  [SMALL_STATE(29)] = 1356,
  [SMALL_STATE(30)] = 1399,
  [SMALL_STATE(31)] = 1442,
  [SMALL_STATE(32)] = 1485,
  [SMALL_STATE(33)] = 1528,
  [SMALL_STATE(34)] = 1571,
  [SMALL_STATE(35)] = 1614,
  [SMALL_STATE(36)] = 1640,
  [SMALL_STATE(37)] = 1666,
  [SMALL_STATE(38)] = 1702,
  [SMALL_STATE(39)] = 1731,
  [SMALL_STATE(40)] = 1764,
  [SMALL_STATE(41)] = 1793,
  [SMALL_STATE(42)] = 1815,
  [SMALL_STATE(43)] = 1837,
  [SMALL_STATE(44)] = 1871,
  [SMALL_STATE(45)] = 1905,
  [SMALL_STATE(46)] = 1939,
  [SMALL_STATE(47)] = 1973,
  [SMALL_STATE(48)] = 1995,
  [SMALL_STATE(49)] = 2017,
  [SMALL_STATE(50)] = 2039,
  [SMALL_STATE(51)] = 2061,
  [SMALL_STATE(52)] = 2083,
  [SMALL_STATE(53)] = 2105,
  [SMALL_STATE(54)] = 2127,
  [SMALL_STATE(55)] = 2149,
  [SMALL_STATE(56)] = 2182,
  [SMALL_STATE(57)] = 2215,
  [SMALL_STATE(58)] = 2246,
  [SMALL_STATE(59)] = 2279,
  [SMALL_STATE(60)] = 2309,
  [SMALL_STATE(61)] = 2339,
  [SMALL_STATE(62)] = 2369,
  [SMALL_STATE(63)] = 2396,
  [SMALL_STATE(64)] = 2423,
  [SMALL_STATE(65)] = 2450,
  [SMALL_STATE(66)] = 2477,
  [SMALL_STATE(67)] = 2501,
  [SMALL_STATE(68)] = 2525,
  [SMALL_STATE(69)] = 2549,
  [SMALL_STATE(70)] = 2565,
  [SMALL_STATE(71)] = 2589,
  [SMALL_STATE(72)] = 2605,
  [SMALL_STATE(73)] = 2629,
  [SMALL_STATE(74)] = 2653,
  [SMALL_STATE(75)] = 2677,
  [SMALL_STATE(76)] = 2701,
  [SMALL_STATE(77)] = 2717,
  [SMALL_STATE(78)] = 2741,
  [SMALL_STATE(79)] = 2765,
  [SMALL_STATE(80)] = 2793,
  [SMALL_STATE(81)] = 2809,
  [SMALL_STATE(82)] = 2825,
  [SMALL_STATE(83)] = 2849,
  [SMALL_STATE(84)] = 2870,
  [SMALL_STATE(85)] = 2885,
  [SMALL_STATE(86)] = 2906,
  [SMALL_STATE(87)] = 2919,
  [SMALL_STATE(88)] = 2932,
  [SMALL_STATE(89)] = 2945,
  [SMALL_STATE(90)] = 2957,
  [SMALL_STATE(91)] = 2972,
  [SMALL_STATE(92)] = 2986,
  [SMALL_STATE(93)] = 3000,
  [SMALL_STATE(94)] = 3014,
  [SMALL_STATE(95)] = 3024,
  [SMALL_STATE(96)] = 3034,
  [SMALL_STATE(97)] = 3044,
  [SMALL_STATE(98)] = 3058,
  [SMALL_STATE(99)] = 3072,
  [SMALL_STATE(100)] = 3086,
  [SMALL_STATE(101)] = 3100,
  [SMALL_STATE(102)] = 3113,
  [SMALL_STATE(103)] = 3126,
  [SMALL_STATE(104)] = 3139,
  [SMALL_STATE(105)] = 3152,
  [SMALL_STATE(106)] = 3161,
  [SMALL_STATE(107)] = 3174,
  [SMALL_STATE(108)] = 3187,
  [SMALL_STATE(109)] = 3200,
  [SMALL_STATE(110)] = 3213,
  [SMALL_STATE(111)] = 3226,
  [SMALL_STATE(112)] = 3239,
  [SMALL_STATE(113)] = 3252,
  [SMALL_STATE(114)] = 3265,
  [SMALL_STATE(115)] = 3278,
  [SMALL_STATE(116)] = 3291,
  [SMALL_STATE(117)] = 3304,
  [SMALL_STATE(118)] = 3317,
  [SMALL_STATE(119)] = 3330,
  [SMALL_STATE(120)] = 3338,
  [SMALL_STATE(121)] = 3346,
  [SMALL_STATE(122)] = 3354,
  [SMALL_STATE(123)] = 3362,
  [SMALL_STATE(124)] = 3372,
  [SMALL_STATE(125)] = 3380,
  [SMALL_STATE(126)] = 3388,
  [SMALL_STATE(127)] = 3396,
  [SMALL_STATE(128)] = 3403,
  [SMALL_STATE(129)] = 3410,
  [SMALL_STATE(130)] = 3417,
  [SMALL_STATE(131)] = 3424,
  [SMALL_STATE(132)] = 3431,
  [SMALL_STATE(133)] = 3438,
  [SMALL_STATE(134)] = 3445,
  [SMALL_STATE(135)] = 3452,
  [SMALL_STATE(136)] = 3459,
  [SMALL_STATE(137)] = 3466,
  [SMALL_STATE(138)] = 3473,
  [SMALL_STATE(139)] = 3480,
  [SMALL_STATE(140)] = 3487,
  [SMALL_STATE(141)] = 3494,
  [SMALL_STATE(142)] = 3501,
  [SMALL_STATE(143)] = 3508,
  [SMALL_STATE(144)] = 3515,
  [SMALL_STATE(145)] = 3522,
  [SMALL_STATE(146)] = 3529,
};

static const TSParseActionEntry ts_parse_actions[] = {
  [0] = {.entry = {.count = 0, .reusable = false}},
  [1] = {.entry = {.count = 1, .reusable = false}}, RECOVER(),
  [3] = {.entry = {.count = 1, .reusable = true}}, SHIFT_EXTRA(),
  [5] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_source_file, 0, 0, 0),
  [7] = {.entry = {.count = 1, .reusable = true}}, SHIFT(119),
  [9] = {.entry = {.count = 1, .reusable = true}}, SHIFT(123),
  [11] = {.entry = {.count = 1, .reusable = true}}, SHIFT(121),
  [13] = {.entry = {.count = 1, .reusable = true}}, SHIFT(130),
  [15] = {.entry = {.count = 1, .reusable = true}}, SHIFT(102),
  [17] = {.entry = {.count = 1, .reusable = false}}, SHIFT(14),
  [19] = {.entry = {.count = 1, .reusable = true}}, SHIFT(58),
  [21] = {.entry = {.count = 1, .reusable = true}}, SHIFT(4),
  [23] = {.entry = {.count = 1, .reusable = true}}, SHIFT(146),
  [25] = {.entry = {.count = 1, .reusable = false}}, SHIFT(13),
  [27] = {.entry = {.count = 1, .reusable = true}}, SHIFT(13),
  [29] = {.entry = {.count = 1, .reusable = true}}, SHIFT(5),
  [31] = {.entry = {.count = 1, .reusable = true}}, SHIFT(8),
  [33] = {.entry = {.count = 1, .reusable = false}}, SHIFT(8),
  [35] = {.entry = {.count = 1, .reusable = false}}, SHIFT(55),
  [37] = {.entry = {.count = 1, .reusable = false}}, SHIFT(143),
  [39] = {.entry = {.count = 1, .reusable = false}}, SHIFT(18),
  [41] = {.entry = {.count = 1, .reusable = false}}, SHIFT(20),
  [43] = {.entry = {.count = 1, .reusable = false}}, SHIFT(26),
  [45] = {.entry = {.count = 1, .reusable = false}}, SHIFT(37),
  [47] = {.entry = {.count = 1, .reusable = false}}, SHIFT(15),
  [49] = {.entry = {.count = 1, .reusable = false}}, SHIFT(21),
  [51] = {.entry = {.count = 1, .reusable = false}}, SHIFT(17),
  [53] = {.entry = {.count = 1, .reusable = false}}, SHIFT(16),
  [55] = {.entry = {.count = 1, .reusable = false}}, SHIFT(23),
  [57] = {.entry = {.count = 1, .reusable = false}}, SHIFT(22),
  [59] = {.entry = {.count = 1, .reusable = false}}, SHIFT(24),
  [61] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_partner, 2, 0, 0),
  [63] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_partner, 2, 0, 0),
  [65] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_tau, 1, 0, 0),
  [67] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_tau, 1, 0, 0),
  [69] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__pattern_name, 1, 0, 7),
  [71] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__pattern_name, 1, 0, 7),
  [73] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_modality, 2, 0, 0),
  [75] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_modality, 2, 0, 0),
  [77] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_unary_formula, 2, 0, 0),
  [79] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_unary_formula, 2, 0, 0),
  [81] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_binary_formula, 3, 0, 0),
  [83] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_binary_formula, 3, 0, 0),
  [85] = {.entry = {.count = 1, .reusable = false}}, SHIFT(9),
  [87] = {.entry = {.count = 1, .reusable = true}}, SHIFT(9),
  [89] = {.entry = {.count = 1, .reusable = false}}, SHIFT(11),
  [91] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_atom, 1, 0, 0),
  [93] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_atom, 1, 0, 0),
  [95] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_parenthesized_formula, 3, 0, 0),
  [97] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_parenthesized_formula, 3, 0, 0),
  [99] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_modality, 4, 0, 0),
  [101] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_modality, 4, 0, 0),
  [103] = {.entry = {.count = 1, .reusable = false}}, SHIFT(7),
  [105] = {.entry = {.count = 1, .reusable = true}}, SHIFT(10),
  [107] = {.entry = {.count = 1, .reusable = true}}, SHIFT(7),
  [109] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_test, 4, 0, 0),
  [111] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_test, 4, 0, 0),
  [113] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_property, 4, 0, 8),
  [115] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_property, 4, 0, 8),
  [117] = {.entry = {.count = 1, .reusable = true}}, SHIFT(6),
  [119] = {.entry = {.count = 1, .reusable = true}}, SHIFT(47),
  [121] = {.entry = {.count = 1, .reusable = true}}, SHIFT(32),
  [123] = {.entry = {.count = 1, .reusable = true}}, SHIFT(53),
  [125] = {.entry = {.count = 1, .reusable = false}}, SHIFT(53),
  [127] = {.entry = {.count = 1, .reusable = false}}, SHIFT(133),
  [129] = {.entry = {.count = 1, .reusable = true}}, SHIFT(19),
  [131] = {.entry = {.count = 1, .reusable = true}}, SHIFT(11),
  [133] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_parallel, 3, 0, 0),
  [135] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_parallel, 3, 0, 0),
  [137] = {.entry = {.count = 1, .reusable = true}}, SHIFT(63),
  [139] = {.entry = {.count = 1, .reusable = true}}, SHIFT(68),
  [141] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_choice, 3, 0, 0),
  [143] = {.entry = {.count = 1, .reusable = false}}, SHIFT(31),
  [145] = {.entry = {.count = 1, .reusable = true}}, SHIFT(31),
  [147] = {.entry = {.count = 1, .reusable = true}}, SHIFT(64),
  [149] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_prefix, 3, 0, 10),
  [151] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_prefix, 3, 0, 10),
  [153] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_parenthesized_process, 3, 0, 0),
  [155] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_parenthesized_process, 3, 0, 0),
  [157] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_relabelling, 4, 0, 0),
  [159] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_relabelling, 4, 0, 0),
  [161] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_definition, 3, 0, 4),
  [163] = {.entry = {.count = 1, .reusable = true}}, SHIFT(30),
  [165] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_definition, 4, 0, 5),
  [167] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_definition, 4, 0, 6),
  [169] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_definition, 3, 0, 3),
  [171] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym__process, 1, 0, 2),
  [173] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym__process, 1, 0, 2),
  [175] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_restriction, 4, 0, 0),
  [177] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_restriction, 4, 0, 0),
  [179] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_restriction, 3, 0, 9),
  [181] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_restriction, 3, 0, 9),
  [183] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_restriction, 3, 0, 0),
  [185] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_restriction, 3, 0, 0),
  [187] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_restriction, 5, 0, 0),
  [189] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_restriction, 5, 0, 0),
  [191] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_relabelling, 5, 0, 0),
  [193] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_relabelling, 5, 0, 0),
  [195] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_stop, 1, 0, 0),
  [197] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_stop, 1, 0, 0),
  [199] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_restriction, 6, 0, 0),
  [201] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_restriction, 6, 0, 0),
  [203] = {.entry = {.count = 1, .reusable = true}}, SHIFT(14),
  [205] = {.entry = {.count = 1, .reusable = false}}, SHIFT(57),
  [207] = {.entry = {.count = 1, .reusable = false}}, SHIFT(90),
  [209] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_patterns, 1, 0, 0),
  [211] = {.entry = {.count = 1, .reusable = true}}, SHIFT(141),
  [213] = {.entry = {.count = 1, .reusable = false}}, SHIFT(35),
  [215] = {.entry = {.count = 1, .reusable = true}}, SHIFT(35),
  [217] = {.entry = {.count = 1, .reusable = false}}, SHIFT(61),
  [219] = {.entry = {.count = 1, .reusable = false}}, SHIFT(93),
  [221] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_source_file, 1, 0, 0),
  [223] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0),
  [225] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(119),
  [228] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(123),
  [231] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(121),
  [234] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(130),
  [237] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 2, 0, 0), SHIFT_REPEAT(102),
  [240] = {.entry = {.count = 1, .reusable = true}}, SHIFT(49),
  [242] = {.entry = {.count = 1, .reusable = true}}, SHIFT(77),
  [244] = {.entry = {.count = 1, .reusable = false}}, SHIFT(50),
  [246] = {.entry = {.count = 1, .reusable = true}}, SHIFT(136),
  [248] = {.entry = {.count = 1, .reusable = true}}, SHIFT(75),
  [250] = {.entry = {.count = 1, .reusable = false}}, SHIFT(106),
  [252] = {.entry = {.count = 1, .reusable = false}}, SHIFT(96),
  [254] = {.entry = {.count = 1, .reusable = false}}, SHIFT(145),
  [256] = {.entry = {.count = 1, .reusable = false}}, SHIFT(137),
  [258] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_synchronisation, 3, 0, 12),
  [260] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_synchronisation, 3, 0, 12),
  [262] = {.entry = {.count = 1, .reusable = true}}, SHIFT(88),
  [264] = {.entry = {.count = 1, .reusable = false}}, SHIFT(116),
  [266] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_synchronisation, 3, 0, 0),
  [268] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_synchronisation, 3, 0, 0),
  [270] = {.entry = {.count = 1, .reusable = false}}, SHIFT(95),
  [272] = {.entry = {.count = 1, .reusable = false}}, SHIFT(129),
  [274] = {.entry = {.count = 1, .reusable = true}}, SHIFT(135),
  [276] = {.entry = {.count = 1, .reusable = false}}, SHIFT(103),
  [278] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_synchronisation, 4, 0, 0),
  [280] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_synchronisation, 4, 0, 0),
  [282] = {.entry = {.count = 1, .reusable = true}}, SHIFT(48),
  [284] = {.entry = {.count = 1, .reusable = false}}, SHIFT(114),
  [286] = {.entry = {.count = 1, .reusable = true}}, SHIFT(41),
  [288] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_synchronisation, 5, 0, 0),
  [290] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_synchronisation, 5, 0, 0),
  [292] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_synchronisation, 6, 0, 0),
  [294] = {.entry = {.count = 1, .reusable = false}}, REDUCE(sym_synchronisation, 6, 0, 0),
  [296] = {.entry = {.count = 1, .reusable = false}}, SHIFT(105),
  [298] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_source_file_repeat1, 1, 0, 0),
  [300] = {.entry = {.count = 1, .reusable = true}}, SHIFT(89),
  [302] = {.entry = {.count = 1, .reusable = false}}, SHIFT(124),
  [304] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_set, 6, 0, 11),
  [306] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_set, 7, 0, 11),
  [308] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_set, 5, 0, 11),
  [310] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_pattern, 1, 0, 0),
  [312] = {.entry = {.count = 1, .reusable = true}}, SHIFT(82),
  [314] = {.entry = {.count = 1, .reusable = true}}, SHIFT(67),
  [316] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_set_repeat1, 2, 0, 0), SHIFT_REPEAT(83),
  [319] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_set_repeat1, 2, 0, 0),
  [321] = {.entry = {.count = 1, .reusable = true}}, SHIFT(65),
  [323] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_patterns, 2, 0, 0),
  [325] = {.entry = {.count = 1, .reusable = true}}, SHIFT(73),
  [327] = {.entry = {.count = 1, .reusable = true}}, SHIFT(74),
  [329] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_patterns_repeat1, 2, 0, 0),
  [331] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_pattern, 3, 0, 0),
  [333] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_pattern, 5, 0, 0),
  [335] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_patterns, 3, 0, 0),
  [337] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_patterns_repeat1, 2, 0, 0), SHIFT_REPEAT(65),
  [340] = {.entry = {.count = 1, .reusable = true}}, SHIFT(62),
  [342] = {.entry = {.count = 1, .reusable = true}}, SHIFT(127),
  [344] = {.entry = {.count = 1, .reusable = true}}, SHIFT(144),
  [346] = {.entry = {.count = 1, .reusable = true}}, SHIFT(83),
  [348] = {.entry = {.count = 1, .reusable = true}}, SHIFT(132),
  [350] = {.entry = {.count = 1, .reusable = true}}, SHIFT(134),
  [352] = {.entry = {.count = 1, .reusable = true}}, SHIFT(71),
  [354] = {.entry = {.count = 1, .reusable = true}}, SHIFT(54),
  [356] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_relabelling_repeat1, 2, 0, 0), SHIFT_REPEAT(72),
  [359] = {.entry = {.count = 1, .reusable = true}}, REDUCE(aux_sym_relabelling_repeat1, 2, 0, 0),
  [361] = {.entry = {.count = 1, .reusable = true}}, SHIFT(87),
  [363] = {.entry = {.count = 1, .reusable = true}}, SHIFT(76),
  [365] = {.entry = {.count = 1, .reusable = true}}, SHIFT(72),
  [367] = {.entry = {.count = 1, .reusable = true}}, SHIFT(42),
  [369] = {.entry = {.count = 1, .reusable = true}}, SHIFT(51),
  [371] = {.entry = {.count = 1, .reusable = true}}, SHIFT(86),
  [373] = {.entry = {.count = 1, .reusable = true}}, SHIFT(52),
  [375] = {.entry = {.count = 2, .reusable = true}}, REDUCE(aux_sym_patterns_repeat1, 2, 0, 0), SHIFT_REPEAT(62),
  [378] = {.entry = {.count = 1, .reusable = true}}, SHIFT(33),
  [380] = {.entry = {.count = 1, .reusable = true}}, SHIFT(27),
  [382] = {.entry = {.count = 1, .reusable = true}}, SHIFT(28),
  [384] = {.entry = {.count = 1, .reusable = true}}, SHIFT(122),
  [386] = {.entry = {.count = 1, .reusable = true}}, SHIFT(125),
  [388] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_renaming, 3, 0, 13),
  [390] = {.entry = {.count = 1, .reusable = true}}, SHIFT(34),
  [392] = {.entry = {.count = 1, .reusable = true}}, SHIFT(131),
  [394] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_property_name, 1, 0, 0),
  [396] = {.entry = {.count = 1, .reusable = true}}, SHIFT(3),
  [398] = {.entry = {.count = 1, .reusable = true}}, SHIFT(78),
  [400] = {.entry = {.count = 1, .reusable = true}}, SHIFT(126),
  [402] = {.entry = {.count = 1, .reusable = true}}, SHIFT(70),
  [404] = {.entry = {.count = 1, .reusable = true}}, SHIFT(80),
  [406] = {.entry = {.count = 1, .reusable = true}}, SHIFT(29),
  [408] = {.entry = {.count = 1, .reusable = true}}, SHIFT(81),
  [410] = {.entry = {.count = 1, .reusable = true}}, SHIFT(69),
  [412] = {.entry = {.count = 1, .reusable = false}}, SHIFT(85),
  [414] = {.entry = {.count = 1, .reusable = true}},  ACCEPT_INPUT(),
  [416] = {.entry = {.count = 1, .reusable = true}}, SHIFT(2),
  [418] = {.entry = {.count = 1, .reusable = true}}, SHIFT(36),
  [420] = {.entry = {.count = 1, .reusable = true}}, SHIFT(25),
  [422] = {.entry = {.count = 1, .reusable = true}}, SHIFT(56),
  [424] = {.entry = {.count = 1, .reusable = true}}, REDUCE(sym_property_name, 1, 0, 1),
  [426] = {.entry = {.count = 1, .reusable = true}}, SHIFT(66),
  [428] = {.entry = {.count = 1, .reusable = true}}, SHIFT(12),
};

#ifdef __cplusplus
extern "C" {
#endif
#ifdef TREE_SITTER_HIDE_SYMBOLS
#define TS_PUBLIC
#elif defined(_WIN32)
#define TS_PUBLIC __declspec(dllexport)
#else
#define TS_PUBLIC __attribute__((visibility("default")))
#endif

TS_PUBLIC const TSLanguage *tree_sitter_ccs(void) {
  static const TSLanguage language = {
    .version = LANGUAGE_VERSION,
    .symbol_count = SYMBOL_COUNT,
    .alias_count = ALIAS_COUNT,
    .token_count = TOKEN_COUNT,
    .external_token_count = EXTERNAL_TOKEN_COUNT,
    .state_count = STATE_COUNT,
    .large_state_count = LARGE_STATE_COUNT,
    .production_id_count = PRODUCTION_ID_COUNT,
    .field_count = FIELD_COUNT,
    .max_alias_sequence_length = MAX_ALIAS_SEQUENCE_LENGTH,
    .parse_table = &ts_parse_table[0][0],
    .small_parse_table = ts_small_parse_table,
    .small_parse_table_map = ts_small_parse_table_map,
    .parse_actions = ts_parse_actions,
    .symbol_names = ts_symbol_names,
    .field_names = ts_field_names,
    .field_map_slices = ts_field_map_slices,
    .field_map_entries = ts_field_map_entries,
    .symbol_metadata = ts_symbol_metadata,
    .public_symbol_map = ts_symbol_map,
    .alias_map = ts_non_terminal_alias_map,
    .alias_sequences = &ts_alias_sequences[0][0],
    .lex_modes = ts_lex_modes,
    .lex_fn = ts_lex,
    .keyword_lex_fn = ts_lex_keywords,
    .keyword_capture_token = sym_identifier,
    .primary_state_ids = ts_primary_state_ids,
  };
  return &language;
}
#ifdef __cplusplus
}
#endif
