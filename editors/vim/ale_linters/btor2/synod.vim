call synod#define_linter('btor2')
