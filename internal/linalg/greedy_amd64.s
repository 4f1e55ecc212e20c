//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// Four candidates at a time; n is a positive multiple of four.

// What Bounds needs: −low, cells per unit, cells.
DATA bounds<>+0(SB)/8, $-10.0
DATA bounds<>+8(SB)/8, $32.0
DATA bounds<>+16(SB)/8, $608.0
DATA bounds<>+24(SB)/8, $1.0
DATA bounds<>+32(SB)/8, $0.5
GLOBL bounds<>(SB), RODATA, $40

// What coarse needs: the chords, and room.
DATA chords<>+0(SB)/8, $0.00039
DATA chords<>+8(SB)/8, $0.04938
DATA chords<>+16(SB)/8, $0.01632
DATA chords<>+24(SB)/8, $0.23597
DATA chords<>+32(SB)/8, $0.1329
DATA chords<>+40(SB)/8, $0.39899
DATA chords<>+48(SB)/8, $0.36575
DATA chords<>+56(SB)/8, $1.0001
GLOBL chords<>(SB), RODATA, $64

DATA places<>+0(SB)/8, $0
DATA places<>+8(SB)/8, $1
DATA places<>+16(SB)/8, $2
DATA places<>+24(SB)/8, $3
DATA places<>+32(SB)/8, $4
DATA places<>+40(SB)/8, $0xfff0000000000000 // −∞
GLOBL places<>(SB), RODATA, $48

// func beginAVX(b *Branch, n int) int
TEXT ·beginAVX(SB), NOSPLIT, $32-24
	MOVQ b+0(FP), AX
	MOVQ n+8(FP), CX
	MOVQ Branch_MuF(AX), SI
	MOVQ Branch_RF(AX), DI
	MOVQ Branch_SdF(AX), R8
	MOVQ Branch_Limit(AX), R9
	VBROADCASTSD Branch_ZF(AX), Y14
	VBROADCASTSD Branch_Best(AX), Y13
	VBROADCASTSD places<>+40(SB), Y12 // the highest so far
	VMOVDQU places<>+0(SB), Y11
	VMOVDQU Y11, Y10                  // and where it is
	VPBROADCASTQ places<>+32(SB), Y8
	VXORPD Y9, Y9, Y9
	XORQ BX, BX
fours:
	VMULPD (DI)(BX*8), Y14, Y0
	VADDPD (SI)(BX*8), Y0, Y0
	VSUBPD Y13, Y0, Y0
	VMOVUPD (R8)(BX*8), Y6
	VSUBPD Y0, Y9, Y1
	VMAXPD Y0, Y1, Y1 // t
	VBROADCASTSD chords<>+0(SB), Y4
	VMULPD Y4, Y6, Y2
	VBROADCASTSD chords<>+8(SB), Y4
	VMULPD Y4, Y6, Y3
	VBROADCASTSD chords<>+16(SB), Y4
	VMULPD Y4, Y1, Y4
	VSUBPD Y4, Y3, Y3
	VMAXPD Y2, Y3, Y2
	VBROADCASTSD chords<>+24(SB), Y4
	VMULPD Y4, Y6, Y3
	VBROADCASTSD chords<>+32(SB), Y4
	VMULPD Y4, Y1, Y4
	VSUBPD Y4, Y3, Y3
	VMAXPD Y2, Y3, Y2
	VBROADCASTSD chords<>+40(SB), Y4
	VMULPD Y4, Y6, Y3
	VBROADCASTSD chords<>+48(SB), Y4
	VMULPD Y4, Y1, Y4
	VSUBPD Y4, Y3, Y3
	VMAXPD Y2, Y3, Y2
	VMAXPD Y0, Y9, Y3
	VADDPD Y3, Y2, Y2
	VBROADCASTSD chords<>+56(SB), Y4
	VMULPD Y4, Y2, Y2
	VMOVUPD Y2, (R9)(BX*8)
	VCMPPD $0x1e, Y12, Y2, Y3
	VBLENDVPD Y3, Y2, Y12, Y12
	VBLENDVPD Y3, Y11, Y10, Y10
	VPADDQ Y8, Y11, Y11
	ADDQ $4, BX
	CMPQ BX, CX
	JLT  fours
	VEXTRACTF128 $1, Y12, X1
	VMAXPD X1, X12, X1
	VPERMILPD $1, X1, X2
	VMAXSD X2, X1, X1
	VBROADCASTSD X1, Y1
	VCMPPD $0, Y1, Y12, Y1
	VMOVMSKPD Y1, R12
	VMOVDQU Y10, places-32(SP)
	VZEROUPPER
	BSFL R12, R12
	JEQ  nowhere
	MOVQ places-32(SP)(R12*8), BX
	MOVQ BX, ret+16(FP)
	RET
nowhere:
	MOVQ $0, ret+16(FP)
	RET

// func aboveAVX(limit []float64, from int, value float64) int
TEXT ·aboveAVX(SB), NOSPLIT, $0-48
	MOVQ limit_base+0(FP), SI
	MOVQ limit_len+8(FP), CX
	MOVQ from+24(FP), BX
	VBROADCASTSD value+32(FP), Y15
	CMPQ BX, CX
	JGE  none
fours:
	VMOVUPD (SI)(BX*8), Y0
	VCMPPD $0x1e, Y15, Y0, Y0
	VMOVMSKPD Y0, R12
	TESTL R12, R12
	JNE  found
	ADDQ $4, BX
	CMPQ BX, CX
	JLT  fours
none:
	VZEROUPPER
	MOVQ CX, ret+40(FP)
	RET
found:
	BSFL R12, R12
	ADDQ R12, BX
	VZEROUPPER
	MOVQ BX, ret+40(FP)
	RET

// func refineAVX(b *Branch, n int, value float64)
TEXT ·refineAVX(SB), NOSPLIT, $0-24
	MOVQ b+0(FP), AX
	MOVQ n+8(FP), CX
	XORQ BX, BX
	VBROADCASTSD value+16(FP), Y15
	MOVQ Branch_Limit(AX), R14
	MOVQ Branch_MuF(AX), SI
	MOVQ Branch_RF(AX), DI
	MOVQ Branch_SdF(AX), R8
	MOVQ Branch_Bounds(AX), DX
	MOVQ Branch_MuC(AX), R9
	MOVQ Branch_RC(AX), R10
	MOVQ Branch_SdC(AX), R11
	VXORPD Y9, Y9, Y9
fours:
	VMOVUPD (R14)(BX*8), Y0
	VCMPPD $0x1e, Y15, Y0, Y7 // coarse
	VMOVMSKPD Y7, R12
	TESTL R12, R12
	JEQ  next
	VBROADCASTSD Branch_ZF(AX), Y14
	VBROADCASTSD Branch_Best(AX), Y13
	VBROADCASTSD bounds<>+0(SB), Y12
	VBROADCASTSD bounds<>+8(SB), Y11
	VBROADCASTSD bounds<>+16(SB), Y10
	VMULPD (DI)(BX*8), Y14, Y0
	VADDPD (SI)(BX*8), Y0, Y0
	VSUBPD Y13, Y0, Y0
	VMOVUPD (R8)(BX*8), Y6
	VDIVPD Y6, Y0, Y0         // u
	VSUBPD Y12, Y0, Y1
	VMULPD Y11, Y1, Y1
	VMAXPD Y9, Y1, Y1
	VMINPD Y10, Y1, Y1        // v
	VCVTTPD2DQY Y1, X2
	VCVTDQ2PD X2, Y3
	VSUBPD Y3, Y1, Y1         // v − ⌊v⌋
	VPSLLD $4, X2, X2
	VMOVD X2, R12
	VPEXTRD $1, X2, R13
	VMOVUPD (DX)(R12*1), X3
	VMOVUPD (DX)(R13*1), X4
	VPEXTRD $2, X2, R12
	VPEXTRD $3, X2, R13
	VINSERTF128 $1, (DX)(R12*1), Y3, Y3
	VINSERTF128 $1, (DX)(R13*1), Y4, Y4
	VUNPCKLPD Y4, Y3, Y5      // h
	VUNPCKHPD Y4, Y3, Y4      // and its rise
	VMULPD Y4, Y1, Y1
	VADDPD Y5, Y1, Y1
	VMAXPD Y0, Y1, Y1
	VMULPD Y6, Y1, Y1
	TESTQ R9, R9
	JEQ  write
	VCMPPD $0x1e, Y15, Y1, Y2 // the other factor is at most 1
	VMOVMSKPD Y2, R12
	TESTL R12, R12
	JEQ  write
	VBROADCASTSD Branch_ZC(AX), Y8
	VBROADCASTSD Branch_LnBudget(AX), Y6
	VMULPD (R10)(BX*8), Y8, Y0
	VADDPD (R9)(BX*8), Y0, Y0
	VMOVAPD Y0, Y5            // μ_c
	VSUBPD Y0, Y6, Y0
	VDIVPD (R11)(BX*8), Y0, Y0 // ζ
	VSUBPD Y12, Y0, Y0
	VMULPD Y11, Y0, Y0
	VMAXPD Y9, Y0, Y0
	VMINPD Y10, Y0, Y0
	VCVTTPD2DQY Y0, X2
	VMOVD X2, R12
	VPEXTRD $1, X2, R13
	VMOVSD Bounds_p(DX)(R12*8), X3
	VMOVHPD Bounds_p(DX)(R13*8), X3, X3
	VPEXTRD $2, X2, R12
	VPEXTRD $3, X2, R13
	VMOVSD Bounds_p(DX)(R12*8), X4
	VMOVHPD Bounds_p(DX)(R13*8), X4, X4
	VINSERTF128 $1, X4, Y3, Y3
	VMULPD Y3, Y1, Y1
	VBROADCASTSD Branch_Lambda(AX), Y6
	VUCOMISD X9, X6
	JLS  write                // no price
	VBROADCASTSD bounds<>+24(SB), Y4
	VBROADCASTSD bounds<>+32(SB), Y3
	MOVQ Branch_VarC(AX), R12
	MOVQ Branch_LnMean(AX), R13
	VMULPD (R12)(BX*8), Y3, Y3
	VADDPD Y3, Y5, Y5
	VSUBPD (R13)(BX*8), Y5, Y5
	VADDPD Y4, Y5, Y5
	VMAXPD Y9, Y5, Y5
	MOVQ Branch_Mean0(AX), R12
	MOVQ Branch_Wide(AX), R13
	VMULPD (R12)(BX*8), Y5, Y5 // M
	VMULPD Y5, Y6, Y6
	VMULPD (R13)(BX*8), Y5, Y5
	VBROADCASTSD Branch_PerBudget(AX), Y3
	VMULPD Y3, Y5, Y5
	VADDPD Y4, Y5, Y5
	VDIVPD Y5, Y6, Y6
	VSUBPD Y6, Y1, Y1
write:
	VMASKMOVPD Y1, Y7, (R14)(BX*8)
next:
	ADDQ $4, BX
	CMPQ BX, CX
	JLT  fours
	VZEROUPPER
	RET
