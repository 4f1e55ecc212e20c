//go:build amd64 && !purego

#include "textflag.h"

// Products of rows with panels of eight columns. The operations and their order
// are those of generic.go: no fused multiply-adds, and every sum in order from
// its first product to its last.

// ROW adds the number at addr times the three vectors in Z24 to Z26 to three sums.
#define ROW(addr, x, y, z) \
	VBROADCASTSD addr, Z27; \
	VMULPD Z24, Z27, Z28; \
	VMULPD Z25, Z27, Z29; \
	VMULPD Z26, Z27, Z30; \
	VADDPD Z28, x, x; \
	VADDPD Z29, y, y; \
	VADDPD Z30, z, z

// NEXT loads the t-th of the next four rows of three panels, and asks for what
// comes a kilobyte later: a new page would be waited for.
#define NEXT(t) \
	VMOVUPD (t*64)(DX), Z24; \
	VMOVUPD (t*64)(DX)(R8*1), Z25; \
	VMOVUPD (t*64)(DX)(R8*2), Z26; \
	PREFETCHT0 (t*64+1024)(DX); \
	PREFETCHT0 (t*64+1024)(DX)(R8*1); \
	PREFETCHT0 (t*64+1024)(DX)(R8*2)

#define EIGHT(t) \
	NEXT(t); \
	ROW((t*8)(SI), Z0, Z1, Z2); \
	ROW((t*8)(SI)(R10*1), Z3, Z4, Z5); \
	ROW((t*8)(SI)(R10*2), Z6, Z7, Z8); \
	ROW((t*8)(SI)(R11*1), Z9, Z10, Z11); \
	ROW((t*8)(SI)(R10*4), Z12, Z13, Z14); \
	ROW((t*8)(SI)(R12*1), Z15, Z16, Z17); \
	ROW((t*8)(SI)(R11*2), Z18, Z19, Z20); \
	ROW((t*8)(SI)(R13*1), Z21, Z22, Z23)

#define FOUR(t) \
	NEXT(t); \
	ROW((t*8)(SI), Z0, Z1, Z2); \
	ROW((t*8)(SI)(R10*1), Z3, Z4, Z5); \
	ROW((t*8)(SI)(R10*2), Z6, Z7, Z8); \
	ROW((t*8)(SI)(R11*1), Z9, Z10, Z11)

#define THREE(t) \
	NEXT(t); \
	ROW((t*8)(SI), Z0, Z1, Z2); \
	ROW((t*8)(SI)(R10*1), Z3, Z4, Z5); \
	ROW((t*8)(SI)(R10*2), Z6, Z7, Z8)

#define TWO(t) \
	NEXT(t); \
	ROW((t*8)(SI), Z0, Z1, Z2); \
	ROW((t*8)(SI)(R10*1), Z3, Z4, Z5)

#define ONE(t) \
	NEXT(t); \
	ROW((t*8)(SI), Z0, Z1, Z2)

// WRITE stores the sums of a row and goes on to the next.
#define WRITE(x, y, z) \
	VMOVUPD x, (DI); \
	VMOVUPD y, 64(DI); \
	VMOVUPD z, 128(DI); \
	ADDQ R9, DI

#define ZERO(x, y, z) \
	VXORPD x, x, x; \
	VXORPD y, y, y; \
	VXORPD z, z, z

// ARGUMENTS are where things are: R9 is a row of dst, R10 one of k, R11 three
// of them, R8 a panel, all in bytes, and CX a quarter of the terms.
#define ARGUMENTS \
	MOVQ dst+0(FP), DI; \
	MOVQ step+8(FP), R9; \
	MOVQ k+16(FP), SI; \
	MOVQ m+24(FP), DX; \
	MOVQ n+32(FP), CX; \
	SHLQ $3, R9; \
	MOVQ CX, R10; \
	SHLQ $3, R10; \
	LEAQ (R10)(R10*2), R11; \
	MOVQ CX, R8; \
	SHLQ $6, R8; \
	SHRQ $2, CX

#define STEP \
	ADDQ $256, DX; \
	ADDQ $32, SI; \
	DECQ CX

// func tileEight(dst *float64, step int, k, m *float64, n int)
TEXT ·tileEight(SB), NOSPLIT, $0-40
	ARGUMENTS
	LEAQ (R10)(R10*4), R12
	LEAQ (R12)(R10*2), R13
	ZERO(Z0, Z1, Z2)
	ZERO(Z3, Z4, Z5)
	ZERO(Z6, Z7, Z8)
	ZERO(Z9, Z10, Z11)
	ZERO(Z12, Z13, Z14)
	ZERO(Z15, Z16, Z17)
	ZERO(Z18, Z19, Z20)
	ZERO(Z21, Z22, Z23)
terms:
	EIGHT(0)
	EIGHT(1)
	EIGHT(2)
	EIGHT(3)
	STEP
	JNE  terms
	WRITE(Z0, Z1, Z2)
	WRITE(Z3, Z4, Z5)
	WRITE(Z6, Z7, Z8)
	WRITE(Z9, Z10, Z11)
	WRITE(Z12, Z13, Z14)
	WRITE(Z15, Z16, Z17)
	WRITE(Z18, Z19, Z20)
	WRITE(Z21, Z22, Z23)
	VZEROUPPER
	RET

// func tileFour(dst *float64, step int, k, m *float64, n int)
TEXT ·tileFour(SB), NOSPLIT, $0-40
	ARGUMENTS
	ZERO(Z0, Z1, Z2)
	ZERO(Z3, Z4, Z5)
	ZERO(Z6, Z7, Z8)
	ZERO(Z9, Z10, Z11)
terms:
	FOUR(0)
	FOUR(1)
	FOUR(2)
	FOUR(3)
	STEP
	JNE  terms
	WRITE(Z0, Z1, Z2)
	WRITE(Z3, Z4, Z5)
	WRITE(Z6, Z7, Z8)
	WRITE(Z9, Z10, Z11)
	VZEROUPPER
	RET

// func tileThree(dst *float64, step int, k, m *float64, n int)
TEXT ·tileThree(SB), NOSPLIT, $0-40
	ARGUMENTS
	ZERO(Z0, Z1, Z2)
	ZERO(Z3, Z4, Z5)
	ZERO(Z6, Z7, Z8)
terms:
	THREE(0)
	THREE(1)
	THREE(2)
	THREE(3)
	STEP
	JNE  terms
	WRITE(Z0, Z1, Z2)
	WRITE(Z3, Z4, Z5)
	WRITE(Z6, Z7, Z8)
	VZEROUPPER
	RET

// func tileTwo(dst *float64, step int, k, m *float64, n int)
TEXT ·tileTwo(SB), NOSPLIT, $0-40
	ARGUMENTS
	ZERO(Z0, Z1, Z2)
	ZERO(Z3, Z4, Z5)
terms:
	TWO(0)
	TWO(1)
	TWO(2)
	TWO(3)
	STEP
	JNE  terms
	WRITE(Z0, Z1, Z2)
	WRITE(Z3, Z4, Z5)
	VZEROUPPER
	RET

// func tileOne(dst *float64, step int, k, m *float64, n int)
TEXT ·tileOne(SB), NOSPLIT, $0-40
	ARGUMENTS
	ZERO(Z0, Z1, Z2)
terms:
	ONE(0)
	ONE(1)
	ONE(2)
	ONE(3)
	STEP
	JNE  terms
	WRITE(Z0, Z1, Z2)
	VZEROUPPER
	RET

// SINGLE adds the number at addr times the vector in Z24 to a sum.
#define SINGLE(addr, y, x) \
	VMULPD.BCST addr, Z24, y; \
	VADDPD y, x, x

#define SINGLES(t) \
	VMOVUPD (t*64)(DX), Z24; \
	PREFETCHT0 (t*64+1024)(DX); \
	SINGLE((t*8)(SI), Z16, Z0); \
	SINGLE((t*8)(SI)(R10*1), Z17, Z1); \
	SINGLE((t*8)(SI)(R10*2), Z18, Z2); \
	SINGLE((t*8)(SI)(R11*1), Z19, Z3); \
	SINGLE((t*8)(SI)(R10*4), Z20, Z4); \
	SINGLE((t*8)(SI)(R12*1), Z21, Z5); \
	SINGLE((t*8)(SI)(R11*2), Z22, Z6); \
	SINGLE((t*8)(SI)(R13*1), Z23, Z7)

#define SUM(x) \
	VMOVUPD x, (DI); \
	ADDQ R9, DI

// func panelEight(dst *float64, step int, k, m *float64, n int)
TEXT ·panelEight(SB), NOSPLIT, $0-40
	ARGUMENTS
	LEAQ (R10)(R10*4), R12
	LEAQ (R12)(R10*2), R13
	ZERO(Z0, Z1, Z2)
	ZERO(Z3, Z4, Z5)
	ZERO(Z6, Z7, Z8)
terms:
	SINGLES(0)
	SINGLES(1)
	SINGLES(2)
	SINGLES(3)
	STEP
	JNE  terms
	SUM(Z0)
	SUM(Z1)
	SUM(Z2)
	SUM(Z3)
	SUM(Z4)
	SUM(Z5)
	SUM(Z6)
	SUM(Z7)
	VZEROUPPER
	RET

// func panelFour(dst *float64, step int, k, m *float64, n int)
TEXT ·panelFour(SB), NOSPLIT, $0-40
	ARGUMENTS
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	SHLQ $2, CX
terms:
	VMOVUPD (DX), Y8
	VMOVUPD 32(DX), Y9
	VBROADCASTSD (SI), Y10
	VMULPD Y8, Y10, Y11
	VMULPD Y9, Y10, Y12
	VADDPD Y11, Y0, Y0
	VADDPD Y12, Y1, Y1
	VBROADCASTSD (SI)(R10*1), Y13
	VMULPD Y8, Y13, Y14
	VMULPD Y9, Y13, Y15
	VADDPD Y14, Y2, Y2
	VADDPD Y15, Y3, Y3
	VBROADCASTSD (SI)(R10*2), Y10
	VMULPD Y8, Y10, Y11
	VMULPD Y9, Y10, Y12
	VADDPD Y11, Y4, Y4
	VADDPD Y12, Y5, Y5
	VBROADCASTSD (SI)(R11*1), Y13
	VMULPD Y8, Y13, Y14
	VMULPD Y9, Y13, Y15
	VADDPD Y14, Y6, Y6
	VADDPD Y15, Y7, Y7
	ADDQ $8, SI
	ADDQ $64, DX
	DECQ CX
	JNE  terms
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	ADDQ R9, DI
	VMOVUPD Y2, (DI)
	VMOVUPD Y3, 32(DI)
	ADDQ R9, DI
	VMOVUPD Y4, (DI)
	VMOVUPD Y5, 32(DI)
	ADDQ R9, DI
	VMOVUPD Y6, (DI)
	VMOVUPD Y7, 32(DI)
	VZEROUPPER
	RET

// func panelOne(dst *float64, step int, k, m *float64, n int)
TEXT ·panelOne(SB), NOSPLIT, $0-40
	ARGUMENTS
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	SHLQ $2, CX
terms:
	VBROADCASTSD (SI), Y10
	VMULPD (DX), Y10, Y11
	VMULPD 32(DX), Y10, Y12
	VADDPD Y11, Y0, Y0
	VADDPD Y12, Y1, Y1
	ADDQ $8, SI
	ADDQ $64, DX
	DECQ CX
	JNE  terms
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VZEROUPPER
	RET
