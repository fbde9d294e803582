" BTOR2: made from the words of the language.
if exists("b:current_syntax")
  finish
endif

syntax match btor2Comment /;.*$/ contains=@Spell
syntax match btor2Number /\<\d\+\>/
syntax region btor2String start=/"/ end=/"/ oneline
syntax keyword btor2Keyword constraint
syntax keyword btor2Keyword implies
syntax keyword btor2Keyword justice
syntax keyword btor2Keyword bitvec
syntax keyword btor2Keyword concat
syntax keyword btor2Keyword constd
syntax keyword btor2Keyword consth
syntax keyword btor2Keyword output
syntax keyword btor2Keyword redand
syntax keyword btor2Keyword redxor
syntax keyword btor2Keyword array
syntax keyword btor2Keyword const
syntax keyword btor2Keyword input
syntax keyword btor2Keyword redor
syntax keyword btor2Keyword saddo
syntax keyword btor2Keyword sdivo
syntax keyword btor2Keyword slice
syntax keyword btor2Keyword smulo
syntax keyword btor2Keyword ssubo
syntax keyword btor2Keyword state
syntax keyword btor2Keyword uaddo
syntax keyword btor2Keyword umulo
syntax keyword btor2Keyword usubo
syntax keyword btor2Keyword write
syntax keyword btor2Keyword fair
syntax keyword btor2Keyword init
syntax keyword btor2Keyword nand
syntax keyword btor2Keyword next
syntax keyword btor2Keyword ones
syntax keyword btor2Keyword read
syntax keyword btor2Keyword sdiv
syntax keyword btor2Keyword sext
syntax keyword btor2Keyword sgte
syntax keyword btor2Keyword slte
syntax keyword btor2Keyword smod
syntax keyword btor2Keyword sort
syntax keyword btor2Keyword srem
syntax keyword btor2Keyword udiv
syntax keyword btor2Keyword uext
syntax keyword btor2Keyword ugte
syntax keyword btor2Keyword ulte
syntax keyword btor2Keyword urem
syntax keyword btor2Keyword xnor
syntax keyword btor2Keyword zero
syntax keyword btor2Keyword add
syntax keyword btor2Keyword and
syntax keyword btor2Keyword bad
syntax keyword btor2Keyword dec
syntax keyword btor2Keyword iff
syntax keyword btor2Keyword inc
syntax keyword btor2Keyword ite
syntax keyword btor2Keyword mul
syntax keyword btor2Keyword neg
syntax keyword btor2Keyword neq
syntax keyword btor2Keyword nor
syntax keyword btor2Keyword not
syntax keyword btor2Keyword one
syntax keyword btor2Keyword rol
syntax keyword btor2Keyword ror
syntax keyword btor2Keyword sgt
syntax keyword btor2Keyword sll
syntax keyword btor2Keyword slt
syntax keyword btor2Keyword sra
syntax keyword btor2Keyword srl
syntax keyword btor2Keyword sub
syntax keyword btor2Keyword ugt
syntax keyword btor2Keyword ult
syntax keyword btor2Keyword xor
syntax keyword btor2Keyword eq
syntax keyword btor2Keyword or
highlight default link btor2Comment Comment
highlight default link btor2Number Number
highlight default link btor2String String
highlight default link btor2Boolean Boolean
highlight default link btor2Keyword Keyword

let b:current_syntax = "btor2"
