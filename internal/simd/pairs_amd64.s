//go:build amd64 && !purego

#include "textflag.h"
#include "expneg_amd64.h"

// The operations and their order are those of pairs.go and of ExpNeg.

DATA three<>+0(SB)/8, $3.0
GLOBL three<>(SB), RODATA, $8

// func covariancesAVX(dst []float64, x, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)
TEXT ·covariancesAVX(SB), NOSPLIT, $0-96
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ x+24(FP), BX
	MOVQ cols+32(FP), SI
	MOVQ stride+40(FP), DX
	SHLQ $3, DX
	MOVQ scale_base+48(FP), AX
	MOVQ scale_len+56(FP), R15
	VBROADCASTSD a+72(FP), Y15
	MOVQ constants+80(FP), R8
	MOVQ table+88(FP), R9
	SETUP
fours:
	VXORPD Y10, Y10, Y10
	MOVQ SI, R10
	XORQ R11, R11
coordinates:
	VBROADCASTSD (BX)(R11*8), Y0
	VSUBPD (R10), Y0, Y0
	VBROADCASTSD (AX)(R11*8), Y1
	VMULPD Y1, Y0, Y0
	VMULPD Y0, Y0, Y0
	VADDPD Y0, Y10, Y10
	ADDQ DX, R10
	INCQ R11
	CMPQ R11, R15
	JLT  coordinates
	VSQRTPD Y10, Y0
	EXPNEG
	VADDPD Y0, Y11, Y1        // 1 + r
	VBROADCASTSD three<>(SB), Y2
	VDIVPD Y2, Y10, Y2        // q/3
	VADDPD Y2, Y1, Y2
	VMULPD Y2, Y15, Y2
	VMULPD Y5, Y2, Y2
	VMOVUPD Y2, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $4, CX
	JNE  fours
	VZEROUPPER
	RET

// func pairsAVX(k []float64, h *float64, at *int, own, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)
TEXT ·pairsAVX(SB), NOSPLIT, $0-112
	MOVQ k_base+0(FP), DI
	MOVQ k_len+8(FP), CX
	MOVQ h+24(FP), SI
	MOVQ at+32(FP), R14
	MOVQ own+40(FP), BX
	MOVQ stride+56(FP), DX
	SHLQ $3, DX
	MOVQ scale_base+64(FP), AX
	MOVQ scale_len+72(FP), R15
	VBROADCASTSD a+88(FP), Y15
	MOVQ constants+96(FP), R8
	MOVQ table+104(FP), R9
	SETUP
fours:
	VXORPD Y10, Y10, Y10
	VMOVUPD (R14), Y3
	MOVQ BX, R10
	MOVQ cols+48(FP), R12
	XORQ R11, R11
coordinates:
	VPCMPEQQ Y2, Y2, Y2
	VXORPD Y1, Y1, Y1
	VGATHERQPD Y2, (R12)(Y3*8), Y1
	VMOVUPD (R10), Y0
	VSUBPD Y1, Y0, Y0
	VBROADCASTSD (AX)(R11*8), Y1
	VMULPD Y1, Y0, Y0
	VMULPD Y0, Y0, Y0
	VADDPD Y0, Y10, Y10
	ADDQ DX, R10
	ADDQ DX, R12
	INCQ R11
	CMPQ R11, R15
	JLT  coordinates
	VSQRTPD Y10, Y0
	EXPNEG
	VADDPD Y0, Y11, Y1        // 1 + r
	VBROADCASTSD three<>(SB), Y2
	VDIVPD Y2, Y10, Y3        // q/3
	VADDPD Y3, Y1, Y3
	VMULPD Y3, Y15, Y3
	VMULPD Y5, Y3, Y3
	VMOVUPD Y3, (DI)
	VXORPD Y4, Y4, Y4
	VSUBPD Y15, Y4, Y4        // −a, and a third of it
	VDIVPD Y2, Y4, Y4
	VMULPD Y1, Y4, Y1
	VMULPD Y5, Y1, Y1
	VMOVUPD Y1, (SI)
	ADDQ $32, DI
	ADDQ $32, SI
	ADDQ $32, R14
	ADDQ $32, BX
	SUBQ $4, CX
	JNE  fours
	VZEROUPPER
	RET

// func subtractDotsAVX(dst []float64, x, m *float64, n, step int)
TEXT ·subtractDotsAVX(SB), NOSPLIT, $0-56
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ x+24(FP), DX
	MOVQ m+32(FP), SI
	MOVQ n+40(FP), R8
	MOVQ R8, R9
	SUBQ step+48(FP), R9
	SHLQ $3, R9               // what x goes back after a row
rows:
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	MOVQ R8, AX
	SUBQ $8, AX
	JLT  four
eights:
	VMOVUPD (SI), Y2
	VMOVUPD 32(SI), Y3
	VMULPD  (DX), Y2, Y2
	VMULPD  32(DX), Y3, Y3
	VADDPD  Y2, Y0, Y0
	VADDPD  Y3, Y1, Y1
	ADDQ $64, SI
	ADDQ $64, DX
	SUBQ $8, AX
	JGE  eights
four:
	ADDQ $8, AX
	JEQ  join
	VMOVUPD (SI), Y2
	VMULPD  (DX), Y2, Y2
	VADDPD  Y2, Y0, Y0
	ADDQ $32, SI
	ADDQ $32, DX
join:
	SUBQ R9, DX
	VADDPD Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPD X1, X0, X0
	VUNPCKHPD X0, X0, X1
	VADDSD X1, X0, X0
	VMOVSD (DI), X2
	VSUBSD X0, X2, X2
	VMOVSD X2, (DI)
	ADDQ $8, DI
	DECQ CX
	JNE  rows
	VZEROUPPER
	RET

// func subtractDotsAtAVX(dst []float64, x *float64, at *int, m *float64, n int)
TEXT ·subtractDotsAtAVX(SB), NOSPLIT, $0-56
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ at+32(FP), BX
	MOVQ m+40(FP), SI
	MOVQ n+48(FP), R8
rows:
	MOVQ (BX), DX
	IMULQ R8, DX
	SHLQ $3, DX
	ADDQ x+24(FP), DX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	MOVQ R8, AX
	SUBQ $8, AX
	JLT  four
eights:
	VMOVUPD (SI), Y2
	VMOVUPD 32(SI), Y3
	VMULPD  (DX), Y2, Y2
	VMULPD  32(DX), Y3, Y3
	VADDPD  Y2, Y0, Y0
	VADDPD  Y3, Y1, Y1
	ADDQ $64, SI
	ADDQ $64, DX
	SUBQ $8, AX
	JGE  eights
four:
	ADDQ $8, AX
	JEQ  join
	VMOVUPD (SI), Y2
	VMULPD  (DX), Y2, Y2
	VADDPD  Y2, Y0, Y0
	ADDQ $32, SI
join:
	VADDPD Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPD X1, X0, X0
	VUNPCKHPD X0, X0, X1
	VADDSD X1, X0, X0
	VMOVSD (DI), X2
	VSUBSD X0, X2, X2
	VMOVSD X2, (DI)
	ADDQ $8, DI
	ADDQ $8, BX
	DECQ CX
	JNE  rows
	VZEROUPPER
	RET

// func maternRowsAVX(k []float64, h, x, cols *float64, n int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)
TEXT ·maternRowsAVX(SB), NOSPLIT, $16-104
	MOVQ k_base+0(FP), DI
	MOVQ k_len+8(FP), CX      // entries left
	MOVQ x+32(FP), BX
	MOVQ n+48(FP), DX
	SHLQ $3, DX
	MOVQ scale_base+56(FP), AX
	MOVQ scale_len+64(FP), R15
	VBROADCASTSD a+80(FP), Y15
	MOVQ constants+88(FP), R8
	MOVQ table+96(FP), R9
	MOVQ h+24(FP), SI
	SUBQ DI, SI               // from k to h
	SETUP
row:
	MOVQ cols+40(FP), R12     // the place in the first column
	MOVQ n+48(FP), R13        // entries left of the row
fours:
	VXORPD Y10, Y10, Y10
	MOVQ R12, R10
	XORQ R11, R11
coordinates:
	VBROADCASTSD (BX)(R11*8), Y0
	VBROADCASTSD (AX)(R11*8), Y1
	VMULPD Y1, Y0, Y0
	VSUBPD (R10), Y0, Y0
	VMULPD Y0, Y0, Y0
	VADDPD Y10, Y0, Y10
	ADDQ DX, R10
	INCQ R11
	CMPQ R11, R15
	JLT  coordinates
	VSQRTPD Y10, Y0
	MOVQ R12, 0(SP)           // EXPNEG uses both
	MOVQ R13, 8(SP)
	EXPNEG
	MOVQ 0(SP), R12
	MOVQ 8(SP), R13
	MATERN
	VMOVUPD Y2, (DI)
	VXORPD Y4, Y4, Y4
	VSUBPD Y15, Y4, Y4        // −a, and a third of it
	VMULPD Y3, Y4, Y4
	VMULPD Y1, Y4, Y1
	VMULPD Y5, Y1, Y1
	VMOVUPD Y1, (DI)(SI*1)
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
