//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// Eight nodes at a time; see pull_amd64.h.

#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define LANES 8
#define PULL ·pull512

#define GATHER(at, index, dst) \
	KXNORB K1, K1, K1; \
	VPXORQ dst, dst, dst; \
	VGATHERQPD at(index*8), K1, dst

#include "pull_amd64.h"
