call synod#define_linter('labs')
