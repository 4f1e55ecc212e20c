//go:build amd64 && !purego

#include "textflag.h"

// func multiplyAVX(dst, k *float64, step, rows int, panel *float64, n, columns int)
//
// One to four rows of k, step numbers apart as those of dst, times one panel: SI goes
// along the rows, R8 down the panel. R10, R9 and R11 are where the other rows are;
// those there are not, where the last is. All is read before anything is written.
TEXT ·multiplyAVX(SB), NOSPLIT, $0-56
	MOVQ dst+0(FP), DI
	MOVQ k+8(FP), SI
	MOVQ step+16(FP), AX
	MOVQ rows+24(FP), BX
	SHLQ $3, AX
	XORQ R10, R10
	CMPQ BX, $2
	CMOVQGE AX, R10
	MOVQ R10, R9
	LEAQ (AX)(AX*1), DX
	CMPQ BX, $3
	CMOVQGE DX, R9
	MOVQ R9, R11
	ADDQ AX, DX
	CMPQ BX, $4
	CMOVQGE DX, R11
	MOVQ panel+32(FP), R8
	MOVQ n+40(FP), CX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
down:
	VMOVUPD (R8), Y8
	VMOVUPD 32(R8), Y9
	VBROADCASTSD (SI), Y10
	VBROADCASTSD (SI)(R10*1), Y11
	VBROADCASTSD (SI)(R9*1), Y12
	VBROADCASTSD (SI)(R11*1), Y13
	VFMADD231PD Y8, Y10, Y0
	VFMADD231PD Y9, Y10, Y4
	VFMADD231PD Y8, Y11, Y1
	VFMADD231PD Y9, Y11, Y5
	VFMADD231PD Y8, Y12, Y2
	VFMADD231PD Y9, Y12, Y6
	VFMADD231PD Y8, Y13, Y3
	VFMADD231PD Y9, Y13, Y7
	ADDQ $8, SI
	ADDQ $64, R8
	DECQ CX
	JNE  down
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, (DI)(R10*1)
	VMOVUPD Y2, (DI)(R9*1)
	VMOVUPD Y3, (DI)(R11*1)
	CMPQ columns+48(FP), $8
	JLT  done
	VMOVUPD Y4, 32(DI)
	VMOVUPD Y5, 32(DI)(R10*1)
	VMOVUPD Y6, 32(DI)(R9*1)
	VMOVUPD Y7, 32(DI)(R11*1)
done:
	VZEROUPPER
	RET
