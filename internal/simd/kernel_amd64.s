//go:build amd64 && !purego

#include "textflag.h"
#include "expneg_amd64.h"

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
	SETUP
	VBROADCASTSD 72(R8), Y3   // 1/3
	VXORPD Y10, Y10, Y10
	VSUBPD Y15, Y10, Y10      // −a, and a third of it
	VMULPD Y3, Y10, Y10
fours:
	VMOVUPD (DI), Y0
	VSQRTPD Y0, Y0
	EXPNEG
	MATERN
	VMOVUPD Y2, (DI)
	VMULPD Y1, Y10, Y1
	VMULPD Y5, Y1, Y1
	VMOVUPD Y1, (SI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $4, CX
	JNE  fours
	VZEROUPPER
	RET
