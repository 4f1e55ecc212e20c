//go:build amd64 && !purego

#include "textflag.h"

// e⁻ʳ = 2ᵐ·eᵗ with −r = m·ln 2 + t and |t| ≤ ln 2/2, where eᵗ is its Taylor series
// to t¹³: the next term is below 1e-17. expTable, at R8, has the constants.

#define CONST(i) (32*i)(R8)

// MATERN turns q in Y0 into the kernel in Y2 and the slope in Y3; Y14 is a, Y15 is
// −a/3, Y10 to Y13 are what SETUP loads, and Y1 to Y5 are used.
#define SETUP \
	VMOVUPD CONST(0), Y13; \ // farthest
	VMOVUPD CONST(1), Y12; \ // −1/ln 2
	VMOVUPD CONST(2), Y11; \ // 1.5·2⁵², which rounds to whole numbers
	VMOVUPD CONST(5), Y10; \ // 1
	VMULPD CONST(6), Y14, Y15

#define MATERN \
	VSQRTPD Y0, Y0; \
	VMINPD Y0, Y13, Y0; \ // r; a NaN stays
	VMOVAPD Y0, Y1; \
	VFMADD213PD Y11, Y12, Y1; \ // its low bits are m
	VSUBPD Y11, Y1, Y2; \ // m
	VPSLLQ $52, Y1, Y1; \
	VXORPD Y3, Y3, Y3; \
	VSUBPD Y0, Y3, Y3; \
	VFNMADD231PD CONST(3), Y2, Y3; \
	VFNMADD231PD CONST(4), Y2, Y3; \ // t
	VMOVUPD CONST(7), Y4; \
	VFMADD213PD CONST(8), Y3, Y4; \
	VFMADD213PD CONST(9), Y3, Y4; \
	VFMADD213PD CONST(10), Y3, Y4; \
	VFMADD213PD CONST(11), Y3, Y4; \
	VFMADD213PD CONST(12), Y3, Y4; \
	VFMADD213PD CONST(13), Y3, Y4; \
	VFMADD213PD CONST(14), Y3, Y4; \
	VFMADD213PD CONST(15), Y3, Y4; \
	VFMADD213PD CONST(16), Y3, Y4; \
	VFMADD213PD CONST(17), Y3, Y4; \
	VFMADD213PD CONST(18), Y3, Y4; \
	VFMADD213PD Y10, Y3, Y4; \
	VFMADD213PD Y10, Y3, Y4; \ // eᵗ
	VPADDQ Y1, Y4, Y4; \ // e⁻ʳ
	VADDPD Y0, Y10, Y1; \ // 1 + r
	VMULPD Y0, Y0, Y2; \
	VFMADD213PD Y1, Y5, Y2; \ // 1 + r + r²/3, a third in Y5
	VMULPD Y4, Y14, Y3; \
	VMULPD Y3, Y2, Y2; \
	VMULPD Y4, Y15, Y3; \
	VMULPD Y1, Y3, Y3

// func maternAVX(k, h *float64, n int, a float64, table *[20][4]float64)
TEXT ·maternAVX(SB), NOSPLIT, $0-40
	MOVQ k+0(FP), DI
	MOVQ h+8(FP), SI
	MOVQ n+16(FP), CX
	VBROADCASTSD a+24(FP), Y14
	MOVQ table+32(FP), R8
	SETUP
	VMOVUPD CONST(19), Y5
	XORQ BX, BX
fours:
	VMOVUPD (DI)(BX*8), Y0
	MATERN
	VMOVUPD Y2, (DI)(BX*8)
	VMOVUPD Y3, (SI)(BX*8)
	ADDQ $4, BX
	CMPQ BX, CX
	JLT  fours
	VZEROUPPER
	RET

// func maternRowsAVX(k []float64, h, x, cols *float64, n int, scale []float64, a float64, table *[20][4]float64)
TEXT ·maternRowsAVX(SB), NOSPLIT, $0-96
	MOVQ k_base+0(FP), DI
	MOVQ k_len+8(FP), CX      // entries left
	MOVQ h+24(FP), SI
	SUBQ DI, SI               // from k to h
	MOVQ x+32(FP), BX
	MOVQ n+48(FP), DX
	SHLQ $3, DX
	MOVQ scale_base+56(FP), AX
	MOVQ scale_len+64(FP), R15
	VBROADCASTSD a+80(FP), Y14
	MOVQ table+88(FP), R8
	SETUP
	VMOVUPD CONST(19), Y5
row:
	MOVQ cols+40(FP), R12     // the place in the first column
	MOVQ n+48(FP), R13        // entries left of the row
fours:
	VXORPD Y0, Y0, Y0
	MOVQ R12, R10
	XORQ R11, R11
coordinates:
	VBROADCASTSD (BX)(R11*8), Y1
	VBROADCASTSD (AX)(R11*8), Y2
	VFMSUB213PD (R10), Y2, Y1 // x·scale − U
	VFMADD231PD Y1, Y1, Y0
	ADDQ DX, R10
	INCQ R11
	CMPQ R11, R15
	JLT  coordinates
	MATERN
	VMOVUPD Y2, (DI)
	VMOVUPD Y3, (DI)(SI*1)
	ADDQ $32, DI
	ADDQ $32, R12
	SUBQ $4, CX
	SUBQ $4, R13
	JNE  fours
	LEAQ (BX)(R15*8), BX
	TESTQ CX, CX
	JNE  row
	VZEROUPPER
	RET
