#include "textflag.h"

// The operations and their order are those of generic.go: no fused
// multiply-adds, and sums joined as there.

// func squaresAVX(dst []float64, u float64, v []float64)
TEXT ·squaresAVX(SB), NOSPLIT, $0-56
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	VBROADCASTSD u+24(FP), Y0
	MOVQ v_base+32(FP), SI
	SUBQ $4, CX
	JLT  rest
fours:
	VSUBPD (SI), Y0, Y1
	VMULPD Y1, Y1, Y1
	VMOVUPD Y1, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	SUBQ $4, CX
	JGE  fours
rest:
	ADDQ $4, CX
	JEQ  done
ones:
	VSUBSD (SI), X0, X1
	VMULSD X1, X1, X1
	VMOVSD X1, (DI)
	ADDQ $8, SI
	ADDQ $8, DI
	DECQ CX
	JNE  ones
done:
	VZEROUPPER
	RET

// func addSquaresAVX(dst []float64, u float64, v []float64)
TEXT ·addSquaresAVX(SB), NOSPLIT, $0-56
	MOVQ dst_base+0(FP), DI
	MOVQ dst_len+8(FP), CX
	VBROADCASTSD u+24(FP), Y0
	MOVQ v_base+32(FP), SI
	SUBQ $4, CX
	JLT  rest
fours:
	VSUBPD (SI), Y0, Y1
	VMULPD Y1, Y1, Y1
	VADDPD (DI), Y1, Y1
	VMOVUPD Y1, (DI)
	ADDQ $32, SI
	ADDQ $32, DI
	SUBQ $4, CX
	JGE  fours
rest:
	ADDQ $4, CX
	JEQ  done
ones:
	VSUBSD (SI), X0, X1
	VMULSD X1, X1, X1
	VADDSD (DI), X1, X1
	VMOVSD X1, (DI)
	ADDQ $8, SI
	ADDQ $8, DI
	DECQ CX
	JNE  ones
done:
	VZEROUPPER
	RET

// func maternAVX(k, h []float64, a float64, constants *[10]float64, table *[256]uint64)
TEXT ·maternAVX(SB), NOSPLIT, $0-72
	MOVQ k_base+0(FP), DI
	MOVQ k_len+8(FP), CX
	MOVQ h_base+24(FP), SI
	VBROADCASTSD a+48(FP), Y15
	MOVQ constants+56(FP), R8
	MOVQ table+64(FP), R9
	VBROADCASTSD (R8), Y14    // farthest
	VBROADCASTSD 8(R8), Y13   // perLn2
	VBROADCASTSD 16(R8), Y12  // rounder
	VBROADCASTSD 40(R8), Y11  // 1
	VBROADCASTSD 72(R8), Y10  // 1/3
	VXORPD Y9, Y9, Y9
	VSUBPD Y15, Y9, Y9        // −a, and a third of it
	VMULPD Y10, Y9, Y9
fours:
	VMOVUPD (DI), Y0
	VSQRTPD Y0, Y0
	VMINPD  Y0, Y14, Y0       // r; a NaN stays
	VMULPD  Y13, Y0, Y1
	VADDPD  Y12, Y1, Y1       // g, whose low bits are m
	VSUBPD  Y12, Y1, Y2       // f
	VMOVQ   X1, R10
	VPEXTRQ $1, X1, R11
	VEXTRACTI128 $1, Y1, X3
	VMOVQ   X3, R12
	VPEXTRQ $1, X3, R13
	ANDQ $255, R10
	ANDQ $255, R11
	ANDQ $255, R12
	ANDQ $255, R13
	VMOVSD  (R9)(R10*8), X4
	VMOVHPD (R9)(R11*8), X4, X4
	VMOVSD  (R9)(R12*8), X5
	VMOVHPD (R9)(R13*8), X5, X5
	VINSERTF128 $1, X5, Y4, Y4
	VPSRLQ $8, Y1, Y1
	VPSLLQ $52, Y1, Y1
	VPSUBQ Y1, Y4, Y4         // 2^(−m/256)
	VBROADCASTSD 24(R8), Y5
	VMULPD Y5, Y2, Y5
	VSUBPD Y5, Y0, Y5
	VBROADCASTSD 32(R8), Y6
	VMULPD Y6, Y2, Y6
	VSUBPD Y6, Y5, Y5         // t
	VMULPD Y5, Y5, Y6         // t²
	VBROADCASTSD 56(R8), Y7
	VMULPD Y7, Y5, Y7         // t/6
	VBROADCASTSD 48(R8), Y8
	VSUBPD Y7, Y8, Y7         // ½ − t/6
	VBROADCASTSD 64(R8), Y8
	VMULPD Y8, Y6, Y8         // t²/24
	VADDPD Y8, Y7, Y7
	VMULPD Y7, Y6, Y7
	VSUBPD Y5, Y11, Y5        // 1 − t
	VADDPD Y7, Y5, Y5
	VMULPD Y4, Y5, Y5         // e
	VADDPD Y0, Y11, Y1        // 1 + r
	VMULPD Y0, Y0, Y2
	VMULPD Y10, Y2, Y2        // r²/3
	VADDPD Y2, Y1, Y2
	VMULPD Y2, Y15, Y2
	VMULPD Y5, Y2, Y2
	VMOVUPD Y2, (DI)
	VMULPD Y1, Y9, Y1
	VMULPD Y5, Y1, Y1
	VMOVUPD Y1, (SI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $4, CX
	JNE  fours
	VZEROUPPER
	RET
