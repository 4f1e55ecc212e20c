//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// Four nodes at a time; see pull_amd64.h.

#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 Y4
#define LANES 4
#define PULL ·pullAVX

#define GATHER(at, index, dst) \
	VPCMPEQQ Y15, Y15, Y15; \
	VXORPD dst, dst, dst; \
	VGATHERQPD Y15, at(index*8), dst

#include "pull_amd64.h"
