call synod#define_linter('rcheck')
