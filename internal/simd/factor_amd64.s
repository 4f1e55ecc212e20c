//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// Four nodes at a time; see factor_amd64.h.

#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 Y4
#define V5 Y5
#define V6 Y6
#define V7 Y7
#define V8 Y8
#define V9 Y9
#define V10 Y10
#define V11 Y11
#define V12 Y12
#define V13 Y13
#define V14 Y14
#define V15 Y15
#define LANES 4
#define SEE ·seeAVX
#define BACK ·backAVX

#define GATHER(at, index, dst) \
	VPCMPEQQ Y15, Y15, Y15; \
	VXORPD dst, dst, dst; \
	VGATHERQPD Y15, at(index*8), dst

#define UNLESSBELOW(floor, x, dst) \
	VCMPPD $0x15, floor, x, Y15; \
	VANDPD Y15, dst, dst

#include "factor_amd64.h"
