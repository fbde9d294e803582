(comment) @comment
(constant) @type
(system) @keyword
(action) @function
(partner) @function
(tau) @constant.builtin
(stop) @constant.builtin
(property_name) @variable
(atom) @constant.builtin

["agent" "set" "property" "can" "does" "did" "not" "G" "F" "X" "A" "E" "AG" "AF" "AX" "EG" "EF" "EX" "U" "W" "R"] @keyword
["=" "≝" "+" "|" "||" "∥" "∨" "|[" "]|" "." "\\" "/" "<->" "<=>" "↔" "->" "=>" "→" "&" "&&" "∧" "!" "¬" "<" ">" "-"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":"] @punctuation.delimiter
