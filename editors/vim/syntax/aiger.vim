" AIGER: made from the words of the language.
if exists("b:current_syntax")
  finish
endif

syntax match aigerComment /#.*$/ contains=@Spell
syntax match aigerNumber /\<\d\+\>/
syntax region aigerString start=/"/ end=/"/ oneline
syntax keyword aigerKeyword aag
syntax keyword aigerKeyword b
syntax keyword aigerKeyword c
syntax keyword aigerKeyword f
syntax keyword aigerKeyword i
syntax keyword aigerKeyword j
syntax keyword aigerKeyword l
syntax keyword aigerKeyword o
highlight default link aigerComment Comment
highlight default link aigerNumber Number
highlight default link aigerString String
highlight default link aigerBoolean Boolean
highlight default link aigerKeyword Keyword

let b:current_syntax = "aiger"
