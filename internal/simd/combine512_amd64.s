//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// The operations and their order are those of combine.go, eight numbers at a time.

// BEGIN is A_k·X + B_k·W_k of the vector at an offset, Z14 and Z15 being the factors.
#define BEGIN(at, acc) \
	VMULPD at(R9), Z14, acc; \
	VMULPD at(R10), Z15, Z13; \
	VADDPD Z13, acc, acc

// TERM subtracts the product of the factor in Z12 with the vector of the row at R13.
#define TERM(at, t, acc) \
	VMULPD at(R13), Z12, t; \
	VSUBPD t, acc, acc

// BEGINLAST and TERMLAST read no more than there is.
#define BEGINLAST(at, acc) \
	VMULPD.Z at(R9), Z14, K1, acc; \
	VMULPD.Z at(R10), Z15, K1, Z13; \
	VADDPD Z13, acc, acc

#define TERMLAST(at, t, acc) \
	VMULPD.Z at(R13), Z12, K1, t; \
	VSUBPD t, acc, acc

// WEIGH multiplies by the slopes, stores and adds to the sums in Y11, four at a
// time in their order.
#define WEIGH(at, acc, low, high) \
	VMULPD at(R11), acc, acc; \
	VMOVUPD acc, at(DI); \
	VADDPD low, Y11, Y11; \
	VEXTRACTF64X4 $1, acc, high; \
	VADDPD high, Y11, Y11

#define WEIGHLAST(at, acc, low, high) \
	VMULPD.Z at(R11), acc, K1, acc; \
	VMOVUPD acc, K1, at(DI); \
	VADDPD low, Y11, Y11; \
	VEXTRACTF64X4 $1, acc, high; \
	VADDPD high, Y11, Y11

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
	VBROADCASTSD (R8)(BX*8), Z12; \
	MOVQ Combination_Row(AX), BX; \
	MOVQ (BX)(R12*8), R13; \
	IMULQ SI, R13; \
	ADDQ R14, R13

// func combine512(c *Combination, from, to int)
//
// R9, R10, R11 and DI are at the columns at hand of X, W_k, H_k and Dst_k, R14 at
// those of the first row of W; SI are the bytes of a row and R15 the columns left.
TEXT ·combine512(SB), NOSPLIT, $8-24
	MOVQ c+0(FP), AX
	MOVQ Combination_N(AX), SI
	SHLQ $3, SI
	MOVQ Combination_C(AX), R8
	MOVQ from+8(FP), CX
row:
	MOVQ CX, k-8(SP)
	MOVQ Combination_A(AX), BX
	VBROADCASTSD (BX)(CX*8), Z14
	MOVQ Combination_B(AX), BX
	VBROADCASTSD (BX)(CX*8), Z15
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
	CMPQ R15, $24
	JLE  upto3
	MOVQ R15, CX
	SUBQ $24, CX
	CMPQ CX, $8
	JLE  mask4
	MOVQ $8, CX
mask4:
	MOVQ $1, BX
	SHLQ CX, BX
	DECQ BX
	KMOVW BX, K1
	BEGIN(0, Z0)
	BEGIN(64, Z1)
	BEGIN(128, Z2)
	BEGINLAST(192, Z3)
	TERMS
	JMP  next4
term4:
	FACTOR(zero4)
	TERM(0, Z4, Z0)
	TERM(64, Z5, Z1)
	TERM(128, Z6, Z2)
	TERMLAST(192, Z7, Z3)
zero4:
	INCQ R12
next4:
	CMPQ R12, DX
	JLT  term4
	WEIGH(0, Z0, Y0, Y4)
	WEIGH(64, Z1, Y1, Y5)
	WEIGH(128, Z2, Y2, Y6)
	WEIGHLAST(192, Z3, Y3, Y7)
	ADDQ $256, R9
	ADDQ $256, R10
	ADDQ $256, R11
	ADDQ $256, DI
	ADDQ $256, R14
	SUBQ $32, R15
	JGT  columns
	JMP  done
upto3:
	CMPQ R15, $16
	JLE  upto2
	MOVQ R15, CX
	SUBQ $16, CX
	CMPQ CX, $8
	JLE  mask3
	MOVQ $8, CX
mask3:
	MOVQ $1, BX
	SHLQ CX, BX
	DECQ BX
	KMOVW BX, K1
	BEGIN(0, Z0)
	BEGIN(64, Z1)
	BEGINLAST(128, Z2)
	TERMS
	JMP  next3
term3:
	FACTOR(zero3)
	TERM(0, Z4, Z0)
	TERM(64, Z5, Z1)
	TERMLAST(128, Z6, Z2)
zero3:
	INCQ R12
next3:
	CMPQ R12, DX
	JLT  term3
	WEIGH(0, Z0, Y0, Y4)
	WEIGH(64, Z1, Y1, Y5)
	WEIGHLAST(128, Z2, Y2, Y6)
	JMP  done
upto2:
	CMPQ R15, $8
	JLE  upto1
	MOVQ R15, CX
	SUBQ $8, CX
	CMPQ CX, $8
	JLE  mask2
	MOVQ $8, CX
mask2:
	MOVQ $1, BX
	SHLQ CX, BX
	DECQ BX
	KMOVW BX, K1
	BEGIN(0, Z0)
	BEGINLAST(64, Z1)
	TERMS
	JMP  next2
term2:
	FACTOR(zero2)
	TERM(0, Z4, Z0)
	TERMLAST(64, Z5, Z1)
zero2:
	INCQ R12
next2:
	CMPQ R12, DX
	JLT  term2
	WEIGH(0, Z0, Y0, Y4)
	WEIGHLAST(64, Z1, Y1, Y5)
	JMP  done
upto1:
	MOVQ R15, CX
	SUBQ $0, CX
	CMPQ CX, $8
	JLE  mask1
	MOVQ $8, CX
mask1:
	MOVQ $1, BX
	SHLQ CX, BX
	DECQ BX
	KMOVW BX, K1
	BEGINLAST(0, Z0)
	TERMS
	JMP  next1
term1:
	FACTOR(zero1)
	TERMLAST(0, Z4, Z0)
zero1:
	INCQ R12
next1:
	CMPQ R12, DX
	JLT  term1
	WEIGHLAST(0, Z0, Y0, Y4)
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
