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

#define PRODUCTS(y, s, t) \
	VFMADD231PD (y)(DX*1), Y8, s; \
	VFMADD231PD 32(y)(DX*1), Y9, t

// func dotFourFusedAVX(sums *[4][8]float64, x []float64, y0, y1, y2, y3 *float64)
//
// A positive multiple of eight numbers.
TEXT ·dotFourFusedAVX(SB), NOSPLIT, $0-64
	MOVQ sums+0(FP), DI
	MOVQ x_base+8(FP), SI
	MOVQ x_len+16(FP), CX
	MOVQ y0+32(FP), R8
	MOVQ y1+40(FP), R9
	MOVQ y2+48(FP), R10
	MOVQ y3+56(FP), R11
	XORQ DX, DX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
eights:
	VMOVUPD (SI)(DX*1), Y8
	VMOVUPD 32(SI)(DX*1), Y9
	PRODUCTS(R8, Y0, Y1)
	PRODUCTS(R9, Y2, Y3)
	PRODUCTS(R10, Y4, Y5)
	PRODUCTS(R11, Y6, Y7)
	ADDQ $64, DX
	SUBQ $8, CX
	JNE  eights
	VMOVUPD Y0, 0(DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	VMOVUPD Y4, 128(DI)
	VMOVUPD Y5, 160(DI)
	VMOVUPD Y6, 192(DI)
	VMOVUPD Y7, 224(DI)
	VZEROUPPER
	RET
