//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// Eight candidates at a time. The operations and their order are those of greedy.go.

// What Bounds needs: −low, cells per unit, cells.
DATA bounds512<>+0(SB)/8, $-10.0
DATA bounds512<>+8(SB)/8, $32.0
DATA bounds512<>+16(SB)/8, $608.0
DATA bounds512<>+24(SB)/8, $1.0
DATA bounds512<>+32(SB)/8, $0.5
GLOBL bounds512<>(SB), RODATA, $40

// What coarse needs: the chords, and room.
DATA chords512<>+0(SB)/8, $0.00039
DATA chords512<>+8(SB)/8, $0.04938
DATA chords512<>+16(SB)/8, $0.01632
DATA chords512<>+24(SB)/8, $0.23597
DATA chords512<>+32(SB)/8, $0.1329
DATA chords512<>+40(SB)/8, $0.39899
DATA chords512<>+48(SB)/8, $0.36575
DATA chords512<>+56(SB)/8, $1.0001
GLOBL chords512<>(SB), RODATA, $64

// func above512(b *Branch, from, to int, value float64) int
TEXT ·above512(SB), NOSPLIT, $0-40
	MOVQ b+0(FP), AX
	MOVQ from+8(FP), BX
	MOVQ to+16(FP), CX
	VBROADCASTSD value+24(FP), Z15
	MOVQ Branch_MuF(AX), SI
	MOVQ Branch_RF(AX), DI
	MOVQ Branch_SdF(AX), R8
	VBROADCASTSD Branch_ZF(AX), Z14
	VBROADCASTSD Branch_Best(AX), Z13
	VBROADCASTSD bounds512<>+0(SB), Z12
	VBROADCASTSD bounds512<>+8(SB), Z11
	VBROADCASTSD bounds512<>+16(SB), Z10
	VPXORQ Z9, Z9, Z9
	VBROADCASTSD chords512<>+0(SB), Z16
	VBROADCASTSD chords512<>+8(SB), Z17
	VBROADCASTSD chords512<>+16(SB), Z18
	VBROADCASTSD chords512<>+24(SB), Z19
	VBROADCASTSD chords512<>+32(SB), Z20
	VBROADCASTSD chords512<>+40(SB), Z21
	VBROADCASTSD chords512<>+48(SB), Z22
	VBROADCASTSD chords512<>+56(SB), Z23
	MOVQ Branch_Bounds(AX), DX
	MOVQ Branch_MuC(AX), R9
	TESTQ R9, R9
	JEQ  eights
	MOVQ Branch_RC(AX), R10
	MOVQ Branch_SdC(AX), R11
	VBROADCASTSD Branch_ZC(AX), Z8
	VBROADCASTSD Branch_LnBudget(AX), Z7
eights:
	VMULPD (DI)(BX*8), Z14, Z0
	VADDPD (SI)(BX*8), Z0, Z0
	VSUBPD Z13, Z0, Z0
	VMOVUPD (R8)(BX*8), Z6
	VSUBPD Z0, Z9, Z1
	VMAXPD Z0, Z1, Z1         // t
	VMULPD Z16, Z6, Z2
	VMULPD Z17, Z6, Z3
	VMULPD Z18, Z1, Z4
	VSUBPD Z4, Z3, Z3
	VMAXPD Z2, Z3, Z2
	VMULPD Z19, Z6, Z3
	VMULPD Z20, Z1, Z4
	VSUBPD Z4, Z3, Z3
	VMAXPD Z2, Z3, Z2
	VMULPD Z21, Z6, Z3
	VMULPD Z22, Z1, Z4
	VSUBPD Z4, Z3, Z3
	VMAXPD Z2, Z3, Z2
	VMAXPD Z0, Z9, Z3
	VADDPD Z3, Z2, Z2
	VMULPD Z23, Z2, Z2
	VCMPPD $0x1e, Z15, Z2, K1 // coarse
	KTESTB K1, K1
	JEQ  next
	VDIVPD Z6, Z0, Z0         // u
	VSUBPD Z12, Z0, Z1
	VMULPD Z11, Z1, Z1
	VMAXPD Z9, Z1, Z1
	VMINPD Z10, Z1, Z1        // v
	VCVTTPD2DQ Z1, Y2
	VCVTDQ2PD Y2, Z3
	VSUBPD Z3, Z1, Z1         // v − ⌊v⌋
	VPSLLD $1, Y2, Y2
	KXNORB K1, K1, K1
	KXNORB K2, K2, K2
	VPXORQ Z5, Z5, Z5
	VPXORQ Z4, Z4, Z4
	VGATHERDPD (DX)(Y2*8), K1, Z5  // h
	VGATHERDPD 8(DX)(Y2*8), K2, Z4 // and its rise
	VMULPD Z4, Z1, Z1
	VADDPD Z5, Z1, Z1
	VMAXPD Z0, Z1, Z1
	VMULPD Z6, Z1, Z1
	TESTQ R9, R9
	JEQ  compare
	VCMPPD $0x1e, Z15, Z1, K1 // the other factor is at most 1
	KTESTB K1, K1
	JEQ  next
	VMULPD (R10)(BX*8), Z8, Z0
	VADDPD (R9)(BX*8), Z0, Z0
	VMOVAPD Z0, Z5            // μ_c
	VSUBPD Z0, Z7, Z0
	VDIVPD (R11)(BX*8), Z0, Z0 // ζ
	VSUBPD Z12, Z0, Z0
	VMULPD Z11, Z0, Z0
	VMAXPD Z9, Z0, Z0
	VMINPD Z10, Z0, Z0
	VCVTTPD2DQ Z0, Y2
	KXNORB K1, K1, K1
	VPXORQ Z3, Z3, Z3
	VGATHERDPD Bounds_p(DX)(Y2*8), K1, Z3
	VMULPD Z3, Z1, Z1
	VBROADCASTSD Branch_Lambda(AX), Z6
	VUCOMISD X9, X6
	JLS  compare              // no price
	VBROADCASTSD bounds512<>+24(SB), Z4
	VBROADCASTSD bounds512<>+32(SB), Z3
	MOVQ Branch_VarC(AX), R12
	MOVQ Branch_LnMean(AX), R13
	VMULPD (R12)(BX*8), Z3, Z3
	VADDPD Z3, Z5, Z5
	VSUBPD (R13)(BX*8), Z5, Z5
	VADDPD Z4, Z5, Z5
	VMAXPD Z9, Z5, Z5
	MOVQ Branch_Mean0(AX), R12
	MOVQ Branch_Wide(AX), R13
	VMULPD (R12)(BX*8), Z5, Z5 // M
	VMULPD Z5, Z6, Z6
	VMULPD (R13)(BX*8), Z5, Z5
	VMULPD.BCST Branch_PerBudget(AX), Z5, Z5
	VADDPD Z4, Z5, Z5
	VDIVPD Z5, Z6, Z6
	VSUBPD Z6, Z1, Z1
compare:
	VCMPPD $0x1e, Z15, Z1, K1 // greater than value
	KTESTB K1, K1
	JNE  found
next:
	ADDQ $8, BX
	CMPQ BX, CX
	JLT  eights
	VZEROUPPER
	MOVQ BX, ret+32(FP)
	RET
found:
	KMOVB K1, R12
	BSFL R12, R12
	ADDQ R12, BX
	VZEROUPPER
	MOVQ BX, ret+32(FP)
	RET

// ROOTS loads what ROOT512 needs. AX is used.
#define ROOTS \
	VBROADCASTSD bounds512<>+32(SB), Z18; \ // ½
	MOVQ $0x7fffffffffffffff, AX; \
	VPBROADCASTQ AX, Z24;     \
	MOVQ $0x7ff0000000000000, AX; \
	VPBROADCASTQ AX, Z25;     \ // the exponent, as a number a power of two
	MOVQ $0x000fffffffffffff, AX; \
	VPBROADCASTQ AX, Z26;     \
	MOVQ $0x3cb0000000000000, AX; \
	VPBROADCASTQ AX, Z27      // 2⁻⁵²

// ROOT512 is √q in Z0, rounded as by VSQRTPD, which takes twice as long: Newton's
// method from an estimate of 1/√q, and the proof. g is the number nearest to √q if
// |q − g²| is below g units in g's last place and g is no power of two; else, and
// where there is no such proof, VSQRTPD it is. Z1 to Z4, K1 and K2 are used.
#define ROOT512(q, sure) \
	VRSQRT14PD q, Z1;         \
	VMULPD Z1, q, Z0;         \ // g
	VMULPD Z18, Z1, Z1;       \ // h = 1/(2g)
	VMOVAPD Z18, Z2;          \
	VFNMADD231PD Z0, Z1, Z2;  \ // ½ − gh
	VFMADD132PD Z2, Z0, Z0;   \
	VFMADD132PD Z2, Z1, Z1;   \
	VMOVAPD q, Z3;            \
	VFNMADD231PD Z0, Z0, Z3;  \ // q − g²
	VFMADD231PD Z3, Z1, Z0;   \
	VMOVAPD q, Z4;            \
	VFNMADD231PD Z0, Z0, Z4;  \
	VFMADD231PD Z4, Z1, Z0;   \
	VMOVAPD q, Z3;            \
	VFNMADD231PD Z0, Z0, Z3;  \
	VANDPD Z24, Z3, Z3;       \
	VANDPD Z25, Z0, Z2;       \
	VMULPD Z27, Z2, Z2;       \
	VMULPD Z0, Z2, Z2;        \
	VCMPPD $0x11, Z2, Z3, K1; \
	VPTESTMQ Z26, Z0, K1, K2; \
	KORTESTB K2, K2;          \
	JCS  sure;                \
	VSQRTPD q, Z0;            \
sure:

// func shrink512(r []float64, c float64, dst, sd, v *float64, floor float64)
TEXT ·shrink512(SB), NOSPLIT, $0-64
	MOVQ r_base+0(FP), SI
	MOVQ r_len+8(FP), CX
	VBROADCASTSD c+24(FP), Z15
	MOVQ dst+32(FP), DI
	MOVQ sd+40(FP), BX
	MOVQ v+48(FP), DX
	VBROADCASTSD floor+56(FP), Z14
	ROOTS
	XORQ AX, AX
eights:
	VMULPD (SI)(AX*8), Z15, Z0
	VMOVUPD Z0, (SI)(AX*8)
	VMULPD Z0, Z0, Z0
	VMOVUPD (DX)(AX*8), Z1
	VSUBPD Z0, Z1, Z1
	VMAXPD Z1, Z14, Z5 // a NaN stays
	VMOVUPD Z5, (DI)(AX*8)
	ROOT512(Z5, rooted)
	VMOVUPD Z0, (BX)(AX*8)
	ADDQ $8, AX
	CMPQ AX, CX
	JLT  eights
	VZEROUPPER
	RET
