" CCS: made from the words of the language.
if exists("b:current_syntax")
  finish
endif

syntax match ccsComment /--.*$/ contains=@Spell
syntax match ccsComment /\/\/.*$/ contains=@Spell
syntax match ccsNumber /\<\d\+\>/
syntax region ccsString start=/"/ end=/"/ oneline
syntax keyword ccsKeyword terminated
syntax keyword ccsKeyword deadlock
syntax keyword ccsKeyword property
syntax keyword ccsKeyword system
syntax keyword ccsKeyword does
syntax keyword ccsKeyword can
syntax keyword ccsKeyword did
syntax keyword ccsKeyword nil
syntax keyword ccsKeyword set
syntax keyword ccsKeyword tau
syntax keyword ccsKeyword A
syntax keyword ccsKeyword E
syntax keyword ccsKeyword F
syntax keyword ccsKeyword G
syntax keyword ccsKeyword R
syntax keyword ccsKeyword U
syntax keyword ccsKeyword W
syntax keyword ccsKeyword X
highlight default link ccsComment Comment
highlight default link ccsNumber Number
highlight default link ccsString String
highlight default link ccsBoolean Boolean
highlight default link ccsKeyword Keyword

let b:current_syntax = "ccs"
