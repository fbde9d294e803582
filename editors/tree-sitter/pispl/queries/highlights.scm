(comment) @comment
(number) @number
(boolean) @constant.builtin
(boolean_type) @type.builtin
(value) @constant
(action) @function
(action_type) @type.builtin
(agent_name) @type
(environment) @type.builtin
(own_action) @variable.builtin
(logic) @keyword

(variable name: (identifier) @variable)
(proposition name: (identifier) @function)
(indexed name: (identifier) @function)
(indexed agent: (identifier) @variable.parameter)
(bound_agents (identifier) @variable.parameter)
(member member: (identifier) @property)
(semantics value: _ @constant.builtin)

[
  "Semantics" "Template" "Vars" "InitState" "Actions" "Protocol" "Evolution" "Evaluation" "Formulae" "end" "Other"
  "GlobalAction" "in" "if" "and" "or"
  "AG" "EG" "AX" "EX" "AF" "EF" "X" "F" "G" "A" "E" "U" "K" "O" "GK" "GCK" "DK"
] @keyword

["=" "<>" "<" "<=" ">" ">=" "+" "-" "*" "/" "&" "|" "^" "~" "!" "->" ".."] @operator
["(" ")" "{" "}"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter
