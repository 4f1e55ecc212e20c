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

DATA places512<>+0(SB)/8, $0
DATA places512<>+8(SB)/8, $1
DATA places512<>+16(SB)/8, $2
DATA places512<>+24(SB)/8, $3
DATA places512<>+32(SB)/8, $4
DATA places512<>+40(SB)/8, $5
DATA places512<>+48(SB)/8, $6
DATA places512<>+56(SB)/8, $7
DATA places512<>+64(SB)/8, $8
DATA places512<>+72(SB)/8, $0xfff0000000000000 // −∞
GLOBL places512<>(SB), RODATA, $80

// REST makes the mask of what is left of n numbers from at on, fewer than eight; R12 and R13 are used.
#define REST(at, n, mask) \
	MOVQ n, R12;           \
	SUBQ at, R12;          \
	MOVL $-1, R13;         \
	BZHIL R12, R13, R13;   \
	KMOVB R13, mask

// func begin512(b *Branch, n int) int
TEXT ·begin512(SB), NOSPLIT, $0-24
	MOVQ b+0(FP), AX
	MOVQ n+8(FP), CX
	MOVQ Branch_MuF(AX), SI
	MOVQ Branch_RF(AX), DI
	MOVQ Branch_SdF(AX), R8
	MOVQ Branch_Limit(AX), R9
	VBROADCASTSD Branch_ZF(AX), Z14
	VBROADCASTSD Branch_Best(AX), Z13
	VBROADCASTSD places512<>+72(SB), Z12 // the highest so far
	VMOVDQU64 places512<>+0(SB), Z11
	VMOVDQA64 Z11, Z10                   // and where it is
	VPBROADCASTQ places512<>+64(SB), Z8
	VPXORQ Z9, Z9, Z9
	VBROADCASTSD chords512<>+0(SB), Z16
	VBROADCASTSD chords512<>+8(SB), Z17
	VBROADCASTSD chords512<>+16(SB), Z18
	VBROADCASTSD chords512<>+24(SB), Z19
	VBROADCASTSD chords512<>+32(SB), Z20
	VBROADCASTSD chords512<>+40(SB), Z21
	VBROADCASTSD chords512<>+48(SB), Z22
	VBROADCASTSD chords512<>+56(SB), Z23
	XORQ BX, BX
	KXNORB K2, K2, K2
	LEAQ -8(CX), DX
	CMPQ BX, DX
	JGT  rest
eights:
	VMOVUPD.Z (DI)(BX*8), K2, Z0
	VMOVUPD.Z (SI)(BX*8), K2, Z1
	VMOVUPD.Z (R8)(BX*8), K2, Z6
	VMULPD Z0, Z14, Z0
	VADDPD Z1, Z0, Z0
	VSUBPD Z13, Z0, Z0
	VSUBPD Z0, Z9, Z1
	VMAXPD Z0, Z1, Z1 // t
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
	VMOVUPD Z2, K2, (R9)(BX*8)
	VCMPPD $0x1e, Z12, Z2, K2, K1
	VMOVAPD Z2, K1, Z12
	VMOVDQA64 Z11, K1, Z10
	VPADDQ Z8, Z11, Z11
	ADDQ $8, BX
	CMPQ BX, DX
	JLE  eights
rest:
	CMPQ BX, CX
	JGE  highest
	REST(BX, CX, K2)
	MOVQ BX, DX // the last time
	JMP  eights
highest:
	VEXTRACTF64X4 $1, Z12, Y1
	VMAXPD Y1, Y12, Y1
	VEXTRACTF128 $1, Y1, X2
	VMAXPD X2, X1, X1
	VPERMILPD $1, X1, X2
	VMAXSD X2, X1, X1
	VBROADCASTSD X1, Z1
	VCMPPD $0, Z1, Z12, K1
	VPCOMPRESSQ.Z Z10, K1, Z2
	VMOVQ X2, BX // 0 if there is none
	VZEROUPPER
	MOVQ BX, ret+16(FP)
	RET

// func above512(limit []float64, from int, value float64) int
TEXT ·above512(SB), NOSPLIT, $0-48
	MOVQ limit_base+0(FP), SI
	MOVQ limit_len+8(FP), CX
	MOVQ from+24(FP), BX
	VBROADCASTSD value+32(FP), Z15
	LEAQ -8(CX), DI
	CMPQ BX, DI
	JGT  rest
eights:
	VCMPPD $0x11, (SI)(BX*8), Z15, K1 // value is less
	KORTESTB K1, K1
	JNE  found
	ADDQ $8, BX
	CMPQ BX, DI
	JLE  eights
rest:
	CMPQ BX, CX
	JGE  none
	REST(BX, CX, K2)
	VMOVUPD.Z (SI)(BX*8), K2, Z0
	VCMPPD $0x1e, Z15, Z0, K2, K1
	KORTESTB K1, K1
	JEQ  none
found:
	KMOVB K1, R12
	BSFL R12, R12
	ADDQ R12, BX
	VZEROUPPER
	MOVQ BX, ret+40(FP)
	RET
none:
	VZEROUPPER
	MOVQ CX, ret+40(FP)
	RET

// func refine512(b *Branch, n int, value float64)
TEXT ·refine512(SB), NOSPLIT, $0-24
	MOVQ b+0(FP), AX
	MOVQ n+8(FP), CX
	XORQ BX, BX
	VBROADCASTSD value+16(FP), Z15
	MOVQ Branch_Limit(AX), SI
	LEAQ -8(CX), DI
	CMPQ BX, DI
	JGT  rest
eights:
	VMOVUPD (SI)(BX*8), Z0
	VCMPPD $0x1e, Z15, Z0, K1
	KORTESTB K1, K1
	JNE  fine
next:
	ADDQ $8, BX
	CMPQ BX, DI
	JLE  eights
rest:
	CMPQ BX, CX
	JGE  done
	REST(BX, CX, K2)
	VMOVUPD.Z (SI)(BX*8), K2, Z0
	VCMPPD $0x1e, Z15, Z0, K2, K1
	KORTESTB K1, K1
	JNE  fine
done:
	VZEROUPPER
	RET
fine:
	MOVQ Branch_MuF(AX), R8
	MOVQ Branch_RF(AX), R9
	MOVQ Branch_SdF(AX), R10
	MOVQ Branch_Bounds(AX), DX
	VPXORQ Z9, Z9, Z9
	VBROADCASTSD bounds512<>+0(SB), Z12
	VBROADCASTSD bounds512<>+8(SB), Z11
	VBROADCASTSD bounds512<>+16(SB), Z10
	VMOVUPD.Z (R9)(BX*8), K1, Z0
	VMOVUPD.Z (R8)(BX*8), K1, Z1
	VMOVUPD.Z (R10)(BX*8), K1, Z6
	VMULPD.BCST Branch_ZF(AX), Z0, Z0
	VADDPD Z1, Z0, Z0
	VSUBPD.BCST Branch_Best(AX), Z0, Z0
	VDIVPD.Z Z6, Z0, K1, Z0   // u
	VSUBPD Z12, Z0, Z1
	VMULPD Z11, Z1, Z1
	VMAXPD Z9, Z1, Z1
	VMINPD Z10, Z1, Z1        // v
	VCVTTPD2DQ Z1, Y2
	VCVTDQ2PD Y2, Z3
	VSUBPD Z3, Z1, Z1         // v − ⌊v⌋
	VPSLLD $1, Y2, Y2
	KMOVB K1, K3
	KMOVB K1, K4
	VPXORQ Z5, Z5, Z5
	VPXORQ Z4, Z4, Z4
	VGATHERDPD (DX)(Y2*8), K3, Z5  // h
	VGATHERDPD 8(DX)(Y2*8), K4, Z4 // and its rise
	VMULPD Z4, Z1, Z1
	VADDPD Z5, Z1, Z1
	VMAXPD Z0, Z1, Z1
	VMULPD Z6, Z1, Z1
	VCMPPD $0x1e, Z15, Z1, K1, K2 // the other factor is at most 1
	KORTESTB K2, K2
	JEQ  write
	MOVQ Branch_MuC(AX), R8
	TESTQ R8, R8
	JEQ  write
	MOVQ Branch_RC(AX), R9
	MOVQ Branch_SdC(AX), R10
	VMOVUPD.Z (R9)(BX*8), K1, Z0
	VMOVUPD.Z (R8)(BX*8), K1, Z5
	VMOVUPD.Z (R10)(BX*8), K1, Z4
	VMULPD.BCST Branch_ZC(AX), Z0, Z0
	VADDPD Z5, Z0, Z5              // μ_c
	VBROADCASTSD Branch_LnBudget(AX), Z0
	VSUBPD Z5, Z0, Z0
	VDIVPD.Z Z4, Z0, K1, Z0        // ζ
	VSUBPD Z12, Z0, Z0
	VMULPD Z11, Z0, Z0
	VMAXPD Z9, Z0, Z0
	VMINPD Z10, Z0, Z0
	VCVTTPD2DQ Z0, Y2
	KMOVB K1, K3
	VPXORQ Z3, Z3, Z3
	VGATHERDPD Bounds_p(DX)(Y2*8), K3, Z3
	VMULPD Z3, Z1, Z1
	VBROADCASTSD Branch_Lambda(AX), Z6
	VUCOMISD X9, X6
	JLS  write                     // no price
	VBROADCASTSD bounds512<>+24(SB), Z4
	VBROADCASTSD bounds512<>+32(SB), Z3
	MOVQ Branch_VarC(AX), R8
	MOVQ Branch_LnMean(AX), R9
	VMOVUPD.Z (R8)(BX*8), K1, Z0
	VMOVUPD.Z (R9)(BX*8), K1, Z2
	VMULPD Z0, Z3, Z3
	VADDPD Z3, Z5, Z5
	VSUBPD Z2, Z5, Z5
	VADDPD Z4, Z5, Z5
	VMAXPD Z9, Z5, Z5
	MOVQ Branch_Mean0(AX), R8
	MOVQ Branch_Wide(AX), R9
	VMOVUPD.Z (R8)(BX*8), K1, Z0
	VMOVUPD.Z (R9)(BX*8), K1, Z2
	VMULPD Z0, Z5, Z5              // M
	VMULPD Z5, Z6, Z6
	VMULPD Z2, Z5, Z5
	VMULPD.BCST Branch_PerBudget(AX), Z5, Z5
	VADDPD Z4, Z5, Z5
	VDIVPD Z5, Z6, Z6
	VSUBPD Z6, Z1, Z1
write:
	VMOVUPD Z1, K1, (SI)(BX*8)
	JMP  next

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
