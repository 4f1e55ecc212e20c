//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// The operations and their order are those of combine.go.

// BEGIN is A_k·X + B_k·W_k of the vector at an offset, Y14 and Y15 being the factors.
#define BEGIN(at, acc) \
	VMULPD at(R9), Y14, acc; \
	VMULPD at(R10), Y15, Y13; \
	VADDPD Y13, acc, acc

// TERM subtracts the product of the factor in Y12 with the vector of the row at R13.
#define TERM(at, t, acc) \
	VMULPD at(R13), Y12, t; \
	VSUBPD t, acc, acc

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
columns:
	CMPQ R15, $12
	JLE  upto3
	BEGIN(0, Y0)
	BEGIN(32, Y1)
	BEGIN(64, Y2)
	BEGIN(96, Y3)
	TERMS
	JMP  next4
term4:
	FACTOR(zero4)
	TERM(0, Y4, Y0)
	TERM(32, Y5, Y1)
	TERM(64, Y6, Y2)
	TERM(96, Y7, Y3)
zero4:
	INCQ R12
next4:
	CMPQ R12, DX
	JLT  term4
	WEIGH(0, Y0)
	WEIGH(32, Y1)
	WEIGH(64, Y2)
	WEIGH(96, Y3)
	ADDQ $128, R9
	ADDQ $128, R10
	ADDQ $128, R11
	ADDQ $128, DI
	ADDQ $128, R14
	SUBQ $16, R15
	JGT  columns
	JMP  done
upto3:
	CMPQ R15, $8
	JLE  upto2
	BEGIN(0, Y0)
	BEGIN(32, Y1)
	BEGIN(64, Y2)
	TERMS
	JMP  next3
term3:
	FACTOR(zero3)
	TERM(0, Y4, Y0)
	TERM(32, Y5, Y1)
	TERM(64, Y6, Y2)
zero3:
	INCQ R12
next3:
	CMPQ R12, DX
	JLT  term3
	WEIGH(0, Y0)
	WEIGH(32, Y1)
	WEIGH(64, Y2)
	JMP  done
upto2:
	CMPQ R15, $4
	JLE  upto1
	BEGIN(0, Y0)
	BEGIN(32, Y1)
	TERMS
	JMP  next2
term2:
	FACTOR(zero2)
	TERM(0, Y4, Y0)
	TERM(32, Y5, Y1)
zero2:
	INCQ R12
next2:
	CMPQ R12, DX
	JLT  term2
	WEIGH(0, Y0)
	WEIGH(32, Y1)
	JMP  done
upto1:
	BEGIN(0, Y0)
	TERMS
	JMP  next1
term1:
	FACTOR(zero1)
	TERM(0, Y4, Y0)
zero1:
	INCQ R12
next1:
	CMPQ R12, DX
	JLT  term1
	WEIGH(0, Y0)
done:
	VEXTRACTF128 $1, Y11, X1
	VADDPD X1, X11, X0
	VUNPCKHPD X0, X0, X1
	VADDSD X1, X0, X0
	MOVQ k-8(SP), CX
	MOVQ Combination_Sum(AX), BX
	VMOVSD X0, (BX)(CX*8)
	INCQ CX
	CMPQ CX, to+16(FP)
	JLT  row
	VZEROUPPER
	RET
