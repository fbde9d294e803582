call synod#define_linter('chor')
