// SUM adds the four numbers of y into its lowest, x; t is used.
#define SUM(y, x, t) \
	VEXTRACTF128 $1, y, t; \
	VADDPD t, x, x; \
	VUNPCKHPD x, x, t; \
	VADDSD t, x, x
