(comment) @comment
(number) @number
(boolean) @constant.builtin
(undefined) @constant.builtin
(parameter) @variable.parameter
(type) @type
(process_name) @function
(process_call) @function
(skip) @constant.builtin
(property_name) @function

(variable name: (identifier) @variable)
(tuple (identifier) @variable)
(pick name: (identifier) @variable)
(quantified variable: (identifier) @variable.parameter)
(count variable: (identifier) @variable.parameter)
(call function: _ @function.builtin)

[
  "system" "extern" "environment" "spawn" "stigmergy" "link" "agent" "interface" "stigmergies" "assume" "check"
  "always" "finally" "eventually" "fairly" "fairly_inf" "ltl" "ctl" "between" "from" "until" "thereIs" "precedes"
  "pick" "where" "forall" "exists" "count" "if" "then" "else" "of" "and" "or"
  "G" "F" "X" "A" "E" "AG" "AF" "AX" "EG" "EF" "EX" "U" "W" "R" "K" "C" "D"
] @keyword

[
  "<-" "<~" "<--" ":=" "->" "=>" "<->" "++" "||" "=" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "%" "!" ".." "<<" ">>"
] @operator

["(" ")" "[" "]" "{" "}" "[]"] @punctuation.bracket
["," ";" ":"] @punctuation.delimiter
