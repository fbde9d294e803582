" R-CHECK: made from the words of the language.
if exists("b:current_syntax")
  finish
endif

syntax match rcheckComment /\/\/.*$/ contains=@Spell
syntax region rcheckComment start=/\/\*/ end=/\*\// contains=@Spell
syntax match rcheckNumber /\<\d\+\>/
syntax region rcheckString start=/"/ end=/"/ oneline
syntax match rcheckKeyword /\<property-variables/
syntax match rcheckKeyword /\<message-structure/
syntax match rcheckKeyword /\<receive-guard/
syntax keyword rcheckKeyword deadlock
syntax keyword rcheckKeyword location
syntax keyword rcheckKeyword supplier
syntax match rcheckKeyword /\<SUPPLY@/
syntax keyword rcheckKeyword channel
syntax keyword rcheckKeyword include
syntax keyword rcheckKeyword relabel
syntax keyword rcheckKeyword exists
syntax keyword rcheckKeyword forall
syntax keyword rcheckKeyword getter
syntax keyword rcheckKeyword myself
syntax keyword rcheckKeyword repeat
syntax keyword rcheckKeyword sender
syntax keyword rcheckKeyword system
syntax keyword rcheckKeyword Agent
syntax keyword rcheckKeyword agent
syntax keyword rcheckKeyword const
syntax keyword rcheckBoolean false
syntax keyword rcheckKeyword guard
syntax keyword rcheckKeyword local
syntax match rcheckKeyword /\<GET@/
syntax keyword rcheckKeyword SPEC
syntax keyword rcheckKeyword bool
syntax keyword rcheckKeyword chan
syntax keyword rcheckKeyword enum
syntax keyword rcheckKeyword init
syntax keyword rcheckBoolean true
syntax keyword rcheckKeyword any
syntax keyword rcheckKeyword int
syntax keyword rcheckKeyword p2p
syntax keyword rcheckKeyword rep
syntax keyword rcheckKeyword F
syntax keyword rcheckKeyword G
syntax keyword rcheckKeyword K
syntax keyword rcheckKeyword R
syntax keyword rcheckKeyword U
syntax keyword rcheckKeyword W
syntax keyword rcheckKeyword X
highlight default link rcheckComment Comment
highlight default link rcheckNumber Number
highlight default link rcheckString String
highlight default link rcheckBoolean Boolean
highlight default link rcheckKeyword Keyword

let b:current_syntax = "rcheck"
