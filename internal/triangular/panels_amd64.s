//go:build amd64 && !purego

#include "textflag.h"

// The operations and their order are those of generic.go, eight numbers at a
// time: no fused multiply-adds, and sums joined as in simd.Dot. Panels are
// eight rows that go through a computation together. What lies above the
// diagonal is masked off.

#define CLEAR8 \
	VXORPD Z0, Z0, Z0; \
	VXORPD Z1, Z1, Z1; \
	VXORPD Z2, Z2, Z2; \
	VXORPD Z3, Z3, Z3; \
	VXORPD Z4, Z4, Z4; \
	VXORPD Z5, Z5, Z5; \
	VXORPD Z6, Z6, Z6; \
	VXORPD Z7, Z7, Z7

// MASKS sets K1 to K7 to the first one to seven numbers of eight.
#define MASKS \
	MOVL $0x01, DX; \
	KMOVW DX, K1; \
	MOVL $0x03, DX; \
	KMOVW DX, K2; \
	MOVL $0x07, DX; \
	KMOVW DX, K3; \
	MOVL $0x0f, DX; \
	KMOVW DX, K4; \
	MOVL $0x1f, DX; \
	KMOVW DX, K5; \
	MOVL $0x3f, DX; \
	KMOVW DX, K6; \
	MOVL $0x7f, DX; \
	KMOVW DX, K7

// ALL sets K1 to K7 to all eight.
#define ALL \
	MOVL $0xff, DX; \
	KMOVW DX, K1; \
	KMOVW DX, K2; \
	KMOVW DX, K3; \
	KMOVW DX, K4; \
	KMOVW DX, K5; \
	KMOVW DX, K6; \
	KMOVW DX, K7

// TERM adds entry p of the panel at DI, times the number at SI + p·stride, to
// the partial sum acc.
#define TERM(p, stride, acc, tmp) \
	VMOVUPD (p*64)(DI), tmp; \
	VMULPD.BCST (p*stride)(SI), tmp, tmp; \
	VADDPD tmp, acc, acc

#define TERMS4(stride) \
	TERM(0, stride, Z0, Z8); \
	TERM(1, stride, Z1, Z9); \
	TERM(2, stride, Z2, Z10); \
	TERM(3, stride, Z3, Z11)

#define TERMS8(stride) \
	TERMS4(stride); \
	TERM(4, stride, Z4, Z12); \
	TERM(5, stride, Z5, Z13); \
	TERM(6, stride, Z6, Z14); \
	TERM(7, stride, Z7, Z15)

// JOIN leaves ((s0+s4)+(s2+s6)) + ((s1+s5)+(s3+s7)) in Z0.
#define JOIN \
	VADDPD Z4, Z0, Z0; \
	VADDPD Z6, Z2, Z2; \
	VADDPD Z5, Z1, Z1; \
	VADDPD Z7, Z3, Z3; \
	VADDPD Z2, Z0, Z0; \
	VADDPD Z3, Z1, Z1; \
	VADDPD Z1, Z0, Z0

// func factorisePanel(l *[]float64, i, count int, own *[8]*float64, panel *float64) bool
//
// panel[8t+r] becomes entry t of row i+r of the factor.
TEXT ·factorisePanel(SB), NOSPLIT, $0-41
	MOVQ l+0(FP), R11
	MOVQ i+8(FP), R8
	MOVQ count+16(FP), R9
	MOVQ own+24(FP), AX
	MOVQ panel+32(FP), R12
	VMOVUPD (AX), Z30
	MOVL $1, DX
	MOVQ R9, CX
	SHLL CX, DX
	DECL DX
	KMOVW DX, K7 // the rows there are
	XORQ R10, R10 // the column t
	XORQ BX, BX // 8t
	TESTQ R8, R8
	JEQ  diagonal

column:
	MOVQ (R11), SI
	MOVQ R12, DI
	VXORPD Z16, Z16, Z16
	KMOVW K7, K1
	VGATHERQPD (BX)(Z30*1), K1, Z16
	CLEAR8
	MOVQ R10, CX
	SHRQ $3, CX
	JEQ  four
eights:
	TERMS8(8)
	ADDQ $64, SI
	ADDQ $512, DI
	DECQ CX
	JNE  eights
four:
	TESTQ $4, R10
	JEQ  join
	TERMS4(8)
	ADDQ $32, SI
	ADDQ $256, DI
join:
	JOIN
	MOVQ R10, CX
	ANDQ $3, CX
	JEQ  divide
ones:
	TERM(0, 8, Z0, Z8)
	ADDQ $8, SI
	ADDQ $64, DI
	DECQ CX
	JNE  ones
divide:
	VSUBPD Z0, Z16, Z16
	VBROADCASTSD (SI), Z17
	VDIVPD Z17, Z16, Z16
	VMOVUPD Z16, (DI)
	KMOVW K7, K1
	VSCATTERQPD Z16, K1, (BX)(Z30*1)
	ADDQ $24, R11
	ADDQ $8, BX
	INCQ R10
	CMPQ R10, R8
	JNE  column

diagonal:
	XORQ R13, R13 // the row j of the panel, whose column is t = i+j
	VXORPD X20, X20, X20
pivot:
	LEAQ (R12)(R13*8), SI // its entries, 64 bytes apart
	MOVQ R12, DI
	VXORPD Z16, Z16, Z16
	MOVQ R13, CX
	MOVL $-1, DX
	SHLL CX, DX
	KMOVW DX, K6
	KANDW K7, K6, K6 // this row and those below
	KMOVW K6, K1
	VGATHERQPD (BX)(Z30*1), K1, Z16
	CLEAR8
	MOVQ R10, CX
	SHRQ $3, CX
	JEQ  pivotFour
pivotEights:
	TERMS8(64)
	ADDQ $512, SI
	ADDQ $512, DI
	DECQ CX
	JNE  pivotEights
pivotFour:
	TESTQ $4, R10
	JEQ  pivotJoin
	TERMS4(64)
	ADDQ $256, SI
	ADDQ $256, DI
pivotJoin:
	JOIN
	MOVQ R10, CX
	ANDQ $3, CX
	JEQ  root
pivotOnes:
	TERM(0, 64, Z0, Z8)
	ADDQ $64, SI
	ADDQ $64, DI
	DECQ CX
	JNE  pivotOnes
root:
	VSUBPD Z0, Z16, Z16
	VMOVUPD Z16, (DI)
	VMOVSD (SI), X17
	VUCOMISD X20, X17
	JLS  fail // not above 0, or not a number
	MOVQ (SI), DX
	MOVQ $0x7ff0000000000000, CX
	CMPQ DX, CX
	JEQ  fail
	VSQRTSD X17, X17, X17
	VBROADCASTSD X17, Z17
	VDIVPD Z17, Z16, Z16
	VMOVUPD Z16, (DI)
	VMOVSD X17, (SI)
	VMOVUPD (DI), Z16
	KMOVW K6, K1
	VSCATTERQPD Z16, K1, (BX)(Z30*1)
	ADDQ $8, BX
	INCQ R10
	INCQ R13
	CMPQ R13, R9
	JNE  pivot
	VZEROUPPER
	MOVB $1, ret+40(FP)
	RET
fail:
	VZEROUPPER
	MOVB $0, ret+40(FP)
	RET

// LOAD8 sets R8 to R15 to the eight pointers at AX.
#define LOAD8 \
	MOVQ 0(AX), R8; \
	MOVQ 8(AX), R9; \
	MOVQ 16(AX), R10; \
	MOVQ 24(AX), R11; \
	MOVQ 32(AX), R12; \
	MOVQ 40(AX), R13; \
	MOVQ 48(AX), R14; \
	MOVQ 56(AX), R15

// LESS takes the number at q·8 + BX of the row at l, times x, from acc.
#define LESS(l, q, x, acc, tmp) \
	VMULPD.BCST (q*8)(l)(BX*1), x, tmp; \
	VSUBPD tmp, acc, acc

// LESS8 takes Z8 times the eight rows' numbers at BX from the sums, and goes
// on to the next.
#define LESS8 \
	LESS(R8, 0, Z8, Z0, Z9); \
	LESS(R9, 0, Z8, Z1, Z10); \
	LESS(R10, 0, Z8, Z2, Z11); \
	LESS(R11, 0, Z8, Z3, Z12); \
	LESS(R12, 0, Z8, Z4, Z13); \
	LESS(R13, 0, Z8, Z5, Z14); \
	LESS(R14, 0, Z8, Z6, Z15); \
	LESS(R15, 0, Z8, Z7, Z16); \
	ADDQ $24, AX; \
	ADDQ $8, BX

#define MASKED(k) \
	MOVQ (AX), DX; \
	VMOVUPD.Z (DX)(SI*1), k, Z8; \
	LESS8

// INVERSE finishes row r of the panel: x becomes x·inv[r].
#define INVERSE(r, x) \
	VMULPD.BCST (r*8)(CX), x, x

// BELOW takes the finished row q, x, from those below it.
#define BELOW0 \
	LESS(R9, 0, Z0, Z1, Z9); \
	LESS(R10, 0, Z0, Z2, Z10); \
	LESS(R11, 0, Z0, Z3, Z11); \
	LESS(R12, 0, Z0, Z4, Z12); \
	LESS(R13, 0, Z0, Z5, Z13); \
	LESS(R14, 0, Z0, Z6, Z14); \
	LESS(R15, 0, Z0, Z7, Z15)
#define BELOW1 \
	LESS(R10, 1, Z1, Z2, Z9); \
	LESS(R11, 1, Z1, Z3, Z10); \
	LESS(R12, 1, Z1, Z4, Z11); \
	LESS(R13, 1, Z1, Z5, Z12); \
	LESS(R14, 1, Z1, Z6, Z13); \
	LESS(R15, 1, Z1, Z7, Z14)
#define BELOW2 \
	LESS(R11, 2, Z2, Z3, Z9); \
	LESS(R12, 2, Z2, Z4, Z10); \
	LESS(R13, 2, Z2, Z5, Z11); \
	LESS(R14, 2, Z2, Z6, Z12); \
	LESS(R15, 2, Z2, Z7, Z13)
#define BELOW3 \
	LESS(R12, 3, Z3, Z4, Z9); \
	LESS(R13, 3, Z3, Z5, Z10); \
	LESS(R14, 3, Z3, Z6, Z11); \
	LESS(R15, 3, Z3, Z7, Z12)
#define BELOW4 \
	LESS(R13, 4, Z4, Z5, Z9); \
	LESS(R14, 4, Z4, Z6, Z10); \
	LESS(R15, 4, Z4, Z7, Z11)
#define BELOW5 \
	LESS(R14, 5, Z5, Z6, Z9); \
	LESS(R15, 5, Z5, Z7, Z10)
#define BELOW6 \
	LESS(R15, 6, Z6, Z7, Z9)

// STORE writes a row of the panel.
#define STORE(r, x) \
	MOVQ (r*8)(DI), DX; \
	VMOVUPD x, (DX)(SI*1)

// func invertPanel(m *[]float64, i int, l, out *[8]*float64, inv *[8]float64)
//
// The rows i to i+7 of the inverse of a triangular matrix whose rows these are,
// from the rows of the inverse above them; i is a multiple of eight.
TEXT ·invertPanel(SB), NOSPLIT, $0-40
	MOVQ l+16(FP), AX
	LOAD8
	MOVQ out+24(FP), DI
	MASKS
	XORQ SI, SI // eight columns, in bytes
columns:
	MOVQ i+8(FP), CX
	SHLQ $3, CX
	CMPQ SI, CX
	JEQ  last
	CLEAR8
	MOVQ SI, BX // the row k of the inverse, in bytes of a row of l
	LEAQ (SI)(SI*2), AX
	ADDQ m+0(FP), AX // its header: 24 bytes each
	MASKED(K1)
	MASKED(K2)
	MASKED(K3)
	MASKED(K4)
	MASKED(K5)
	MASKED(K6)
	MASKED(K7)
rows: // that have all eight columns
	MOVQ (AX), DX
	VMOVUPD (DX)(SI*1), Z8
	LESS8
	CMPQ BX, CX
	JNE  rows

	MOVQ inv+32(FP), CX
	INVERSE(0, Z0)
	STORE(0, Z0)
	BELOW0
	INVERSE(1, Z1)
	STORE(1, Z1)
	BELOW1
	INVERSE(2, Z2)
	STORE(2, Z2)
	BELOW2
	INVERSE(3, Z3)
	STORE(3, Z3)
	BELOW3
	INVERSE(4, Z4)
	STORE(4, Z4)
	BELOW4
	INVERSE(5, Z5)
	STORE(5, Z5)
	BELOW5
	INVERSE(6, Z6)
	STORE(6, Z6)
	BELOW6
	INVERSE(7, Z7)
	STORE(7, Z7)
	ADDQ $64, SI
	JMP  columns

last: // the triangle on the diagonal
	CLEAR8
	MOVQ SI, BX
	MOVQ inv+32(FP), CX
	MOVL $0x01, DX
	KMOVW DX, K1 // the row's own column: shifted one further each time

#define OWN(r, x, k) \
	INVERSE(r, x); \
	VBROADCASTSD (r*8)(CX), Z17; \
	VMOVAPD Z17, K1, x; \
	KSHIFTLW $1, K1, K1; \
	MOVQ (r*8)(DI), DX; \
	VMOVUPD x, k, (DX)(SI*1)

	MOVL $0x01, AX
	KMOVW AX, K2
	OWN(0, Z0, K2)
	BELOW0
	MOVL $0x03, AX
	KMOVW AX, K2
	OWN(1, Z1, K2)
	BELOW1
	OWN(2, Z2, K3)
	BELOW2
	OWN(3, Z3, K4)
	BELOW3
	OWN(4, Z4, K5)
	BELOW4
	OWN(5, Z5, K6)
	BELOW5
	OWN(6, Z6, K7)
	BELOW6
	MOVL $0xff, AX
	KMOVW AX, K2
	OWN(7, Z7, K2)
	VZEROUPPER
	RET

// MORE adds Z8 times the number r·8 + BX of the row at DX to acc.
#define MORE(r, acc, tmp) \
	VMULPD.BCST (r*8)(DX)(BX*1), Z8, tmp; \
	VADDPD tmp, acc, acc

#define MORE1 MORE(0, Z0, Z9)
#define MORE2 MORE1; MORE(1, Z1, Z10)
#define MORE3 MORE2; MORE(2, Z2, Z11)
#define MORE4 MORE3; MORE(3, Z3, Z12)
#define MORE5 MORE4; MORE(4, Z4, Z13)
#define MORE6 MORE5; MORE(5, Z5, Z14)
#define MORE7 MORE6; MORE(6, Z6, Z15)
#define MORE8 MORE7; MORE(7, Z7, Z16)

// TAKE loads the next row's eight columns.
#define TAKE(k) \
	MOVQ (AX), DX; \
	VMOVUPD.Z (DX)(SI*1), k, Z8; \
	ADDQ $24, AX

// NEXT ends the rows if there are no more.
#define NEXT \
	DECQ CX; \
	JEQ  write

// func gramPanel(m *[]float64, i, n int, out *[8]*float64)
//
// The rows i to i+7 of MᵀM, of which i is a multiple of eight.
TEXT ·gramPanel(SB), NOSPLIT, $0-32
	MOVQ out+24(FP), AX
	LOAD8
	MOVQ i+8(FP), BX
	SHLQ $3, BX
	XORQ SI, SI
	ALL
columns:
	CMPQ SI, BX
	JNE  sums
	MASKS
sums:
	CLEAR8
	LEAQ (BX)(BX*2), AX
	ADDQ m+0(FP), AX
	MOVQ n+16(FP), CX
	SUBQ i+8(FP), CX
	TAKE(K1)
	MORE1
	NEXT
	TAKE(K2)
	MORE2
	NEXT
	TAKE(K3)
	MORE3
	NEXT
	TAKE(K4)
	MORE4
	NEXT
	TAKE(K5)
	MORE5
	NEXT
	TAKE(K6)
	MORE6
	NEXT
	TAKE(K7)
	MORE7
	NEXT
rows:
	MOVQ (AX), DX
	VMOVUPD (DX)(SI*1), Z8
	ADDQ $24, AX
	MORE8
	DECQ CX
	JNE  rows
write:
	VMOVUPD Z0, K1, (R8)(SI*1)
	VMOVUPD Z1, K2, (R9)(SI*1)
	VMOVUPD Z2, K3, (R10)(SI*1)
	VMOVUPD Z3, K4, (R11)(SI*1)
	VMOVUPD Z4, K5, (R12)(SI*1)
	VMOVUPD Z5, K6, (R13)(SI*1)
	VMOVUPD Z6, K7, (R14)(SI*1)
	VMOVUPD Z7, (R15)(SI*1)
	ADDQ $64, SI
	CMPQ SI, BX
	JLS  columns
	VZEROUPPER
	RET

// FOUR loads the pointers of four rows.
#define FOUR \
	MOVQ 0(AX), R8; \
	MOVQ 24(AX), R9; \
	MOVQ 48(AX), R10; \
	MOVQ 72(AX), R11

// func timesFours(dst, b *float64, m *[]float64, from, groups int)
//
// dst = Mb for groups of four rows, the first of which has from entries, a
// multiple of four.
TEXT ·timesFours(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ b+8(FP), SI
	MOVQ m+16(FP), AX
	MOVQ from+24(FP), R12
	MOVQ groups+32(FP), R13
	MOVL $0x0f, DX
	KMOVW DX, K1
group:
	FOUR
	XORQ DX, DX
	VXORPD Z0, Z0, Z0
	VXORPD Z1, Z1, Z1
	VXORPD Z2, Z2, Z2
	VXORPD Z3, Z3, Z3
	MOVQ R12, CX
	SHRQ $3, CX
	JEQ  four
eights:
	VMOVUPD (SI)(DX*1), Z8
	VMULPD (R8)(DX*1), Z8, Z9
	VMULPD (R9)(DX*1), Z8, Z10
	VMULPD (R10)(DX*1), Z8, Z11
	VMULPD (R11)(DX*1), Z8, Z12
	VADDPD Z9, Z0, Z0
	VADDPD Z10, Z1, Z1
	VADDPD Z11, Z2, Z2
	VADDPD Z12, Z3, Z3
	ADDQ $64, DX
	DECQ CX
	JNE  eights
four:
	TESTQ $4, R12
	JEQ  join
	VMOVUPD (SI)(DX*1), Y8
	VMULPD (R8)(DX*1), Y8, Y9
	VMULPD (R9)(DX*1), Y8, Y10
	VMULPD (R10)(DX*1), Y8, Y11
	VMULPD (R11)(DX*1), Y8, Y12
	VADDPD Z9, Z0, K1, Z0
	VADDPD Z10, Z1, K1, Z1
	VADDPD Z11, Z2, K1, Z2
	VADDPD Z12, Z3, K1, Z3
	ADDQ $32, DX
join:
	VEXTRACTF64X4 $1, Z0, Y4
	VEXTRACTF64X4 $1, Z1, Y5
	VEXTRACTF64X4 $1, Z2, Y6
	VEXTRACTF64X4 $1, Z3, Y7
	VADDPD Y4, Y0, Y0
	VADDPD Y5, Y1, Y1
	VADDPD Y6, Y2, Y2
	VADDPD Y7, Y3, Y3
	VEXTRACTF128 $1, Y0, X4
	VEXTRACTF128 $1, Y1, X5
	VEXTRACTF128 $1, Y2, X6
	VEXTRACTF128 $1, Y3, X7
	VADDPD X4, X0, X0
	VADDPD X5, X1, X1
	VADDPD X6, X2, X2
	VADDPD X7, X3, X3
	VHADDPD X1, X0, X0 // rows 0 and 1
	VHADDPD X3, X2, X2 // rows 2 and 3
	// What is left is a triangle of three.
	VMOVSD (SI)(DX*1), X8
	VMOVSD 8(SI)(DX*1), X9
	VMOVSD 16(SI)(DX*1), X10
	VUNPCKHPD X0, X0, X1
	VUNPCKHPD X2, X2, X3
	VMULSD (R9)(DX*1), X8, X11
	VADDSD X11, X1, X1
	VMULSD (R10)(DX*1), X8, X12
	VADDSD X12, X2, X2
	VMULSD 8(R10)(DX*1), X9, X13
	VADDSD X13, X2, X2
	VMULSD (R11)(DX*1), X8, X14
	VADDSD X14, X3, X3
	VMULSD 8(R11)(DX*1), X9, X15
	VADDSD X15, X3, X3
	VMULSD 16(R11)(DX*1), X10, X11
	VADDSD X11, X3, X3
	VMOVSD X0, 0(DI)
	VMOVSD X1, 8(DI)
	VMOVSD X2, 16(DI)
	VMOVSD X3, 24(DI)
	ADDQ $32, DI
	ADDQ $96, AX
	ADDQ $4, R12
	DECQ R13
	JNE  group
	VZEROUPPER
	RET

// func addFours(dst, c *float64, m *[]float64, from, groups int)
//
// dst += Mᵀc for groups of four rows, as timesFours.
TEXT ·addFours(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ c+8(FP), SI
	MOVQ m+16(FP), AX
	MOVQ from+24(FP), R12
	MOVQ groups+32(FP), R13
	MASKS
group:
	FOUR
	VBROADCASTSD 0(SI), Z0
	VBROADCASTSD 8(SI), Z1
	VBROADCASTSD 16(SI), Z2
	VBROADCASTSD 24(SI), Z3
	XORQ DX, DX
	MOVQ R12, CX
	SHRQ $3, CX
	JEQ  rest
eights:
	VMOVUPD (DI)(DX*1), Z4
	VMULPD (R8)(DX*1), Z0, Z8
	VMULPD (R9)(DX*1), Z1, Z9
	VMULPD (R10)(DX*1), Z2, Z10
	VMULPD (R11)(DX*1), Z3, Z11
	VADDPD Z8, Z4, Z4
	VADDPD Z9, Z4, Z4
	VADDPD Z10, Z4, Z4
	VADDPD Z11, Z4, Z4
	VMOVUPD Z4, (DI)(DX*1)
	ADDQ $64, DX
	DECQ CX
	JNE  eights
rest:
	TESTQ $4, R12
	JEQ  triangle
	// Four to seven entries of each row.
	VMOVUPD.Z (DI)(DX*1), K7, Z4
	VMOVUPD.Z (R8)(DX*1), K4, Z8
	VMOVUPD.Z (R9)(DX*1), K5, Z9
	VMOVUPD.Z (R10)(DX*1), K6, Z10
	VMOVUPD.Z (R11)(DX*1), K7, Z11
	VMULPD Z8, Z0, Z8
	VMULPD Z9, Z1, Z9
	VMULPD Z10, Z2, Z10
	VMULPD Z11, Z3, Z11
	VADDPD Z8, Z4, K4, Z4
	VADDPD Z9, Z4, K5, Z4
	VADDPD Z10, Z4, K6, Z4
	VADDPD Z11, Z4, Z4
	VMOVUPD Z4, K7, (DI)(DX*1)
	JMP  next
triangle:
	// None to three.
	VMOVUPD.Z (DI)(DX*1), K3, Z4
	VMOVUPD.Z (R9)(DX*1), K1, Z9
	VMOVUPD.Z (R10)(DX*1), K2, Z10
	VMOVUPD.Z (R11)(DX*1), K3, Z11
	VMULPD Z9, Z1, Z9
	VMULPD Z10, Z2, Z10
	VMULPD Z11, Z3, Z11
	VADDPD Z9, Z4, K1, Z4
	VADDPD Z10, Z4, K2, Z4
	VADDPD Z11, Z4, Z4
	VMOVUPD Z4, K3, (DI)(DX*1)
next:
	ADDQ $32, SI
	ADDQ $96, AX
	ADDQ $4, R12
	DECQ R13
	JNE  group
	VZEROUPPER
	RET
