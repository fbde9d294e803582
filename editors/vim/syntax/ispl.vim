" ISPL: made from the words of the language.
if exists("b:current_syntax")
  finish
endif

syntax match isplComment /--.*$/ contains=@Spell
syntax match isplNumber /\<\d\+\>/
syntax region isplString start=/"/ end=/"/ oneline
syntax keyword isplKeyword Environment
syntax keyword isplKeyword GreenStates
syntax keyword isplKeyword Evaluation
syntax keyword isplKeyword InitStates
syntax keyword isplKeyword Evolution
syntax keyword isplKeyword RedStates
syntax keyword isplKeyword Semantics
syntax keyword isplKeyword Fairness
syntax keyword isplKeyword Formulae
syntax keyword isplKeyword Lobsvars
syntax keyword isplKeyword Protocol
syntax keyword isplKeyword Actions
syntax keyword isplKeyword Obsvars
syntax keyword isplKeyword boolean
syntax keyword isplKeyword Action
syntax keyword isplKeyword Groups
syntax keyword isplKeyword Agent
syntax keyword isplKeyword Other
syntax keyword isplBoolean false
syntax match isplKeyword /\<CTL\*/
syntax keyword isplKeyword Vars
syntax keyword isplBoolean true
syntax keyword isplKeyword GCK
syntax keyword isplKeyword LTL
syntax keyword isplKeyword and
syntax keyword isplKeyword end
syntax keyword isplKeyword AF
syntax keyword isplKeyword AG
syntax keyword isplKeyword AX
syntax keyword isplKeyword DK
syntax keyword isplKeyword EF
syntax keyword isplKeyword EG
syntax keyword isplKeyword EX
syntax keyword isplKeyword GK
syntax keyword isplKeyword if
syntax keyword isplKeyword or
syntax keyword isplKeyword K
syntax keyword isplKeyword O
highlight default link isplComment Comment
highlight default link isplNumber Number
highlight default link isplString String
highlight default link isplBoolean Boolean
highlight default link isplKeyword Keyword

let b:current_syntax = "ispl"
