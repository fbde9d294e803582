(comment) @comment
(number) @number
(boolean) @constant.builtin
(boolean_type) @type.builtin
(value) @constant
(action) @function
(agent_name) @type
(environment) @type.builtin
(own_action) @variable.builtin
(logic) @keyword

(variable name: (identifier) @variable)
(proposition name: (identifier) @function)
(group name: (identifier) @type)
(member member: (identifier) @property)
(semantics value: _ @constant.builtin)

[
  "Semantics" "Agent" "Obsvars" "Lobsvars" "Vars" "RedStates" "GreenStates" "Actions" "Protocol" "Evolution"
  "Evaluation" "InitStates" "Groups" "Fairness" "Formulae" "end" "Other" "if" "and" "or"
  "AG" "EG" "AX" "EX" "AF" "EF" "X" "F" "G" "A" "E" "U" "K" "O" "GK" "GCK" "DK"
] @keyword

["=" "<>" "<" "<=" ">" ">=" "+" "-" "*" "/" "&" "|" "^" "~" "!" "->" ".."] @operator
["(" ")" "{" "}"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter
