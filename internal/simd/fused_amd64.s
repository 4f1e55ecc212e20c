//go:build amd64 && !purego

#include "textflag.h"

#define EIGHT(x, c) \
	VFMADD231PD (x)(DX*1), c, Y4; \
	VFMADD231PD 32(x)(DX*1), c, Y5

// func axpyFourFusedAVX(dst []float64, c *[4]float64, x0, x1, x2, x3 *float64)
//
// A multiple of eight numbers.
TEXT ·axpyFourFusedAVX(SB), NOSPLIT, $0-64
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ c+24(FP), AX
	MOVQ x0+32(FP), R8
	MOVQ x1+40(FP), R9
	MOVQ x2+48(FP), R10
	MOVQ x3+56(FP), R11
	VBROADCASTSD 0(AX), Y0
	VBROADCASTSD 8(AX), Y1
	VBROADCASTSD 16(AX), Y2
	VBROADCASTSD 24(AX), Y3
	XORQ DX, DX
eights:
	VMOVUPD (DI)(DX*1), Y4
	VMOVUPD 32(DI)(DX*1), Y5
	EIGHT(R8, Y0)
	EIGHT(R9, Y1)
	EIGHT(R10, Y2)
	EIGHT(R11, Y3)
	VMOVUPD Y4, (DI)(DX*1)
	VMOVUPD Y5, 32(DI)(DX*1)
	ADDQ $64, DX
	SUBQ $8, CX
	JNE  eights
	VZEROUPPER
	RET
