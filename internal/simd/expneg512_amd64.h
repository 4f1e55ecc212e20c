// e⁻ʳ eight numbers at a time, the operations and their order those of ExpNeg.

// SETUP512 loads what EXPNEG512 needs: constants at R8, the table at R9. AX is used.
#define SETUP512 \
	VBROADCASTSD (R8), Z14;   \ // farthest
	VBROADCASTSD 8(R8), Z13;  \ // perLn2
	VBROADCASTSD 16(R8), Z12; \ // rounder
	VBROADCASTSD 24(R8), Z16; \
	VBROADCASTSD 32(R8), Z17; \
	VBROADCASTSD 40(R8), Z11; \ // 1
	VBROADCASTSD 48(R8), Z18; \ // 1/2
	VBROADCASTSD 56(R8), Z19; \ // 1/6
	VBROADCASTSD 64(R8), Z20; \ // 1/24
	VBROADCASTSD 72(R8), Z21; \ // 1/3
	MOVQ $255, AX;            \
	VPBROADCASTQ AX, Z22

// EXPNEG512 turns r in Z0 into e⁻ʳ in Z5 and r, or farthest if that is less, in Z9;
// a NaN stays. Z1 to Z8 and K1 are used.
#define EXPNEG512 \
	VMINPD  Z0, Z14, Z9;       \
	VMULPD  Z13, Z9, Z1;       \
	VADDPD  Z12, Z1, Z1;       \ // g, whose low bits are m
	VSUBPD  Z12, Z1, Z2;       \ // f
	VPANDQ  Z22, Z1, Z3;       \
	KXNORB  K1, K1, K1;        \
	VPXORQ  Z4, Z4, Z4;        \
	VGATHERQPD (R9)(Z3*8), K1, Z4; \
	VPSRLQ $8, Z1, Z1;         \
	VPSLLQ $52, Z1, Z1;        \
	VPSUBQ Z1, Z4, Z4;         \ // 2^(−m/256)
	VMULPD Z16, Z2, Z5;        \
	VSUBPD Z5, Z9, Z5;         \
	VMULPD Z17, Z2, Z6;        \
	VSUBPD Z6, Z5, Z5;         \ // t
	VMULPD Z5, Z5, Z6;         \ // t²
	VMULPD Z19, Z5, Z7;        \ // t/6
	VSUBPD Z7, Z18, Z7;        \ // ½ − t/6
	VMULPD Z20, Z6, Z8;        \ // t²/24
	VADDPD Z8, Z7, Z7;         \
	VMULPD Z7, Z6, Z7;         \
	VSUBPD Z5, Z11, Z5;        \ // 1 − t
	VADDPD Z7, Z5, Z5;         \
	VMULPD Z4, Z5, Z5

// MATERN512 is the kernel a(1 + r + r²/3)e⁻ʳ in Z2 and its slope in Z1, after
// EXPNEG512 and with a in Z15 and −a/3 in Z23.
#define MATERN512 \
	VADDPD Z9, Z11, Z1;        \
	VMULPD Z9, Z9, Z2;         \
	VMULPD Z21, Z2, Z2;        \
	VADDPD Z2, Z1, Z2;         \
	VMULPD Z2, Z15, Z2;        \
	VMULPD Z5, Z2, Z2;         \
	VMULPD Z1, Z23, Z1;        \
	VMULPD Z5, Z1, Z1
