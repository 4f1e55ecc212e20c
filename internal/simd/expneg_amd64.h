// e⁻ʳ four numbers at a time, the operations and their order those of ExpNeg.

// SETUP loads what EXPNEG needs: constants at R8, the table at R9.
#define SETUP \
	VBROADCASTSD (R8), Y14;   \ // farthest
	VBROADCASTSD 8(R8), Y13;  \ // perLn2
	VBROADCASTSD 16(R8), Y12; \ // rounder
	VBROADCASTSD 40(R8), Y11    // 1

// EXPNEG turns r in Y0 into e⁻ʳ in Y5 and r, or farthest if that is less, in Y9;
// a NaN stays. Y1 to Y8 and R10 to R13 are used.
#define EXPNEG \
	VMINPD  Y0, Y14, Y9;       \
	VMULPD  Y13, Y9, Y1;       \
	VADDPD  Y12, Y1, Y1;       \ // g, whose low bits are m
	VSUBPD  Y12, Y1, Y2;       \ // f
	VMOVQ   X1, R10;           \
	VPEXTRQ $1, X1, R11;       \
	VEXTRACTI128 $1, Y1, X3;   \
	VMOVQ   X3, R12;           \
	VPEXTRQ $1, X3, R13;       \
	ANDQ $255, R10;            \
	ANDQ $255, R11;            \
	ANDQ $255, R12;            \
	ANDQ $255, R13;            \
	VMOVSD  (R9)(R10*8), X4;   \
	VMOVHPD (R9)(R11*8), X4, X4; \
	VMOVSD  (R9)(R12*8), X5;   \
	VMOVHPD (R9)(R13*8), X5, X5; \
	VINSERTF128 $1, X5, Y4, Y4; \
	VPSRLQ $8, Y1, Y1;         \
	VPSLLQ $52, Y1, Y1;        \
	VPSUBQ Y1, Y4, Y4;         \ // 2^(−m/256)
	VBROADCASTSD 24(R8), Y5;   \
	VMULPD Y5, Y2, Y5;         \
	VSUBPD Y5, Y9, Y5;         \
	VBROADCASTSD 32(R8), Y6;   \
	VMULPD Y6, Y2, Y6;         \
	VSUBPD Y6, Y5, Y5;         \ // t
	VMULPD Y5, Y5, Y6;         \ // t²
	VBROADCASTSD 56(R8), Y7;   \
	VMULPD Y7, Y5, Y7;         \ // t/6
	VBROADCASTSD 48(R8), Y8;   \
	VSUBPD Y7, Y8, Y7;         \ // ½ − t/6
	VBROADCASTSD 64(R8), Y8;   \
	VMULPD Y8, Y6, Y8;         \ // t²/24
	VADDPD Y8, Y7, Y7;         \
	VMULPD Y7, Y6, Y7;         \
	VSUBPD Y5, Y11, Y5;        \ // 1 − t
	VADDPD Y7, Y5, Y5;         \
	VMULPD Y4, Y5, Y5

// MATERN is the kernel a(1 + r + r²/3)e⁻ʳ in Y2, after EXPNEG and with a in Y15;
// it leaves 1 + r in Y1 and 1/3 in Y3.
#define MATERN \
	VADDPD Y9, Y11, Y1;        \
	VMULPD Y9, Y9, Y2;         \
	VBROADCASTSD 72(R8), Y3;   \
	VMULPD Y3, Y2, Y2;         \
	VADDPD Y2, Y1, Y2;         \
	VMULPD Y2, Y15, Y2;        \
	VMULPD Y5, Y2, Y2
