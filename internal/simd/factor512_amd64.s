//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// Eight nodes at a time; see factor_amd64.h.

#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define V5 Z5
#define V6 Z6
#define V7 Z7
#define V8 Z8
#define V9 Z9
#define V10 Z10
#define V11 Z11
#define V12 Z12
#define V13 Z13
#define V14 Z14
#define V15 Z15
#define LANES 8
#define SEE ·see512
#define BACK ·back512

#define GATHER(at, index, dst) \
	KXNORB K1, K1, K1; \
	VPXORQ dst, dst, dst; \
	VGATHERQPD at(index*8), K1, dst

#define UNLESSBELOW(floor, x, dst) \
	VCMPPD $0x15, floor, x, K2; \
	VMOVAPD.Z dst, K2, dst

#include "factor_amd64.h"
