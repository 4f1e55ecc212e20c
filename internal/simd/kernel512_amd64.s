//go:build amd64 && !purego

#include "textflag.h"
#include "expneg512_amd64.h"

// Kernels eight numbers at a time. The operations and their order are those of
// generic.go and pairs.go.

DATA three512<>+0(SB)/8, $3.0
GLOBL three512<>(SB), RODATA, $8

// func maternRows512(k []float64, h, x, cols *float64, n int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)
//
// First the eights of every row; then, where the rows have four more, those of
// two rows at a time.
TEXT ·maternRows512(SB), NOSPLIT, $0-104
	MOVQ constants+88(FP), R8
	MOVQ table+96(FP), R9
	SETUP512
	VBROADCASTSD a+80(FP), Z15
	VPXORQ Z23, Z23, Z23
	VSUBPD Z15, Z23, Z23      // −a, and a third of it
	VMULPD Z21, Z23, Z23
	MOVQ k_base+0(FP), DI
	MOVQ h+24(FP), SI
	SUBQ DI, SI               // from k to h
	MOVQ n+48(FP), DX
	SHLQ $3, DX               // bytes of a row
	MOVQ scale_base+56(FP), AX
	MOVQ scale_len+64(FP), R15
	MOVQ k_len+8(FP), CX
	LEAQ (DI)(CX*8), CX       // the end
	MOVQ x+32(FP), BX
row:
	MOVQ cols+40(FP), R12     // the place in the first column
	MOVQ n+48(FP), R13        // entries left of the row
	SUBQ $8, R13
	JLT  tail
eights:
	VPXORQ Z10, Z10, Z10
	MOVQ R12, R10
	XORQ R11, R11
coordinates:
	VBROADCASTSD (BX)(R11*8), Z0
	VMULPD.BCST (AX)(R11*8), Z0, Z0
	VSUBPD (R10), Z0, Z0
	VMULPD Z0, Z0, Z0
	VADDPD Z10, Z0, Z10
	ADDQ DX, R10
	INCQ R11
	CMPQ R11, R15
	JLT  coordinates
	VSQRTPD Z10, Z0
	EXPNEG512
	MATERN512
	VMOVUPD Z2, (DI)
	VMOVUPD Z1, (DI)(SI*1)
	ADDQ $64, DI
	ADDQ $64, R12
	SUBQ $8, R13
	JGE  eights
tail:
	LEAQ (BX)(R15*8), BX
	LEAQ 64(DI)(R13*8), DI    // past the four
	CMPQ DI, CX
	JLT  row
	ADDQ $8, R13
	JEQ  done
	// R12 is the first of the last four in the first column, of every row.
	MOVQ $0xf0, DI
	KMOVB DI, K2
	MOVQ k_base+0(FP), DI
	LEAQ -32(DI)(DX*1), DI
	MOVQ x+32(FP), BX
pair:
	MOVQ BX, R13              // the row after, or this one again
	MOVQ DI, R14
	LEAQ 32(DI)(DX*1), R10
	CMPQ R10, CX
	JGT  alone
	LEAQ (BX)(R15*8), R13
	ADDQ DX, R14
alone:
	VPXORQ Z10, Z10, Z10
	MOVQ R12, R10
	XORQ R11, R11
both:
	VBROADCASTSD (BX)(R11*8), Z0
	VBROADCASTSD (R13)(R11*8), K2, Z0
	VMULPD.BCST (AX)(R11*8), Z0, Z0
	VBROADCASTF64X4 (R10), Z1
	VSUBPD Z1, Z0, Z0
	VMULPD Z0, Z0, Z0
	VADDPD Z10, Z0, Z10
	ADDQ DX, R10
	INCQ R11
	CMPQ R11, R15
	JLT  both
	VSQRTPD Z10, Z0
	EXPNEG512
	MATERN512
	VEXTRACTF64X4 $1, Z2, (R14)
	VEXTRACTF64X4 $1, Z1, (R14)(SI*1)
	VMOVUPD Y2, (DI)
	VMOVUPD Y1, (DI)(SI*1)
	LEAQ (DI)(DX*2), DI
	LEAQ (BX)(R15*8), BX
	LEAQ (BX)(R15*8), BX
	CMPQ DI, CX
	JLT  pair
done:
	VZEROUPPER
	RET

// func covariances512(dst []float64, x, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)
TEXT ·covariances512(SB), NOSPLIT, $0-96
	MOVQ constants+80(FP), R8
	MOVQ table+88(FP), R9
	SETUP512
	VBROADCASTSD a+72(FP), Z15
	VBROADCASTSD three512<>(SB), Z21
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	MOVQ x+24(FP), BX
	MOVQ cols+32(FP), SI
	MOVQ stride+40(FP), DX
	SHLQ $3, DX
	MOVQ scale_base+48(FP), AX
	MOVQ scale_len+56(FP), R15
eights:
	VPXORQ Z10, Z10, Z10
	MOVQ SI, R10
	XORQ R11, R11
coordinates:
	VBROADCASTSD (BX)(R11*8), Z0
	VSUBPD (R10), Z0, Z0
	VMULPD.BCST (AX)(R11*8), Z0, Z0
	VMULPD Z0, Z0, Z0
	VADDPD Z0, Z10, Z10
	ADDQ DX, R10
	INCQ R11
	CMPQ R11, R15
	JLT  coordinates
	VSQRTPD Z10, Z0
	EXPNEG512
	VADDPD Z0, Z11, Z1        // 1 + r
	VDIVPD Z21, Z10, Z2       // q/3
	VADDPD Z2, Z1, Z2
	VMULPD Z2, Z15, Z2
	VMULPD Z5, Z2, Z2
	VMOVUPD Z2, (DI)
	ADDQ $64, DI
	ADDQ $64, SI
	SUBQ $8, CX
	JNE  eights
	VZEROUPPER
	RET

// func pairs512(k []float64, h *float64, at *int, own, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)
TEXT ·pairs512(SB), NOSPLIT, $0-112
	MOVQ constants+96(FP), R8
	MOVQ table+104(FP), R9
	SETUP512
	VBROADCASTSD a+88(FP), Z15
	VBROADCASTSD three512<>(SB), Z21
	VPXORQ Z23, Z23, Z23
	VSUBPD Z15, Z23, Z23      // −a, and a third of it
	VDIVPD Z21, Z23, Z23
	MOVQ k_base+0(FP), DI
	MOVQ k_len+8(FP), CX
	MOVQ h+24(FP), SI
	MOVQ at+32(FP), R14
	MOVQ own+40(FP), BX
	MOVQ stride+56(FP), DX
	SHLQ $3, DX
	MOVQ scale_base+64(FP), AX
	MOVQ scale_len+72(FP), R15
eights:
	VPXORQ Z10, Z10, Z10
	VMOVUPD (R14), Z3
	MOVQ BX, R10
	MOVQ cols+48(FP), R12
	XORQ R11, R11
coordinates:
	KXNORB K1, K1, K1
	VPXORQ Z1, Z1, Z1
	VGATHERQPD (R12)(Z3*8), K1, Z1
	VMOVUPD (R10), Z0
	VSUBPD Z1, Z0, Z0
	VMULPD.BCST (AX)(R11*8), Z0, Z0
	VMULPD Z0, Z0, Z0
	VADDPD Z0, Z10, Z10
	ADDQ DX, R10
	ADDQ DX, R12
	INCQ R11
	CMPQ R11, R15
	JLT  coordinates
	VSQRTPD Z10, Z0
	EXPNEG512
	VADDPD Z0, Z11, Z1        // 1 + r
	VDIVPD Z21, Z10, Z3       // q/3
	VADDPD Z3, Z1, Z3
	VMULPD Z3, Z15, Z3
	VMULPD Z5, Z3, Z3
	VMOVUPD Z3, (DI)
	VMULPD Z1, Z23, Z1
	VMULPD Z5, Z1, Z1
	VMOVUPD Z1, (SI)
	ADDQ $64, DI
	ADDQ $64, SI
	ADDQ $64, R14
	ADDQ $64, BX
	SUBQ $8, CX
	JNE  eights
	VZEROUPPER
	RET
