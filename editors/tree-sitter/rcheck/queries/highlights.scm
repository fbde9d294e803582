(comment) @comment
(string) @string
(number) @number
(boolean) @constant.builtin
(builtin) @variable.builtin
(broadcast) @constant.builtin
(property) @property
(primitive_type) @type.builtin
(type) @type
(value) @constant
(label) @label
(property_name) @function
(channel) @variable
(member_name) @property
(automaton_state) @property

(enumeration name: (identifier) @type)
(constant name: (identifier) @constant)
(guard name: (identifier) @function)
(declaration name: (identifier) @variable.parameter)
(relabel property: (identifier) @property)
(assignment target: (identifier) @variable)
(instance name: (identifier) @variable)
(member instance: (identifier) @variable)
(quantifier variable: (identifier) @variable.parameter)
(call function: (identifier) @function)

[
  "include" "const" "enum" "channels" "guard" "agent" "local" "init" "relabel" "repeat" "rep" "system"
  "message-structure" "property-variables" "communication-variables" "receive-guard" "SPEC" "LTLSPEC"
  "GET@" "SUPPLY@" "forall" "exists" "Agent" "G" "F" "X" "U" "R" "W"
] @keyword

[
  ":=" "<-" "=" "==" "!=" "<" "<=" ">" ">=" "+" "-" "/" "&" "&&" "&&&" "|" "||" "|||" "->" "=>" "<->" "<=>" "!" "?"
  ".." "/\\" "\\/" "<<" ">>" "[[" "]]"
] @operator

["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter
