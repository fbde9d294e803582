" LAbS: made from the words of the language.
if exists("b:current_syntax")
  finish
endif

syntax match labsComment /#.*$/ contains=@Spell
syntax match labsNumber /\<\d\+\>/
syntax region labsString start=/"/ end=/"/ oneline
syntax keyword labsKeyword environment
syntax keyword labsKeyword stigmergies
syntax keyword labsKeyword eventually
syntax keyword labsKeyword fairly_inf
syntax keyword labsKeyword interface
syntax keyword labsKeyword stigmergy
syntax keyword labsKeyword Behavior
syntax keyword labsKeyword between
syntax keyword labsKeyword finally
syntax keyword labsKeyword always
syntax keyword labsKeyword assume
syntax keyword labsKeyword exists
syntax keyword labsKeyword extern
syntax keyword labsKeyword fairly
syntax keyword labsKeyword forall
syntax keyword labsKeyword system
syntax keyword labsKeyword agent
syntax keyword labsKeyword check
syntax keyword labsKeyword count
syntax keyword labsBoolean false
syntax keyword labsKeyword spawn
syntax keyword labsBoolean undef
syntax keyword labsKeyword where
syntax keyword labsKeyword Skip
syntax keyword labsKeyword else
syntax keyword labsKeyword from
syntax keyword labsKeyword link
syntax keyword labsKeyword pick
syntax keyword labsKeyword then
syntax keyword labsBoolean true
syntax keyword labsKeyword Nil
syntax keyword labsKeyword abs
syntax keyword labsKeyword and
syntax keyword labsKeyword ctl
syntax keyword labsKeyword ltl
syntax keyword labsKeyword max
syntax keyword labsKeyword min
syntax keyword labsKeyword id
syntax keyword labsKeyword if
syntax keyword labsKeyword of
syntax keyword labsKeyword or
highlight default link labsComment Comment
highlight default link labsNumber Number
highlight default link labsString String
highlight default link labsBoolean Boolean
highlight default link labsKeyword Keyword

let b:current_syntax = "labs"
