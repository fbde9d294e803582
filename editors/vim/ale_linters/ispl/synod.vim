call synod#define_linter('ispl')
