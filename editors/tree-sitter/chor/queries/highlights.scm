(comment) @comment
(constant) @type
(system) @keyword
(peer) @variable
(action) @function
(tau) @constant.builtin
(property_name) @variable
(atom) @constant.builtin

["property" "can" "does" "did" "not" "G" "F" "X" "A" "E" "AG" "AF" "AX" "EG" "EF" "EX" "U" "W" "R"] @keyword
["=" "≝" "+" "||" "∥" "*" "->" "→" "<->" "<=>" "↔" "=>" "|" "∨" "&" "&&" "∧" "!" "¬" "<" ">" "-"] @operator
["(" ")" "[" "]"] @punctuation.bracket
["," ";" ":"] @punctuation.delimiter
