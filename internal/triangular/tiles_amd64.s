//go:build amd64 && !purego

#include "textflag.h"

// The operations and their order are those of loops.go, on panels: eight rows
// or columns of a matrix, number after number, so that what a computation reads
// lies together however large the matrix is.

#define LOAD8(at, a, b, c, d, e, f, g, h) \
	VMOVUPD (at+0)(AX), a; \
	VMOVUPD (at+64)(AX), b; \
	VMOVUPD (at+128)(AX), c; \
	VMOVUPD (at+192)(AX), d; \
	VMOVUPD (at+256)(AX), e; \
	VMOVUPD (at+320)(AX), f; \
	VMOVUPD (at+384)(AX), g; \
	VMOVUPD (at+448)(AX), h

// TERMS adds the products of a number of row q of a panel, at addr, with those
// of three panels in Z24 to Z26 to three sums.
#define TERMS(addr, x, y, z) \
	VBROADCASTSD addr, Z27; \
	VMULPD Z24, Z27, Z28; \
	VMULPD Z25, Z27, Z29; \
	VMULPD Z26, Z27, Z30; \
	VADDPD Z28, x, x; \
	VADDPD Z29, y, y; \
	VADDPD Z30, z, z

#define SUMMAND(at) \
	VMOVUPD (at)(R8)(CX*1), Z24; \
	VMOVUPD (at)(R9)(CX*1), Z25; \
	VMOVUPD (at)(R10)(CX*1), Z26; \
	PREFETCHT1 (at)(R13)(CX*1); \
	TERMS((at+0)(DI)(CX*1), Z0, Z1, Z2); \
	TERMS((at+8)(DI)(CX*1), Z3, Z4, Z5); \
	TERMS((at+16)(DI)(CX*1), Z6, Z7, Z8); \
	TERMS((at+24)(DI)(CX*1), Z9, Z10, Z11); \
	TERMS((at+32)(DI)(CX*1), Z12, Z13, Z14); \
	TERMS((at+40)(DI)(CX*1), Z15, Z16, Z17); \
	TERMS((at+48)(DI)(CX*1), Z18, Z19, Z20); \
	TERMS((at+56)(DI)(CX*1), Z21, Z22, Z23)

// Where there are only two panels, or one, the sums keep their registers.
#define TERMS2(addr, x, y) \
	VBROADCASTSD addr, Z27; \
	VMULPD Z24, Z27, Z28; \
	VMULPD Z25, Z27, Z29; \
	VADDPD Z28, x, x; \
	VADDPD Z29, y, y

#define SUMMAND2(at) \
	VMOVUPD (at)(R8)(CX*1), Z24; \
	VMOVUPD (at)(R9)(CX*1), Z25; \
	PREFETCHT1 (at)(R13)(CX*1); \
	TERMS2((at+0)(DI)(CX*1), Z0, Z1); \
	TERMS2((at+8)(DI)(CX*1), Z3, Z4); \
	TERMS2((at+16)(DI)(CX*1), Z6, Z7); \
	TERMS2((at+24)(DI)(CX*1), Z9, Z10); \
	TERMS2((at+32)(DI)(CX*1), Z12, Z13); \
	TERMS2((at+40)(DI)(CX*1), Z15, Z16); \
	TERMS2((at+48)(DI)(CX*1), Z18, Z19); \
	TERMS2((at+56)(DI)(CX*1), Z21, Z22)

#define TERM(addr, y, x) \
	VMULPD.BCST addr, Z24, y; \
	VADDPD y, x, x

#define SUMMAND1(at) \
	VMOVUPD (at)(R8)(CX*1), Z24; \
	PREFETCHT1 (at)(R13)(CX*1); \
	TERM((at+0)(DI)(CX*1), Z25, Z0); \
	TERM((at+8)(DI)(CX*1), Z26, Z3); \
	TERM((at+16)(DI)(CX*1), Z27, Z6); \
	TERM((at+24)(DI)(CX*1), Z28, Z9); \
	TERM((at+32)(DI)(CX*1), Z25, Z12); \
	TERM((at+40)(DI)(CX*1), Z26, Z15); \
	TERM((at+48)(DI)(CX*1), Z27, Z18); \
	TERM((at+56)(DI)(CX*1), Z28, Z21)

#define CLEAR24 \
	VXORPD Z0, Z0, Z0; \
	VXORPD Z1, Z1, Z1; \
	VXORPD Z2, Z2, Z2; \
	VXORPD Z3, Z3, Z3; \
	VXORPD Z4, Z4, Z4; \
	VXORPD Z5, Z5, Z5; \
	VXORPD Z6, Z6, Z6; \
	VXORPD Z7, Z7, Z7; \
	VXORPD Z8, Z8, Z8; \
	VXORPD Z9, Z9, Z9; \
	VXORPD Z10, Z10, Z10; \
	VXORPD Z11, Z11, Z11; \
	VXORPD Z12, Z12, Z12; \
	VXORPD Z13, Z13, Z13; \
	VXORPD Z14, Z14, Z14; \
	VXORPD Z15, Z15, Z15; \
	VXORPD Z16, Z16, Z16; \
	VXORPD Z17, Z17, Z17; \
	VXORPD Z18, Z18, Z18; \
	VXORPD Z19, Z19, Z19; \
	VXORPD Z20, Z20, Z20; \
	VXORPD Z21, Z21, Z21; \
	VXORPD Z22, Z22, Z22; \
	VXORPD Z23, Z23, Z23

#define SAVE3(q, x, y, z) \
	VMOVUPD x, (q*512)(AX); \
	VMOVUPD y, (q*512+4096)(AX); \
	VMOVUPD z, (q*512+8192)(AX)

#define SAVE2(q, x, y) \
	VMOVUPD x, (q*512)(AX); \
	VMOVUPD y, (q*512+4096)(AX)

#define SAVE1(q, x) \
	VMOVUPD x, (q*512)(AX)

// FUSED is TERMS without rounding the products.
#define FUSED(addr, x, y, z) \
	VBROADCASTSD addr, Z27; \
	VFMADD231PD Z24, Z27, x; \
	VFMADD231PD Z25, Z27, y; \
	VFMADD231PD Z26, Z27, z

#define FUSEDSUMMAND(at) \
	VMOVUPD (at)(R8)(CX*1), Z24; \
	VMOVUPD (at)(R9)(CX*1), Z25; \
	VMOVUPD (at)(R10)(CX*1), Z26; \
	PREFETCHT1 (at)(R13)(CX*1); \
	FUSED((at+0)(DI)(CX*1), Z0, Z1, Z2); \
	FUSED((at+8)(DI)(CX*1), Z3, Z4, Z5); \
	FUSED((at+16)(DI)(CX*1), Z6, Z7, Z8); \
	FUSED((at+24)(DI)(CX*1), Z9, Z10, Z11); \
	FUSED((at+32)(DI)(CX*1), Z12, Z13, Z14); \
	FUSED((at+40)(DI)(CX*1), Z15, Z16, Z17); \
	FUSED((at+48)(DI)(CX*1), Z18, Z19, Z20); \
	FUSED((at+56)(DI)(CX*1), Z21, Z22, Z23)

// DOTS are sums of products, place by place.
#define DOTS(SUMMANDS) \
	SHLQ $6, DX; \
	ADDQ DX, R13; \
	MOVQ 24(SI), R11; \
	MOVQ 32(SI), R12; \
	MOVQ 40(SI), R15; \
	MOVQ 0(SI), R8; \
	MOVQ 8(SI), R9; \
	MOVQ 16(SI), R10; \
	ADDQ DX, R8; \
	ADDQ DX, R9; \
	ADDQ DX, R10; \
	ADDQ DX, DI; \
	NEGQ DX; \
	MOVQ $8, BX; \
place: \
	CLEAR24; \
	MOVQ DX, CX; \
	TESTQ $64, CX; \
	JEQ  pairs; \
	SUMMANDS(0); \
	ADDQ $64, CX; \
	JEQ  write; \
pairs: \
	SUMMANDS(0); \
	SUMMANDS(64); \
	ADDQ $128, CX; \
	JNE  pairs; \
write: \
	SAVE3(0, Z0, Z1, Z2); \
	SAVE3(1, Z3, Z4, Z5); \
	SAVE3(2, Z6, Z7, Z8); \
	SAVE3(3, Z9, Z10, Z11); \
	SAVE3(4, Z12, Z13, Z14); \
	SAVE3(5, Z15, Z16, Z17); \
	SAVE3(6, Z18, Z19, Z20); \
	SAVE3(7, Z21, Z22, Z23); \
	ADDQ $64, AX; \
	SUBQ DX, DI; \
	ADDQ R11, R8; \
	ADDQ R12, R9; \
	ADDQ R15, R10; \
	SUBQ DX, R13; \
	ADDQ $64, R13; \
	DECQ BX; \
	JNE  place; \
	VZEROUPPER

// func dots(sums *float64, a *three, b, next *float64, eights int)
//
// sums[c][q][p], eight numbers each, become the sums of the products of the
// entries of the eight rows in the c-th panel of a with those of row q of panel b
// whose place is p modulo eight. What comes next is fetched meanwhile.
TEXT ·dots(SB), NOSPLIT, $0-40
	MOVQ sums+0(FP), AX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ next+24(FP), R13
	MOVQ eights+32(FP), DX
	DOTS(SUMMAND)
	RET

// func dotsFused(sums *float64, a *three, b, next *float64, eights int)
//
// The same with products that are not rounded before they are added.
TEXT ·dotsFused(SB), NOSPLIT, $0-40
	MOVQ sums+0(FP), AX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ next+24(FP), R13
	MOVQ eights+32(FP), DX
	DOTS(FUSEDSUMMAND)
	RET

// func dotsTwo(sums *float64, a *three, b, next *float64, eights int)
//
// dots of two panels.
TEXT ·dotsTwo(SB), NOSPLIT, $0-40
	MOVQ sums+0(FP), AX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ next+24(FP), R13
	MOVQ eights+32(FP), DX
	SHLQ $6, DX
	ADDQ DX, R13
	MOVQ 24(SI), R11
	MOVQ 32(SI), R12
	MOVQ 0(SI), R8
	MOVQ 8(SI), R9
	ADDQ DX, R8
	ADDQ DX, R9
	ADDQ DX, DI
	NEGQ DX
	MOVQ $8, BX
place:
	CLEAR24
	MOVQ DX, CX
	TESTQ $64, CX
	JEQ  pairs
	SUMMAND2(0)
	ADDQ $64, CX
	JEQ  write
pairs:
	SUMMAND2(0)
	SUMMAND2(64)
	ADDQ $128, CX
	JNE  pairs
write:
	SAVE2(0, Z0, Z1)
	SAVE2(1, Z3, Z4)
	SAVE2(2, Z6, Z7)
	SAVE2(3, Z9, Z10)
	SAVE2(4, Z12, Z13)
	SAVE2(5, Z15, Z16)
	SAVE2(6, Z18, Z19)
	SAVE2(7, Z21, Z22)
	ADDQ $64, AX
	SUBQ DX, DI
	ADDQ R11, R8
	ADDQ R12, R9
	SUBQ DX, R13
	ADDQ $64, R13
	DECQ BX
	JNE  place
	VZEROUPPER
	RET

// func dotsOne(sums *float64, a *three, b, next *float64, eights int)
//
// The same of one.
TEXT ·dotsOne(SB), NOSPLIT, $0-40
	MOVQ sums+0(FP), AX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ next+24(FP), R13
	MOVQ eights+32(FP), DX
	SHLQ $6, DX
	ADDQ DX, R13
	MOVQ 24(SI), R11
	MOVQ 0(SI), R8
	ADDQ DX, R8
	ADDQ DX, DI
	NEGQ DX
	MOVQ $8, BX
place:
	CLEAR24
	MOVQ DX, CX
	TESTQ $64, CX
	JEQ  pairs
	SUMMAND1(0)
	ADDQ $64, CX
	JEQ  write
pairs:
	SUMMAND1(0)
	SUMMAND1(64)
	ADDQ $128, CX
	JNE  pairs
write:
	SAVE1(0, Z0)
	SAVE1(1, Z3)
	SAVE1(2, Z6)
	SAVE1(3, Z9)
	SAVE1(4, Z12)
	SAVE1(5, Z15)
	SAVE1(6, Z18)
	SAVE1(7, Z21)
	ADDQ $64, AX
	SUBQ DX, DI
	ADDQ R11, R8
	SUBQ DX, R13
	ADDQ $64, R13
	DECQ BX
	JNE  place
	VZEROUPPER
	RET

#define WRITE(r, x, y, z) \
	MOVQ (r*8)(R12), AX; \
	VMOVUPD x, (AX)(R11*1); \
	VMOVUPD y, 64(AX)(R11*1); \
	VMOVUPD z, 128(AX)(R11*1)

#define WRITE2(r, x, y) \
	MOVQ (r*8)(R12), AX; \
	VMOVUPD x, (AX)(R11*1); \
	VMOVUPD y, 64(AX)(R11*1)

#define WRITE1(r, x) \
	MOVQ (r*8)(R12), AX; \
	VMOVUPD x, (AX)(R11*1)

// TILE goes to the ends of the panels of a tile, which are counted up to, and clears its sums; TILED writes them.
#define TILE \
	SHLQ $3, R11; \
	SHLQ $3, R9; \
	SHLQ $8, CX; \
	ADDQ CX, DI; \
	ADDQ CX, R13; \
	ADDQ CX, R8; \
	LEAQ (R8)(R9*2), R10; \
	ADDQ R8, R9; \
	NEGQ CX; \
	CLEAR24

#define TILED \
	WRITE(0, Z0, Z1, Z2); \
	WRITE(1, Z3, Z4, Z5); \
	WRITE(2, Z6, Z7, Z8); \
	WRITE(3, Z9, Z10, Z11); \
	WRITE(4, Z12, Z13, Z14); \
	WRITE(5, Z15, Z16, Z17); \
	WRITE(6, Z18, Z19, Z20); \
	WRITE(7, Z21, Z22, Z23)

// GRAM is a tile of a Gram matrix.
#define GRAM(SUMMANDS) \
	TILE; \
fours: \
	SUMMANDS(0); \
	SUMMANDS(64); \
	SUMMANDS(128); \
	SUMMANDS(192); \
	ADDQ $256, CX; \
	JNE  fours; \
	TILED; \
	VZEROUPPER

// func gramTile(out *[8]*float64, at int, a, next, b *float64, stride, fours int)
//
// The products of the eight columns in panel a with the 24 in three panels b,
// stride numbers apart, are written to the rows out, from the place at on.
TEXT ·gramTile(SB), NOSPLIT, $0-56
	MOVQ out+0(FP), R12
	MOVQ at+8(FP), R11
	MOVQ a+16(FP), DI
	MOVQ next+24(FP), R13
	MOVQ b+32(FP), R8
	MOVQ stride+40(FP), R9
	MOVQ fours+48(FP), CX
	GRAM(SUMMAND)
	RET

// func gramTwo(out *[8]*float64, at int, a, next, b *float64, stride, fours int)
//
// The same of 16 columns.
TEXT ·gramTwo(SB), NOSPLIT, $0-56
	MOVQ out+0(FP), R12
	MOVQ at+8(FP), R11
	MOVQ a+16(FP), DI
	MOVQ next+24(FP), R13
	MOVQ b+32(FP), R8
	MOVQ stride+40(FP), R9
	MOVQ fours+48(FP), CX
	SHLQ $3, R11
	SHLQ $3, R9
	SHLQ $8, CX
	ADDQ CX, DI
	ADDQ CX, R13
	ADDQ CX, R8
	ADDQ R8, R9
	NEGQ CX
	CLEAR24
fours:
	SUMMAND2(0)
	SUMMAND2(64)
	SUMMAND2(128)
	SUMMAND2(192)
	ADDQ $256, CX
	JNE  fours
	WRITE2(0, Z0, Z1)
	WRITE2(1, Z3, Z4)
	WRITE2(2, Z6, Z7)
	WRITE2(3, Z9, Z10)
	WRITE2(4, Z12, Z13)
	WRITE2(5, Z15, Z16)
	WRITE2(6, Z18, Z19)
	WRITE2(7, Z21, Z22)
	VZEROUPPER
	RET

// func gramOne(out *[8]*float64, at int, a, next, b *float64, stride, fours int)
//
// The same of eight.
TEXT ·gramOne(SB), NOSPLIT, $0-56
	MOVQ out+0(FP), R12
	MOVQ at+8(FP), R11
	MOVQ a+16(FP), DI
	MOVQ next+24(FP), R13
	MOVQ b+32(FP), R8
	MOVQ fours+48(FP), CX
	SHLQ $3, R11
	SHLQ $8, CX
	ADDQ CX, DI
	ADDQ CX, R13
	ADDQ CX, R8
	NEGQ CX
	CLEAR24
fours:
	SUMMAND1(0)
	SUMMAND1(64)
	SUMMAND1(128)
	SUMMAND1(192)
	ADDQ $256, CX
	JNE  fours
	WRITE1(0, Z0)
	WRITE1(1, Z3)
	WRITE1(2, Z6)
	WRITE1(3, Z9)
	WRITE1(4, Z12)
	WRITE1(5, Z15)
	WRITE1(6, Z18)
	WRITE1(7, Z21)
	VZEROUPPER
	RET

// func gramFusedTile(out *[8]*float64, at int, a, next, b *float64, stride, fours int)
//
// gramTile with products that are not rounded before they are added.
TEXT ·gramFusedTile(SB), NOSPLIT, $0-56
	MOVQ out+0(FP), R12
	MOVQ at+8(FP), R11
	MOVQ a+16(FP), DI
	MOVQ next+24(FP), R13
	MOVQ b+32(FP), R8
	MOVQ stride+40(FP), R9
	MOVQ fours+48(FP), CX
	GRAM(FUSEDSUMMAND)
	RET

// LAST adds the product of the finished column x with entry (p, q) of the
// triangle at DI to a sum.
#define LAST(p, q, x, acc) \
	VMULPD.BCST (p*64+q*8)(DI), x, Z24; \
	VADDPD Z24, acc, acc

#define FOUR(q) \
	LAST(0, q, Z16, Z0); \
	LAST(1, q, Z17, Z1); \
	LAST(2, q, Z18, Z2); \
	LAST(3, q, Z19, Z3)

// SUMS loads the partial sums of column q.
#define SUMS(q) LOAD8(q*512, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7)

// JOIN leaves ((s0+s4)+(s2+s6)) + ((s1+s5)+(s3+s7)) in Z0.
#define JOIN \
	VADDPD Z4, Z0, Z0; \
	VADDPD Z6, Z2, Z2; \
	VADDPD Z5, Z1, Z1; \
	VADDPD Z7, Z3, Z3; \
	VADDPD Z2, Z0, Z0; \
	VADDPD Z3, Z1, Z1; \
	VADDPD Z1, Z0, Z0

#define COLUMN0 SUMS(0); JOIN
#define COLUMN1 SUMS(1); JOIN; LAST(0, 1, Z16, Z0)
#define COLUMN2 SUMS(2); JOIN; LAST(0, 2, Z16, Z0); LAST(1, 2, Z17, Z0)
#define COLUMN3 SUMS(3); JOIN; LAST(0, 3, Z16, Z0); LAST(1, 3, Z17, Z0); LAST(2, 3, Z18, Z0)
#define COLUMN4 SUMS(4); FOUR(4); JOIN
#define COLUMN5 SUMS(5); FOUR(5); JOIN; LAST(4, 5, Z20, Z0)
#define COLUMN6 SUMS(6); FOUR(6); JOIN; LAST(4, 6, Z20, Z0); LAST(5, 6, Z21, Z0)
#define COLUMN7 SUMS(7); FOUR(7); JOIN; LAST(4, 7, Z20, Z0); LAST(5, 7, Z21, Z0); LAST(6, 7, Z22, Z0)

// DIVIDE finishes column q of the panel, x = (a − s)/l, and goes on to the next.
#define DIVIDE(q, x) \
	VMOVUPD (SI), x; \
	VSUBPD Z0, x, x; \
	VBROADCASTSD (q*72)(DI), Z25; \
	VDIVPD Z25, x, x; \
	VMOVUPD x, (SI); \
	ADDQ R9, SI

// func finishSquare(sums, a *float64, stride int, b *float64)
//
// Eight columns of the factor's rows in panel a, stride bytes apart, from their
// partial sums and the triangle b on the diagonal.
TEXT ·finishSquare(SB), NOSPLIT, $0-32
	MOVQ sums+0(FP), AX
	MOVQ a+8(FP), SI
	MOVQ stride+16(FP), R9
	MOVQ b+24(FP), DI
	COLUMN0
	DIVIDE(0, Z16)
	COLUMN1
	DIVIDE(1, Z17)
	COLUMN2
	DIVIDE(2, Z18)
	COLUMN3
	DIVIDE(3, Z19)
	COLUMN4
	DIVIDE(4, Z20)
	COLUMN5
	DIVIDE(5, Z21)
	COLUMN6
	DIVIDE(6, Z22)
	COLUMN7
	DIVIDE(7, Z23)
	VZEROUPPER
	RET

// ROOT is DIVIDE by the square root of the column's own number, which must be
// above zero and finite.
#define ROOT(q, x) \
	VMOVUPD (q*64)(SI), x; \
	VSUBPD Z0, x, x; \
	VMOVUPD x, (q*64)(SI); \
	VMOVSD (q*72)(SI), X25; \
	VUCOMISD X26, X25; \
	JLS  fail; \
	MOVQ (q*72)(SI), DX; \
	CMPQ DX, BX; \
	JEQ  fail; \
	VSQRTSD X25, X25, X25; \
	VBROADCASTSD X25, Z27; \
	VDIVPD Z27, x, x; \
	VMOVUPD x, (q*64)(SI); \
	VMOVSD X25, (q*72)(SI); \
	VMOVUPD (q*64)(SI), x; \
	DECQ CX; \
	JEQ  done

// func finishTriangle(sums, a *float64, count int) bool
//
// The triangle on the diagonal, of which count rows are there.
TEXT ·finishTriangle(SB), NOSPLIT, $0-25
	MOVQ sums+0(FP), AX
	MOVQ a+8(FP), SI
	MOVQ SI, DI
	MOVQ count+16(FP), CX
	MOVQ $0x7ff0000000000000, BX
	VXORPD X26, X26, X26
	COLUMN0
	ROOT(0, Z16)
	COLUMN1
	ROOT(1, Z17)
	COLUMN2
	ROOT(2, Z18)
	COLUMN3
	ROOT(3, Z19)
	COLUMN4
	ROOT(4, Z20)
	COLUMN5
	ROOT(5, Z21)
	COLUMN6
	ROOT(6, Z22)
	COLUMN7
	ROOT(7, Z23)
done:
	VZEROUPPER
	MOVB $1, ret+24(FP)
	RET
fail:
	VZEROUPPER
	MOVB $0, ret+24(FP)
	RET

// TRANSPOSE turns the rows Z0 to Z7 into the columns Z8, Z12, Z10, Z14, Z9, Z13, Z11 and Z15, or back.
#define TRANSPOSE \
	VUNPCKLPD Z1, Z0, Z16; \
	VUNPCKHPD Z1, Z0, Z17; \
	VUNPCKLPD Z3, Z2, Z18; \
	VUNPCKHPD Z3, Z2, Z19; \
	VUNPCKLPD Z5, Z4, Z20; \
	VUNPCKHPD Z5, Z4, Z21; \
	VUNPCKLPD Z7, Z6, Z22; \
	VUNPCKHPD Z7, Z6, Z23; \
	VSHUFF64X2 $0x88, Z18, Z16, Z0; \
	VSHUFF64X2 $0xdd, Z18, Z16, Z1; \
	VSHUFF64X2 $0x88, Z22, Z20, Z2; \
	VSHUFF64X2 $0xdd, Z22, Z20, Z3; \
	VSHUFF64X2 $0x88, Z19, Z17, Z4; \
	VSHUFF64X2 $0xdd, Z19, Z17, Z5; \
	VSHUFF64X2 $0x88, Z23, Z21, Z6; \
	VSHUFF64X2 $0xdd, Z23, Z21, Z7; \
	VSHUFF64X2 $0x88, Z2, Z0, Z8; \
	VSHUFF64X2 $0xdd, Z2, Z0, Z9; \
	VSHUFF64X2 $0x88, Z3, Z1, Z10; \
	VSHUFF64X2 $0xdd, Z3, Z1, Z11; \
	VSHUFF64X2 $0x88, Z6, Z4, Z12; \
	VSHUFF64X2 $0xdd, Z6, Z4, Z13; \
	VSHUFF64X2 $0x88, Z7, Z5, Z14; \
	VSHUFF64X2 $0xdd, Z7, Z5, Z15

// ROWS loads the pointers to eight rows.
#define ROWS \
	MOVQ 0(AX), R8; \
	MOVQ 8(AX), R9; \
	MOVQ 16(AX), R10; \
	MOVQ 24(AX), R11; \
	MOVQ 32(AX), R12; \
	MOVQ 40(AX), R13; \
	MOVQ 48(AX), DX; \
	MOVQ 56(AX), R15

// func packRows(panel *float64, rows *[8]*float64, count, stride, step int)
//
// Entries t of the eight rows become eight numbers of the panel. Those of t+1 are
// stride bytes behind them, and those of t+8 step bytes.
TEXT ·packRows(SB), NOSPLIT, $0-40
	MOVQ panel+0(FP), DI
	MOVQ rows+8(FP), AX
	MOVQ count+16(FP), CX
	MOVQ stride+24(FP), SI
	LEAQ (SI)(SI*2), R14
	XORQ BX, BX
	VMOVUPD (AX), Z30
	SUBQ $8, CX
	JLT  rest
	ROWS
eight:
	VMOVUPD (R8)(BX*1), Z0
	VMOVUPD (R9)(BX*1), Z1
	VMOVUPD (R10)(BX*1), Z2
	VMOVUPD (R11)(BX*1), Z3
	VMOVUPD (R12)(BX*1), Z4
	VMOVUPD (R13)(BX*1), Z5
	VMOVUPD (DX)(BX*1), Z6
	VMOVUPD (R15)(BX*1), Z7
	TRANSPOSE
	LEAQ (DI)(SI*4), AX
	VMOVUPD Z8, (DI)
	VMOVUPD Z12, (DI)(SI*1)
	VMOVUPD Z10, (DI)(SI*2)
	VMOVUPD Z14, (DI)(R14*1)
	VMOVUPD Z9, (AX)
	VMOVUPD Z13, (AX)(SI*1)
	VMOVUPD Z11, (AX)(SI*2)
	VMOVUPD Z15, (AX)(R14*1)
	ADDQ step+32(FP), DI
	ADDQ $64, BX
	SUBQ $8, CX
	JGE  eight
rest:
	ADDQ $8, CX
	JEQ  done
pack:
	KXNORW K1, K1, K1
	VXORPD Z16, Z16, Z16
	VGATHERQPD (BX)(Z30*1), K1, Z16
	VMOVUPD Z16, (DI)
	ADDQ SI, DI
	ADDQ $8, BX
	DECQ CX
	JNE  pack
done:
	VZEROUPPER
	RET

// func unpackRows(rows *[8]*float64, panel *float64, count, stride, step int)
TEXT ·unpackRows(SB), NOSPLIT, $0-40
	MOVQ rows+0(FP), AX
	MOVQ panel+8(FP), SI
	MOVQ count+16(FP), CX
	MOVQ stride+24(FP), DI
	LEAQ (DI)(DI*2), R14
	XORQ BX, BX
	VMOVUPD (AX), Z30
	SUBQ $8, CX
	JLT  rest
	ROWS
eight:
	LEAQ (SI)(DI*4), AX
	VMOVUPD (SI), Z0
	VMOVUPD (SI)(DI*1), Z1
	VMOVUPD (SI)(DI*2), Z2
	VMOVUPD (SI)(R14*1), Z3
	VMOVUPD (AX), Z4
	VMOVUPD (AX)(DI*1), Z5
	VMOVUPD (AX)(DI*2), Z6
	VMOVUPD (AX)(R14*1), Z7
	TRANSPOSE
	VMOVUPD Z8, (R8)(BX*1)
	VMOVUPD Z12, (R9)(BX*1)
	VMOVUPD Z10, (R10)(BX*1)
	VMOVUPD Z14, (R11)(BX*1)
	VMOVUPD Z9, (R12)(BX*1)
	VMOVUPD Z13, (R13)(BX*1)
	VMOVUPD Z11, (DX)(BX*1)
	VMOVUPD Z15, (R15)(BX*1)
	ADDQ step+32(FP), SI
	ADDQ $64, BX
	SUBQ $8, CX
	JGE  eight
rest:
	ADDQ $8, CX
	JEQ  done
unpack:
	KXNORW K1, K1, K1
	VMOVUPD (SI), Z16
	VSCATTERQPD Z16, K1, (BX)(Z30*1)
	ADDQ DI, SI
	ADDQ $8, BX
	DECQ CX
	JNE  unpack
done:
	VZEROUPPER
	RET

// func finishRows(out, sums, b *float64, stride int, triangle *float64)
//
// Eight products of rows with the eight vectors in panel b, whose entries are
// stride bytes apart, from their partial sums and the triangle on the diagonal: as
// Dot joins them.
TEXT ·finishRows(SB), NOSPLIT, $0-40
	MOVQ out+0(FP), R8
	MOVQ sums+8(FP), AX
	MOVQ b+16(FP), SI
	MOVQ stride+24(FP), R9
	MOVQ triangle+32(FP), DI
	LEAQ (R9)(R9*2), R10
	LEAQ (SI)(R9*4), R11
	VMOVUPD (SI), Z16
	VMOVUPD (SI)(R9*1), Z17
	VMOVUPD (SI)(R9*2), Z18
	VMOVUPD (SI)(R10*1), Z19
	VMOVUPD (R11), Z20
	VMOVUPD (R11)(R9*1), Z21
	VMOVUPD (R11)(R9*2), Z22
	VMOVUPD (R11)(R10*1), Z23
	COLUMN0
	LAST(0, 0, Z16, Z0)
	VMOVUPD Z0, 0(R8)
	COLUMN1
	LAST(1, 1, Z17, Z0)
	VMOVUPD Z0, 64(R8)
	COLUMN2
	LAST(2, 2, Z18, Z0)
	VMOVUPD Z0, 128(R8)
	SUMS(3)
	FOUR(3)
	JOIN
	VMOVUPD Z0, 192(R8)
	COLUMN4
	LAST(4, 4, Z20, Z0)
	VMOVUPD Z0, 256(R8)
	COLUMN5
	LAST(5, 5, Z21, Z0)
	VMOVUPD Z0, 320(R8)
	COLUMN6
	LAST(6, 6, Z22, Z0)
	VMOVUPD Z0, 384(R8)
	SUMS(7)
	FOUR(7)
	LAST(4, 7, Z20, Z4)
	LAST(5, 7, Z21, Z5)
	LAST(6, 7, Z22, Z6)
	LAST(7, 7, Z23, Z7)
	JOIN
	VMOVUPD Z0, 448(R8)
	VZEROUPPER
	RET

// LESS takes the number at addr times three vectors from three sums.
#define LESS(addr, u, v, w, x, y, z) \
	VBROADCASTSD addr, Z27; \
	VMULPD u, Z27, Z28; \
	VMULPD v, Z27, Z29; \
	VMULPD w, Z27, Z30; \
	VSUBPD Z28, x, x; \
	VSUBPD Z29, y, y; \
	VSUBPD Z30, z, z

// FUSEDLESS is LESS without rounding the products.
#define FUSEDLESS(addr, u, v, w, x, y, z) \
	VBROADCASTSD addr, Z27; \
	VFNMADD231PD u, Z27, x; \
	VFNMADD231PD v, Z27, y; \
	VFNMADD231PD w, Z27, z

#define LESS8(TAKE, at) \
	VMOVUPD (at)(DX), Z24; \
	VMOVUPD (at)(DX)(R8*1), Z25; \
	VMOVUPD (at)(DX)(R8*2), Z26; \
	PREFETCHT1 (at)(SI)(R12*1); \
	TAKE((at+0)(SI), Z24, Z25, Z26, Z0, Z1, Z2); \
	TAKE((at+8)(SI), Z24, Z25, Z26, Z3, Z4, Z5); \
	TAKE((at+16)(SI), Z24, Z25, Z26, Z6, Z7, Z8); \
	TAKE((at+24)(SI), Z24, Z25, Z26, Z9, Z10, Z11); \
	TAKE((at+32)(SI), Z24, Z25, Z26, Z12, Z13, Z14); \
	TAKE((at+40)(SI), Z24, Z25, Z26, Z15, Z16, Z17); \
	TAKE((at+48)(SI), Z24, Z25, Z26, Z18, Z19, Z20); \
	TAKE((at+56)(SI), Z24, Z25, Z26, Z21, Z22, Z23)

#define LOAD(r, x, y, z) \
	VMOVUPD (r*64)(DI), x; \
	VMOVUPD (r*64)(DI)(R8*1), y; \
	VMOVUPD (r*64)(DI)(R8*2), z

// OWN finishes row r of the tile.
#define OWN(r, x, y, z) \
	VBROADCASTSD (r*8)(AX), Z27; \
	VMULPD Z27, x, x; \
	VMULPD Z27, y, y; \
	VMULPD Z27, z, z; \
	VMOVUPD x, (r*64)(DI); \
	VMOVUPD y, (r*64)(DI)(R8*1); \
	VMOVUPD z, (r*64)(DI)(R8*2); \
	MOVQ (r*8)(R10), R11; \
	VMOVUPD x, (R11)(R9*1); \
	VMOVUPD y, 64(R11)(R9*1); \
	VMOVUPD z, 128(R11)(R9*1)

// INVERT is a tile of an inverse; the rows above are a multiple of eight.
#define INVERT(TAKE) \
	SHLQ $3, R9; \
	SUBQ SI, R12; \
	SHLQ $3, R8; \
	MOVQ CX, DI; \
	SHLQ $6, DI; \
	ADDQ DX, DI; \
	LOAD(0, Z0, Z1, Z2); \
	LOAD(1, Z3, Z4, Z5); \
	LOAD(2, Z6, Z7, Z8); \
	LOAD(3, Z9, Z10, Z11); \
	LOAD(4, Z12, Z13, Z14); \
	LOAD(5, Z15, Z16, Z17); \
	LOAD(6, Z18, Z19, Z20); \
	LOAD(7, Z21, Z22, Z23); \
	TESTQ CX, CX; \
	JEQ  finish; \
above: \
	LESS8(TAKE, 0); \
	LESS8(TAKE, 64); \
	LESS8(TAKE, 128); \
	LESS8(TAKE, 192); \
	ADDQ $256, DX; \
	ADDQ $256, SI; \
	SUBQ $4, CX; \
	JNE  above; \
finish: \
	OWN(0, Z0, Z1, Z2); \
	TAKE(8(SI), Z0, Z1, Z2, Z3, Z4, Z5); \
	TAKE(16(SI), Z0, Z1, Z2, Z6, Z7, Z8); \
	TAKE(24(SI), Z0, Z1, Z2, Z9, Z10, Z11); \
	TAKE(32(SI), Z0, Z1, Z2, Z12, Z13, Z14); \
	TAKE(40(SI), Z0, Z1, Z2, Z15, Z16, Z17); \
	TAKE(48(SI), Z0, Z1, Z2, Z18, Z19, Z20); \
	TAKE(56(SI), Z0, Z1, Z2, Z21, Z22, Z23); \
	OWN(1, Z3, Z4, Z5); \
	TAKE(80(SI), Z3, Z4, Z5, Z6, Z7, Z8); \
	TAKE(88(SI), Z3, Z4, Z5, Z9, Z10, Z11); \
	TAKE(96(SI), Z3, Z4, Z5, Z12, Z13, Z14); \
	TAKE(104(SI), Z3, Z4, Z5, Z15, Z16, Z17); \
	TAKE(112(SI), Z3, Z4, Z5, Z18, Z19, Z20); \
	TAKE(120(SI), Z3, Z4, Z5, Z21, Z22, Z23); \
	OWN(2, Z6, Z7, Z8); \
	TAKE(152(SI), Z6, Z7, Z8, Z9, Z10, Z11); \
	TAKE(160(SI), Z6, Z7, Z8, Z12, Z13, Z14); \
	TAKE(168(SI), Z6, Z7, Z8, Z15, Z16, Z17); \
	TAKE(176(SI), Z6, Z7, Z8, Z18, Z19, Z20); \
	TAKE(184(SI), Z6, Z7, Z8, Z21, Z22, Z23); \
	OWN(3, Z9, Z10, Z11); \
	TAKE(224(SI), Z9, Z10, Z11, Z12, Z13, Z14); \
	TAKE(232(SI), Z9, Z10, Z11, Z15, Z16, Z17); \
	TAKE(240(SI), Z9, Z10, Z11, Z18, Z19, Z20); \
	TAKE(248(SI), Z9, Z10, Z11, Z21, Z22, Z23); \
	OWN(4, Z12, Z13, Z14); \
	TAKE(296(SI), Z12, Z13, Z14, Z15, Z16, Z17); \
	TAKE(304(SI), Z12, Z13, Z14, Z18, Z19, Z20); \
	TAKE(312(SI), Z12, Z13, Z14, Z21, Z22, Z23); \
	OWN(5, Z15, Z16, Z17); \
	TAKE(368(SI), Z15, Z16, Z17, Z18, Z19, Z20); \
	TAKE(376(SI), Z15, Z16, Z17, Z21, Z22, Z23); \
	OWN(6, Z18, Z19, Z20); \
	TAKE(440(SI), Z18, Z19, Z20, Z21, Z22, Z23); \
	OWN(7, Z21, Z22, Z23); \
	VZEROUPPER

// func invertTile(out *[8]*float64, at int, m *float64, stride int, l, next, inv *float64, depth int)
//
// Eight rows of the inverse in three panels of eight columns, stride numbers
// apart, from the depth rows above them: first m, there the identity's rows.
// They are also written to the rows out, from the place at on.
TEXT ·invertTile(SB), NOSPLIT, $0-64
	MOVQ out+0(FP), R10
	MOVQ at+8(FP), R9
	MOVQ m+16(FP), DX
	MOVQ stride+24(FP), R8
	MOVQ l+32(FP), SI
	MOVQ next+40(FP), R12
	MOVQ inv+48(FP), AX
	MOVQ depth+56(FP), CX
	INVERT(LESS)
	RET

// func invertFusedTile(out *[8]*float64, at int, m *float64, stride int, l, next, inv *float64, depth int)
//
// The same with products that are not rounded before they are taken.
TEXT ·invertFusedTile(SB), NOSPLIT, $0-64
	MOVQ out+0(FP), R10
	MOVQ at+8(FP), R9
	MOVQ m+16(FP), DX
	MOVQ stride+24(FP), R8
	MOVQ l+32(FP), SI
	MOVQ next+40(FP), R12
	MOVQ inv+48(FP), AX
	MOVQ depth+56(FP), CX
	INVERT(FUSEDLESS)
	RET

// func packColumns(panels *float64, stride int, rows *[]float64, at, count int)
//
// 24 numbers of each of count rows, from the place at on, go to three panels.
TEXT ·packColumns(SB), NOSPLIT, $0-40
	MOVQ panels+0(FP), DI
	MOVQ stride+8(FP), R8
	MOVQ rows+16(FP), AX
	MOVQ at+24(FP), R9
	MOVQ count+32(FP), CX
	SHLQ $3, R8
	SHLQ $3, R9
pack:
	MOVQ (AX), SI
	VMOVUPD (SI)(R9*1), Z0
	VMOVUPD 64(SI)(R9*1), Z1
	VMOVUPD 128(SI)(R9*1), Z2
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, (DI)(R8*1)
	VMOVUPD Z2, (DI)(R8*2)
	ADDQ $24, AX
	ADDQ $64, DI
	DECQ CX
	JNE  pack
	VZEROUPPER
	RET
