call synod#define_linter('aiger')
