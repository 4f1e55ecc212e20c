//go:build amd64 && !purego

#include "textflag.h"

// Four numbers at a time; see normal_amd64.h.

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

#define GATHER(at, index, dst) \
	VPCMPEQQ Y1, Y1, Y1; \
	VXORPD dst, dst, dst; \
	VGATHERQPD Y1, at(index*8), dst

#include "normal_amd64.h"

// func expAVX(dst, x *float64, n int, lanes *[50][8]uint64, powers *[256]float64) int
TEXT ·expAVX(SB), NOSPLIT, $0-48
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ lanes+24(FP), R8
	MOVQ powers+32(FP), R9
	XORQ BX, BX
more:
	VMOVUPD (SI)(BX*8), V9
	VANDPD ABS, V9, V0
	VCMPPD $0x11, LARGEST, V0, V0 // below
	VMOVMSKPD V0, AX
	CMPQ AX, $15
	JNE  done
	EXP
	VMOVUPD V10, (DI)(BX*8)
	ADDQ $4, BX
	CMPQ BX, CX
	JLT  more
done:
	VZEROUPPER
	MOVQ BX, ret+40(FP)
	RET

// func logAVX(dst, x *float64, n int, lanes *[50][8]uint64) int
TEXT ·logAVX(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ lanes+24(FP), R8
	XORQ BX, BX
more:
	VMOVUPD (SI)(BX*8), V0
	VCMPPD $0x1d, LEAST, V0, V1 // at least
	VCMPPD $0x12, MOST, V0, V2  // at most
	VANDPD V1, V2, V1
	VMOVMSKPD V1, AX
	CMPQ AX, $15
	JNE  done
	LOG
	VMOVUPD V1, (DI)(BX*8)
	ADDQ $4, BX
	CMPQ BX, CX
	JLT  more
done:
	VZEROUPPER
	MOVQ BX, ret+32(FP)
	RET

// func normalAVX(h, cdf, pdf, u *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int
TEXT ·normalAVX(SB), NOSPLIT, $0-72
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
	VCMPPD $0x12, NEAR, V15, V1 // at most
	VCMPPD $0x1e, FAR, V15, V2  // above
	VORPD V1, V2, V2
	VMOVMSKPD V2, AX
	CMPQ AX, $15
	JNE  done
	NORMAL
	VMULPD V0, V0, V15
	VCMPPD $0x12, NEAR, V15, V4
	VANDPD V4, V1, V1         // far out all are 0
	VANDPD V4, V2, V2
	VANDPD V4, V3, V3
	VXORPD V4, V4, V4
	VCMPPD $0x1e, V4, V0, V4  // above 0
	VADDPD V0, V1, V5
	VBLENDVPD V4, V5, V1, V1
	VMOVUPD ONE, V5
	VSUBPD V2, V5, V5
	VBLENDVPD V4, V5, V2, V2
	VMOVUPD V1, (DI)(BX*8)
	VMOVUPD V2, (SI)(BX*8)
	VMOVUPD V3, (DX)(BX*8)
	ADDQ $4, BX
	CMPQ BX, CX
	JLT  more
done:
	VZEROUPPER
	MOVQ BX, ret+64(FP)
	RET

// func logCDFAVX(dst, z *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int
TEXT ·logCDFAVX(SB), NOSPLIT, $0-56
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
	VCMPPD $0x1e, V4, V0, V4    // above 0
	VCMPPD $0x12, NEAR, V15, V1 // at most
	VCMPPD $0x1e, FAR, V15, V2  // above
	VANDPD V4, V2, V2           // far out only above 0
	VORPD V1, V2, V2
	VMOVMSKPD V2, AX
	CMPQ AX, $15
	JNE  done
	NORMAL
	VMOVUPD (SI)(BX*8), V11
	VMULPD V11, V11, V15
	VCMPPD $0x12, NEAR, V15, V4
	VANDPD V4, V2, V10          // far out it is 0
	VXORPD SIGN, V10, V10       // −Φ(−t)
	VMOVAPD V6, V0
	LOG
	BELOW
	LOG1P
	VANDPD ABS, V10, V6
	VCMPPD $0x11, SMALL, V6, V6 // below
	VBLENDVPD V6, V5, V4, V4
	VXORPD V6, V6, V6
	VCMPPD $0x1e, V6, V11, V6   // above 0
	VBLENDVPD V6, V4, V1, V1
	VMOVUPD V1, (DI)(BX*8)
	ADDQ $4, BX
	CMPQ BX, CX
	JLT  more
done:
	VZEROUPPER
	MOVQ BX, ret+48(FP)
	RET
