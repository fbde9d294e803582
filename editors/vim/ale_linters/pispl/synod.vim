call synod#define_linter('pispl')
