// Functions of several numbers at a time, the operations and their order those of
// internal/elementary. V0 to V15 are vectors, GATHER(at, index, dst) fetches a number
// per lane; R8 are the constants of lanes, R9 powers of two, R10 Mills' table.

#define ABS      0(R8)
#define SHIFT    64(R8)
#define FIRST    128(R8)
#define CELLS    192(R8)
#define PERCELL  256(R8)
#define HIGH     320(R8)
#define MIDDLE   384(R8)
#define MINUSHALF 448(R8)
#define PERLN2   512(R8)
#define ROUNDER  576(R8)
#define LN2HI256 640(R8)
#define LN2LO256 704(R8)
#define SIXTH    768(R8)
#define HALF     832(R8)
#define PER120   896(R8)
#define PER24    960(R8)
#define LOW8     1024(R8)
#define DENSITY  1088(R8)
#define ONE      1152(R8)
#define NEAR     1216(R8)
#define FAR      1280(R8)
#define SIGN     1344(R8)
#define LARGEST  1408(R8)
#define ROOTHALF 1472(R8)
#define TWO      1536(R8)
#define TWO17    1600(R8)
#define TWO13    1664(R8)
#define TWO9     1728(R8)
#define TWO5     1792(R8)
#define TWO19    1856(R8)
#define TWO15    1920(R8)
#define TWO11    1984(R8)
#define TWO7     2048(R8)
#define TWO3     2112(R8)
#define LN2LO    2176(R8)
#define LN2HI    2240(R8)
#define WHOLE    2304(R8)
#define WHOLE1024 2368(R8)
#define EXPONENT 2432(R8)
#define LEAST    2496(R8)
#define MOST     2560(R8)
#define LNROOT2PI 2624(R8)
#define SMALL    2688(R8)
#define SERIES1  2752(R8)
#define SERIES2  2816(R8)
#define SERIES3  2880(R8)
#define SERIES4  2944(R8)
#define SERIES5  3008(R8)
#define SERIES6  3072(R8)
#define SERIES7  3136(R8)

// EXP is e^x of V9, |x| < 700, in V10; V11 to V14 are used.
#define EXP \
	VMULPD PERLN2, V9, V10;   \
	VADDPD ROUNDER, V10, V10; \ // g
	VSUBPD ROUNDER, V10, V11; \ // f
	VMULPD LN2HI256, V11, V12; \
	VSUBPD V12, V9, V12;      \
	VMULPD LN2LO256, V11, V11; \
	VSUBPD V11, V12, V11;     \ // t
	VMULPD V11, V11, V12;     \ // t²
	VMULPD PER120, V11, V13;  \
	VADDPD PER24, V13, V13;   \
	VMULPD V13, V12, V13;     \
	VMULPD SIXTH, V11, V14;   \
	VADDPD HALF, V14, V14;    \
	VADDPD V13, V14, V13;     \
	VMULPD V13, V12, V13;     \
	VADDPD V13, V11, V13;     \ // p
	VANDPD LOW8, V10, V11;    \
	GATHER(0(R9), V11, V12);  \ // 2^(j/256)
	VMULPD V13, V12, V13;     \
	VADDPD V13, V12, V13;     \
	VPSRLQ $8, V10, V10;      \
	VPSLLQ $52, V10, V10;     \
	VPADDQ V10, V13, V10

// TERM is a step of Horner's scheme for the series of Mills' ratio in V6 and its derivative in V7.
#define TERM(at) \
	GATHER(at(R10), V5, V8); \
	VMULPD V4, V6, V6; \
	VADDPD V8, V6, V6; \
	VMULPD V4, V7, V7; \
	VADDPD V6, V7, V7

// NORMAL is h(−t), Φ(−t) and φ(t) of t = |V0| in V1, V2 and V3, with t² in V15; V4 to V14 are used.
#define NORMAL \
	VANDPD ABS, V0, V3;       \ // t
	VADDPD SHIFT, V3, V4;     \
	VPSUBQ FIRST, V4, V5;     \
	VPSRLQ $47, V5, V5;       \
	VANDPD CELLS, V5, V5;     \
	VPMULUDQ PERCELL, V5, V5; \
	VANDPD HIGH, V4, V6;      \
	VORPD  MIDDLE, V6, V6;    \
	VSUBPD V6, V4, V4;        \ // x
	GATHER(80(R10), V5, V6);  \
	VMOVAPD V6, V7;           \
	TERM(72);                 \
	TERM(64);                 \
	TERM(56);                 \
	TERM(48);                 \
	TERM(40);                 \
	TERM(32);                 \
	TERM(24);                 \
	TERM(16);                 \
	TERM(8);                  \
	GATHER(0(R10), V5, V8);   \
	VMULPD V4, V6, V6;        \
	VADDPD V8, V6, V6;        \ // M
	VXORPD SIGN, V7, V7;      \ // k
	VMULPD V3, V3, V15;       \ // q
	VMULPD MINUSHALF, V15, V9; \
	EXP;                      \
	VMULPD DENSITY, V10, V10; \
	VFMSUB213PD V15, V3, V3;  \ // t·t − q
	VMULPD HALF, V3, V3;      \
	VMULPD V10, V3, V3;       \
	VSUBPD V3, V10, V3;       \
	VMULPD V7, V3, V1;        \
	VMULPD V6, V3, V2

// LOG is ln x of V0, a positive normal number, in V1; V2 to V9 are used.
#define LOG \
	VPSUBQ ROOTHALF, V0, V2;  \
	VPSRLQ $52, V2, V2;       \ // the exponent, and 1024
	VPSLLQ $52, V2, V3;       \
	VPSUBQ V3, V0, V3;        \
	VPADDQ EXPONENT, V3, V3;  \
	VSUBPD ONE, V3, V3;       \ // f
	VPADDQ WHOLE, V2, V2;     \
	VSUBPD WHOLE1024, V2, V2; \ // e
	VADDPD TWO, V3, V4;       \
	VDIVPD V4, V3, V4;        \ // s
	VMULPD V4, V4, V5;        \ // z
	VMULPD V5, V5, V6;        \ // w
	VMULPD TWO17, V6, V7;     \
	VADDPD TWO13, V7, V7;     \
	VMULPD V7, V6, V7;        \
	VADDPD TWO9, V7, V7;      \
	VMULPD V7, V6, V7;        \
	VADDPD TWO5, V7, V7;      \
	VMULPD V7, V6, V7;        \ // odd
	VMULPD TWO19, V6, V8;     \
	VADDPD TWO15, V8, V8;     \
	VMULPD V8, V6, V8;        \
	VADDPD TWO11, V8, V8;     \
	VMULPD V8, V6, V8;        \
	VADDPD TWO7, V8, V8;      \
	VMULPD V8, V6, V8;        \
	VADDPD TWO3, V8, V8;      \
	VMULPD V8, V5, V8;        \ // even
	VADDPD V7, V8, V7;        \
	VSUBPD V7, V3, V7;        \
	VMULPD V7, V4, V7;        \
	VMULPD LN2LO, V2, V8;     \
	VSUBPD V8, V7, V7;        \ // rest
	VSUBPD V3, V7, V7;        \
	VMULPD LN2HI, V2, V2;     \
	VSUBPD V7, V2, V1

// BELOW is ln Φ(z) of z = V11 ≤ 0 and ln M(−z) = V1 in V1; V12 is used.
#define BELOW \
	VMULPD MINUSHALF, V11, V12; \
	VMULPD V11, V12, V12;     \
	VSUBPD LNROOT2PI, V12, V12; \
	VADDPD V1, V12, V1

// LOG1P is ln(1 + f) of −0.29 < f = V10 ≤ 0 in V4, and where f is small in V5; V2 and V3 are used.
#define LOG1P \
	VADDPD TWO, V10, V2;      \
	VDIVPD V2, V10, V2;       \ // s
	VMULPD V2, V2, V3;        \ // z
	VMULPD SERIES7, V3, V4;   \
	VADDPD SERIES6, V4, V4;   \
	VMULPD V4, V3, V4;        \
	VADDPD SERIES5, V4, V4;   \
	VMULPD V4, V3, V4;        \
	VADDPD SERIES4, V4, V4;   \
	VMULPD V4, V3, V4;        \
	VADDPD SERIES3, V4, V4;   \
	VMULPD V4, V3, V4;        \
	VADDPD SERIES2, V4, V4;   \
	VMULPD V4, V3, V4;        \
	VADDPD SERIES1, V4, V4;   \
	VMULPD V4, V3, V4;        \
	VMULPD HALF, V10, V5;     \
	VMULPD V10, V5, V5;       \ // f²/2
	VADDPD V5, V4, V4;        \
	VMULPD V4, V2, V4;        \
	VSUBPD V4, V5, V4;        \
	VSUBPD V4, V10, V4;       \
	VMULPD V10, V10, V5;      \
	VMULPD HALF, V5, V5;      \
	VSUBPD V5, V10, V5
