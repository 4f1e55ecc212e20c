//go:build amd64 && !purego

#include "textflag.h"

// Eight numbers at a time; see normal_amd64.h.

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

#define GATHER(at, index, dst) \
	KXNORB K1, K1, K1; \
	VPXORQ dst, dst, dst; \
	VGATHERQPD at(index*8), K1, dst

#include "normal_amd64.h"

// func exp512(dst, x *float64, n int, lanes *[50][8]uint64, powers *[256]float64) int
TEXT ·exp512(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ lanes+24(FP), R8
	MOVQ powers+32(FP), R9
	XORQ BX, BX
more:
	VMOVUPD (SI)(BX*8), V9
	VANDPD ABS, V9, V0
	VCMPPD $0x11, LARGEST, V0, K2 // below
	KORTESTB K2, K2
	JCC  done
	EXP
	VMOVUPD V10, (DI)(BX*8)
	ADDQ $8, BX
	CMPQ BX, CX
	JLT  more
done:
	VZEROUPPER
	MOVQ BX, ret+40(FP)
	RET

// func log512(dst, x *float64, n int, lanes *[50][8]uint64) int
TEXT ·log512(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ lanes+24(FP), R8
	XORQ BX, BX
more:
	VMOVUPD (SI)(BX*8), V0
	VCMPPD $0x1d, LEAST, V0, K2 // at least
	VCMPPD $0x12, MOST, V0, K3  // at most
	KANDB K2, K3, K2
	KORTESTB K2, K2
	JCC  done
	LOG
	VMOVUPD V1, (DI)(BX*8)
	ADDQ $8, BX
	CMPQ BX, CX
	JLT  more
done:
	VZEROUPPER
	MOVQ BX, ret+32(FP)
	RET

// func normal512(h, cdf, pdf, u *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int
TEXT ·normal512(SB), NOSPLIT, $0-72
	MOVQ h+0(FP), DI
	MOVQ cdf+8(FP), SI
	MOVQ pdf+16(FP), DX
	MOVQ u+24(FP), R11
	MOVQ n+32(FP), CX
	MOVQ lanes+40(FP), R8
	MOVQ powers+48(FP), R9
	MOVQ mills+56(FP), R10
	XORQ BX, BX
more:
	VMOVUPD (R11)(BX*8), V0
	VMULPD V0, V0, V15
	VCMPPD $0x12, NEAR, V15, K2 // at most
	VCMPPD $0x1e, FAR, V15, K3  // above
	KORB  K2, K3, K3
	KORTESTB K3, K3
	JCC  done
	NORMAL
	VMOVAPD.Z V1, K2, V1      // far out all are 0
	VMOVAPD.Z V2, K2, V2
	VMOVAPD.Z V3, K2, V3
	VXORPD V4, V4, V4
	VCMPPD $0x1e, V4, V0, K2  // above 0
	VADDPD V0, V1, K2, V1
	VMOVUPD ONE, V5
	VSUBPD V2, V5, K2, V2
	VMOVUPD V1, (DI)(BX*8)
	VMOVUPD V2, (SI)(BX*8)
	VMOVUPD V3, (DX)(BX*8)
	ADDQ $8, BX
	CMPQ BX, CX
	JLT  more
done:
	VZEROUPPER
	MOVQ BX, ret+64(FP)
	RET

// func logCDF512(dst, z *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int
TEXT ·logCDF512(SB), NOSPLIT, $0-56
	MOVQ dst+0(FP), DI
	MOVQ z+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ lanes+24(FP), R8
	MOVQ powers+32(FP), R9
	MOVQ mills+40(FP), R10
	XORQ BX, BX
more:
	VMOVUPD (SI)(BX*8), V0
	VMULPD V0, V0, V15
	VXORPD V4, V4, V4
	VCMPPD $0x1e, V4, V0, K4    // above 0
	VCMPPD $0x12, NEAR, V15, K2 // at most
	VCMPPD $0x1e, FAR, V15, K3  // above
	KANDB K3, K4, K3            // far out only above 0
	KORB  K2, K3, K3
	KORTESTB K3, K3
	JCC  done
	NORMAL
	VMOVAPD.Z V2, K2, V10       // far out it is 0
	VXORPD SIGN, V10, V10       // −Φ(−t)
	VMOVAPD V6, V0
	LOG
	VMOVUPD (SI)(BX*8), V11
	BELOW
	LOG1P
	VANDPD ABS, V10, V6
	VCMPPD $0x11, SMALL, V6, K5 // below
	VMOVAPD V5, K5, V4
	VMOVAPD V4, K4, V1
	VMOVUPD V1, (DI)(BX*8)
	ADDQ $8, BX
	CMPQ BX, CX
	JLT  more
done:
	VZEROUPPER
	MOVQ BX, ret+48(FP)
	RET
