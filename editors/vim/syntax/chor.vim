" choreography: made from the words of the language.
if exists("b:current_syntax")
  finish
endif

syntax match chorComment /--.*$/ contains=@Spell
syntax match chorComment /\/\/.*$/ contains=@Spell
syntax match chorNumber /\<\d\+\>/
syntax region chorString start=/"/ end=/"/ oneline
syntax keyword chorKeyword realisable
syntax keyword chorKeyword terminated
syntax keyword chorKeyword deadlock
syntax keyword chorKeyword property
syntax keyword chorKeyword does
syntax keyword chorKeyword can
syntax keyword chorKeyword did
syntax keyword chorKeyword tau
syntax keyword chorKeyword A
syntax keyword chorKeyword E
syntax keyword chorKeyword F
syntax keyword chorKeyword G
syntax keyword chorKeyword R
syntax keyword chorKeyword U
syntax keyword chorKeyword W
syntax keyword chorKeyword X
highlight default link chorComment Comment
highlight default link chorNumber Number
highlight default link chorString String
highlight default link chorBoolean Boolean
highlight default link chorKeyword Keyword

let b:current_syntax = "chor"
