//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"
#include "sum_amd64.h"

// BEGIN is A_k·X + B_k·W_k of the vector at an offset, Y14 and Y15 being the factors.
#define BEGIN(at, acc) \
	VMULPD at(R9), Y14, acc; \
	VFMADD231PD at(R10), Y15, acc

// WEIGH multiplies by the slopes, stores and adds to the sums in Y11.
#define WEIGH(at, acc) \
	VMULPD at(R11), acc, acc; \
	VMOVUPD acc, at(DI); \
	VADDPD acc, Y11, Y11

// TERMS begins the walk along the terms: R12 is the one at hand, DX where they end.
#define TERMS \
	MOVQ Combination_First(AX), BX; \
	MOVQ k-8(SP), CX; \
	MOVQ (BX)(CX*8), R12; \
	MOVQ 8(BX)(CX*8), DX

// FACTOR fetches the factor of a term, and its row to R13; it jumps if that is 0.
#define FACTOR(none) \
	MOVQ Combination_At(AX), BX; \
	MOVQ (BX)(R12*8), BX; \
	MOVQ (R8)(BX*8), CX; \
	ADDQ CX, CX; \
	JEQ  none; \
	VBROADCASTSD (R8)(BX*8), Y12; \
	MOVQ Combination_Row(AX), BX; \
	MOVQ (BX)(R12*8), R13; \
	IMULQ SI, R13; \
	ADDQ R14, R13

// NEXT goes on by some columns of all rows.
#define NEXT(bytes, columns) \
	ADDQ $bytes, R9; \
	ADDQ $bytes, R10; \
	ADDQ $bytes, R11; \
	ADDQ $bytes, DI; \
	ADDQ $bytes, R14; \
	SUBQ $columns, R15

// func combineAVX(c *Combination, from, to int)
//
// R9, R10, R11 and DI are at the columns at hand of X, W_k, H_k and Dst_k, R14 at
// those of the first row of W; SI are the bytes of a row and R15 the columns left.
TEXT ·combineAVX(SB), NOSPLIT, $8-24
	MOVQ c+0(FP), AX
	MOVQ Combination_N(AX), SI
	SHLQ $3, SI
	MOVQ Combination_C(AX), R8
	MOVQ from+8(FP), CX
row:
	MOVQ CX, k-8(SP)
	MOVQ Combination_A(AX), BX
	VBROADCASTSD (BX)(CX*8), Y14
	MOVQ Combination_B(AX), BX
	VBROADCASTSD (BX)(CX*8), Y15
	MOVQ Combination_X(AX), R9
	MOVQ Combination_W(AX), R14
	MOVQ CX, R10
	IMULQ SI, R10
	MOVQ Combination_H(AX), R11
	ADDQ R10, R11
	MOVQ Combination_Dst(AX), DI
	ADDQ R10, DI
	ADDQ R14, R10
	MOVQ Combination_N(AX), R15
	VXORPD Y11, Y11, Y11
	CMPQ R15, $16
	JLT  upto12
sixteen:
	BEGIN(0, Y0)
	BEGIN(32, Y1)
	BEGIN(64, Y2)
	BEGIN(96, Y3)
	TERMS
	JMP  next4
term4:
	FACTOR(zero4)
	VFNMADD231PD 0(R13), Y12, Y0
	VFNMADD231PD 32(R13), Y12, Y1
	VFNMADD231PD 64(R13), Y12, Y2
	VFNMADD231PD 96(R13), Y12, Y3
zero4:
	INCQ R12
next4:
	CMPQ R12, DX
	JLT  term4
	WEIGH(0, Y0)
	WEIGH(32, Y1)
	WEIGH(64, Y2)
	WEIGH(96, Y3)
	NEXT(128, 16)
	CMPQ R15, $16
	JGE  sixteen
upto12:
	TESTQ R15, R15
	JEQ  done
four:
	BEGIN(0, Y0)
	TERMS
	JMP  next1
term1:
	FACTOR(zero1)
	VFNMADD231PD 0(R13), Y12, Y0
zero1:
	INCQ R12
next1:
	CMPQ R12, DX
	JLT  term1
	WEIGH(0, Y0)
	NEXT(32, 4)
	JNE  four
done:
	SUM(Y11, X11, X1)
	MOVQ k-8(SP), CX
	MOVQ Combination_Sum(AX), BX
	VMOVSD X11, (BX)(CX*8)
	INCQ CX
	CMPQ CX, to+16(FP)
	JLT  row
	VZEROUPPER
	RET
