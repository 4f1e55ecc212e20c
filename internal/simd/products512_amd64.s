//go:build amd64 && !purego

#include "textflag.h"

// Products eight numbers at a time. The operations and their order are those of
// generic.go: no fused multiply-adds, and sums joined as there.

// MASK sets K1 to the first R15 of eight lanes, or all of them.
#define MASK(all) \
	MOVQ $8, BX; \
	CMPQ R15, BX; \
	JGE  all; \
	MOVQ R15, BX; \
all: \
	MOVQ CX, AX; \
	MOVQ BX, CX; \
	MOVQ $1, BX; \
	SHLQ CX, BX; \
	DECQ BX; \
	KMOVW BX, K1; \
	MOVQ AX, CX

// WIDE, MIDDLE and NARROW add the number at addr times 24, 16 or 8 numbers.
#define WIDE(addr, x, y, z) \
	VBROADCASTSD addr, Z27; \
	VMULPD Z24, Z27, Z28; \
	VMULPD Z25, Z27, Z29; \
	VMULPD Z26, Z27, Z30; \
	VADDPD Z28, x, x; \
	VADDPD Z29, y, y; \
	VADDPD Z30, z, z

#define MIDDLE(addr, x, y) \
	VBROADCASTSD addr, Z27; \
	VMULPD Z24, Z27, Z28; \
	VMULPD Z25, Z27, Z29; \
	VADDPD Z28, x, x; \
	VADDPD Z29, y, y

#define NARROW(addr, x) \
	VMULPD.BCST addr, Z24, Z28; \
	VADDPD Z28, x, x

// func multiplyFour512(dst, k, m *float64, n int)
//
// 24 columns of four rows at a time, the last of them masked: R8 walks down the
// columns of m, SI along the four rows of k.
TEXT ·multiplyFour512(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ k+8(FP), R13
	MOVQ m+16(FP), R14
	MOVQ n+24(FP), R9
	MOVQ R9, R10
	SHLQ $3, R10              // bytes of a row
	LEAQ (R10)(R10*2), R11    // of three
	MOVQ R9, R15              // columns left
wide:
	CMPQ R15, $16
	JLE  middle
	SUBQ $16, R15
	MASK(wideMask)
	SUBQ $8, R15
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	VPXORQ Z4, Z4, Z4
	VPXORQ Z5, Z5, Z5
	VPXORQ Z6, Z6, Z6
	VPXORQ Z7, Z7, Z7
	VPXORQ Z8, Z8, Z8
	VPXORQ Z9, Z9, Z9
	VPXORQ Z10, Z10, Z10
	VPXORQ Z11, Z11, Z11
	MOVQ R13, SI
	MOVQ R14, R8
	MOVQ R9, DX
downWide:
	VMOVUPD (R8), Z24
	VMOVUPD 64(R8), Z25
	VMOVUPD.Z 128(R8), K1, Z26
	WIDE((SI), Z0, Z1, Z2)
	WIDE((SI)(R10*1), Z3, Z4, Z5)
	WIDE((SI)(R10*2), Z6, Z7, Z8)
	WIDE((SI)(R11*1), Z9, Z10, Z11)
	ADDQ $8, SI
	ADDQ R10, R8
	DECQ DX
	JNE  downWide
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, 64(DI)
	VMOVUPD Z2, K1, 128(DI)
	VMOVUPD Z3, (DI)(R10*1)
	VMOVUPD Z4, 64(DI)(R10*1)
	VMOVUPD Z5, K1, 128(DI)(R10*1)
	VMOVUPD Z6, (DI)(R10*2)
	VMOVUPD Z7, 64(DI)(R10*2)
	VMOVUPD Z8, K1, 128(DI)(R10*2)
	VMOVUPD Z9, (DI)(R11*1)
	VMOVUPD Z10, 64(DI)(R11*1)
	VMOVUPD Z11, K1, 128(DI)(R11*1)
	ADDQ $192, DI
	ADDQ $192, R14
	JMP  wide
middle:
	CMPQ R15, $8
	JLE  narrow
	SUBQ $8, R15
	MASK(middleMask)
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	VPXORQ Z4, Z4, Z4
	VPXORQ Z5, Z5, Z5
	VPXORQ Z6, Z6, Z6
	VPXORQ Z7, Z7, Z7
	MOVQ R13, SI
	MOVQ R9, DX
downMiddle:
	VMOVUPD (R14), Z24
	VMOVUPD.Z 64(R14), K1, Z25
	MIDDLE((SI), Z0, Z1)
	MIDDLE((SI)(R10*1), Z2, Z3)
	MIDDLE((SI)(R10*2), Z4, Z5)
	MIDDLE((SI)(R11*1), Z6, Z7)
	ADDQ $8, SI
	ADDQ R10, R14
	DECQ DX
	JNE  downMiddle
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, K1, 64(DI)
	VMOVUPD Z2, (DI)(R10*1)
	VMOVUPD Z3, K1, 64(DI)(R10*1)
	VMOVUPD Z4, (DI)(R10*2)
	VMOVUPD Z5, K1, 64(DI)(R10*2)
	VMOVUPD Z6, (DI)(R11*1)
	VMOVUPD Z7, K1, 64(DI)(R11*1)
	VZEROUPPER
	RET
narrow:
	TESTQ R15, R15
	JLE  done
	MASK(narrowMask)
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	MOVQ R13, SI
	MOVQ R9, DX
downNarrow:
	VMOVUPD.Z (R14), K1, Z24
	NARROW((SI), Z0)
	NARROW((SI)(R10*1), Z1)
	NARROW((SI)(R10*2), Z2)
	NARROW((SI)(R11*1), Z3)
	ADDQ $8, SI
	ADDQ R10, R14
	DECQ DX
	JNE  downNarrow
	VMOVUPD Z0, K1, (DI)
	VMOVUPD Z1, K1, (DI)(R10*1)
	VMOVUPD Z2, K1, (DI)(R10*2)
	VMOVUPD Z3, K1, (DI)(R11*1)
done:
	VZEROUPPER
	RET

// DOTS adds eight products, or with K1 the first four, to the sums of a row.
#define DOTS(m, x, t, sum) \
	VMOVUPD m, t; \
	VMULPD x, t, t; \
	VADDPD t, sum, sum

#define LASTDOTS(m, x, t, sum) \
	VMOVUPD.Z m, K1, t; \
	VMULPD.Z x, t, K1, t; \
	VADDPD t, sum, K1, sum

// JOINFOUR joins the sums of four rows in Z0 to Z3 and subtracts them at DI.
#define JOINFOUR \
	VEXTRACTF64X4 $1, Z0, Y4; \
	VEXTRACTF64X4 $1, Z1, Y5; \
	VEXTRACTF64X4 $1, Z2, Y6; \
	VEXTRACTF64X4 $1, Z3, Y7; \
	VADDPD Y4, Y0, Y0; \
	VADDPD Y5, Y1, Y1; \
	VADDPD Y6, Y2, Y2; \
	VADDPD Y7, Y3, Y3; \
	VPERM2F128 $0x20, Y1, Y0, Y4; \
	VPERM2F128 $0x31, Y1, Y0, Y5; \
	VPERM2F128 $0x20, Y3, Y2, Y6; \
	VPERM2F128 $0x31, Y3, Y2, Y7; \
	VADDPD Y5, Y4, Y0; \ // of the first row and the second
	VADDPD Y7, Y6, Y2; \ // of the third and the fourth
	VUNPCKLPD Y2, Y0, Y4; \
	VUNPCKHPD Y2, Y0, Y5; \
	VADDPD Y5, Y4, Y0; \ // of the first, third, second and fourth
	VPERMPD $0xd8, Y0, Y0; \
	VMOVUPD (DI), Y1; \
	VSUBPD Y0, Y1, Y1; \
	VMOVUPD Y1, (DI); \
	ADDQ $32, DI

// JOINONE is that of one row.
#define JOINONE \
	VEXTRACTF64X4 $1, Z0, Y4; \
	VADDPD Y4, Y0, Y0; \
	VEXTRACTF128 $1, Y0, X1; \
	VADDPD X1, X0, X0; \
	VUNPCKHPD X0, X0, X1; \
	VADDSD X1, X0, X0; \
	VMOVSD (DI), X2; \
	VSUBSD X0, X2, X2; \
	VMOVSD X2, (DI); \
	ADDQ $8, DI

// func subtractDots512(dst []float64, x, m *float64, n, step int)
//
// Four rows at a time, whose sums are joined together.
TEXT ·subtractDots512(SB), NOSPLIT, $0-56
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ x+24(FP), DX
	MOVQ m+32(FP), SI
	MOVQ n+40(FP), R8
	MOVQ R8, R10
	SHLQ $3, R10              // bytes of a row, and three
	LEAQ (R10)(R10*2), R11
	MOVQ step+48(FP), R12
	SHLQ $3, R12
	LEAQ (R12)(R12*2), R13
	MOVQ $15, AX
	KMOVW AX, K1
	SUBQ $4, CX
	JLT  rest
four:
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	MOVQ R8, AX
	SUBQ $8, AX
	JLT  fourLast
fourEights:
	DOTS((SI), (DX), Z4, Z0)
	DOTS((SI)(R10*1), (DX)(R12*1), Z5, Z1)
	DOTS((SI)(R10*2), (DX)(R12*2), Z6, Z2)
	DOTS((SI)(R11*1), (DX)(R13*1), Z7, Z3)
	ADDQ $64, SI
	ADDQ $64, DX
	SUBQ $8, AX
	JGE  fourEights
fourLast:
	ADDQ $8, AX
	JEQ  fourJoin
	LASTDOTS((SI), (DX), Z4, Z0)
	LASTDOTS((SI)(R10*1), (DX)(R12*1), Z5, Z1)
	LASTDOTS((SI)(R10*2), (DX)(R12*2), Z6, Z2)
	LASTDOTS((SI)(R11*1), (DX)(R13*1), Z7, Z3)
	ADDQ $32, SI
	ADDQ $32, DX
fourJoin:
	ADDQ R11, SI              // the three rows after
	SUBQ R10, DX
	LEAQ (DX)(R12*4), DX
	JOINFOUR
	SUBQ $4, CX
	JGE  four
rest:
	ADDQ $4, CX
	JEQ  done
one:
	VPXORQ Z0, Z0, Z0
	MOVQ R8, AX
	SUBQ $8, AX
	JLT  oneLast
oneEights:
	DOTS((SI), (DX), Z4, Z0)
	ADDQ $64, SI
	ADDQ $64, DX
	SUBQ $8, AX
	JGE  oneEights
oneLast:
	ADDQ $8, AX
	JEQ  oneJoin
	LASTDOTS((SI), (DX), Z4, Z0)
	ADDQ $32, SI
	ADDQ $32, DX
oneJoin:
	SUBQ R10, DX
	ADDQ R12, DX
	JOINONE
	DECQ CX
	JNE  one
done:
	VZEROUPPER
	RET

// AT is where the row of x is whose number is at an offset of BX.
#define AT(offset, to) \
	MOVQ offset(BX), to; \
	IMULQ R10, to; \
	ADDQ DX, to

// func subtractDotsAt512(dst []float64, x *float64, at *int, m *float64, n int)
TEXT ·subtractDotsAt512(SB), NOSPLIT, $0-56
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ x+24(FP), DX
	MOVQ at+32(FP), BX
	MOVQ m+40(FP), SI
	MOVQ n+48(FP), R8
	MOVQ R8, R10
	SHLQ $3, R10              // bytes of a row, and three
	LEAQ (R10)(R10*2), R11
	MOVQ $15, AX
	KMOVW AX, K1
	SUBQ $4, CX
	JLT  rest
four:
	AT(0, R9)
	AT(8, R12)
	AT(16, R13)
	AT(24, R14)
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
	XORQ R15, R15
	MOVQ R8, AX
	SUBQ $8, AX
	JLT  fourLast
fourEights:
	DOTS((SI), (R9)(R15*1), Z4, Z0)
	DOTS((SI)(R10*1), (R12)(R15*1), Z5, Z1)
	DOTS((SI)(R10*2), (R13)(R15*1), Z6, Z2)
	DOTS((SI)(R11*1), (R14)(R15*1), Z7, Z3)
	ADDQ $64, SI
	ADDQ $64, R15
	SUBQ $8, AX
	JGE  fourEights
fourLast:
	ADDQ $8, AX
	JEQ  fourJoin
	LASTDOTS((SI), (R9)(R15*1), Z4, Z0)
	LASTDOTS((SI)(R10*1), (R12)(R15*1), Z5, Z1)
	LASTDOTS((SI)(R10*2), (R13)(R15*1), Z6, Z2)
	LASTDOTS((SI)(R11*1), (R14)(R15*1), Z7, Z3)
	ADDQ $32, SI
fourJoin:
	ADDQ R11, SI              // the three rows after
	JOINFOUR
	ADDQ $32, BX
	SUBQ $4, CX
	JGE  four
rest:
	ADDQ $4, CX
	JEQ  done
one:
	AT(0, R9)
	VPXORQ Z0, Z0, Z0
	MOVQ R8, AX
	SUBQ $8, AX
	JLT  oneLast
oneEights:
	DOTS((SI), (R9), Z4, Z0)
	ADDQ $64, SI
	ADDQ $64, R9
	SUBQ $8, AX
	JGE  oneEights
oneLast:
	ADDQ $8, AX
	JEQ  oneJoin
	LASTDOTS((SI), (R9), Z4, Z0)
	ADDQ $32, SI
oneJoin:
	JOINONE
	ADDQ $8, BX
	DECQ CX
	JNE  one
done:
	VZEROUPPER
	RET
