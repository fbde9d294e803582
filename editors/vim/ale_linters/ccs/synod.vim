call synod#define_linter('ccs')
