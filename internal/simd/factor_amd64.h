// The rows of R of several nodes at a time; the operations and their order are those
// of factor.go. V0 to V15 are vectors of LANES numbers, GATHER(at, index, dst) fetches
// a number per lane, UNLESSBELOW(floor, x, dst) clears dst where x is below it.

// func see(f *Factor, from, to, s int, lanes *[50][8]uint64)
//
// R12 is the place of a node and an ancestor, R13 the ancestor's stage j; R11 and
// R14 go along the columns before it.
TEXT SEE(SB), NOSPLIT, $0-40
	MOVQ f+0(FP), AX
	MOVQ from+8(FP), BX
	MOVQ to+16(FP), CX
	MOVQ s+24(FP), R15
	MOVQ Factor_Nodes(AX), DX
	SHLQ $3, DX
	MOVQ Factor_Anc(AX), SI
	MOVQ Factor_Z(AX), DI
	MOVQ Factor_Cov(AX), R8
	MOVQ Factor_R(AX), R9
	MOVQ Factor_RR(AX), R10
	VBROADCASTSD Factor_Floor(AX), V8
	VBROADCASTSD Factor_Noise(AX), V9
nodes:
	MOVQ Factor_Mu(AX), R11
	VMOVUPD (R11)(BX*8), V0
	MOVQ Factor_V(AX), R11
	VMOVUPD (R11)(BX*8), V1
	LEAQ (BX*8), R12
	XORQ R13, R13
	JMP  column
row:
	VMOVUPD (R8)(R12*1), V2   // c_kj
	VMOVUPD (SI)(R12*1), V3   // a_j
	LEAQ (BX*8), R11
	MOVQ R9, R14
	JMP  before
product:
	GATHER((R14), V3, V5)
	VMULPD (R9)(R11*1), V5, V5
	VSUBPD V5, V2, V2
	ADDQ DX, R11
	ADDQ DX, R14
before:
	CMPQ R11, R12
	JLT  product
	GATHER((R10), V3, V5)
	VDIVPD V5, V2, V2         // R_kj
	VMOVUPD V2, (R9)(R12*1)
	VMULPD (DI)(R12*1), V2, V4
	VADDPD V4, V0, V0
	VMULPD V2, V2, V4
	VSUBPD V4, V1, V1
	ADDQ DX, R12
	INCQ R13
column:
	CMPQ R13, R15
	JLT  row
	MOVQ Factor_Mu(AX), R11
	VMOVUPD V0, (R11)(BX*8)
	MOVQ Factor_V(AX), R11
	VMOVUPD V1, (R11)(BX*8)
	VMAXPD V1, V8, V1         // a NaN stays
	VSQRTPD V1, V2
	MOVQ Factor_Sd(AX), R11
	VMOVUPD V2, (R11)(BX*8)
	VADDPD V9, V1, V1
	VSQRTPD V1, V1
	VMOVUPD V1, (R10)(BX*8)
	ADDQ $LANES, BX
	CMPQ BX, CX
	JLT  nodes
	VZEROUPPER
	RET

// func back(f *Factor, from, to, s int, lanes *[50][8]uint64)
TEXT BACK(SB), NOSPLIT, $0-40
	MOVQ f+0(FP), AX
	MOVQ from+8(FP), BX
	MOVQ to+16(FP), CX
	MOVQ s+24(FP), R15
	MOVQ Factor_Nodes(AX), DX
	SHLQ $3, DX
	MOVQ Factor_Anc(AX), SI
	MOVQ Factor_RBar(AX), R8
	MOVQ Factor_R(AX), R9
	MOVQ Factor_RR(AX), R10
	MOVQ lanes+32(FP), R13
	VMOVUPD 1536(R13), V9     // 2
	VMOVUPD 1344(R13), V10    // the sign
	VBROADCASTSD Factor_Floor(AX), V8
nodes:
	MOVQ Factor_Sd(AX), R11
	VMULPD (R11)(BX*8), V9, V2
	MOVQ Factor_SdBar(AX), R11
	VMOVUPD (R11)(BX*8), V3
	VDIVPD V2, V3, V3
	VMULPD (R10)(BX*8), V9, V2
	MOVQ Factor_RRBar(AX), R11
	VMOVUPD (R11)(BX*8), V4
	VDIVPD V2, V4, V4
	VADDPD V4, V3, V1
	MOVQ Factor_V(AX), R11
	VMOVUPD (R11)(BX*8), V2
	UNLESSBELOW(V8, V2, V1)   // v̄
	VMULPD V1, V9, V2
	VXORPD V10, V2, V2
	MOVQ Factor_VBar(AX), R11
	VMOVUPD V2, (R11)(BX*8)
	MOVQ Factor_MuBar(AX), R11
	VMOVUPD (R11)(BX*8), V0
	MOVQ Factor_Z(AX), DI
	LEAQ (BX*8), R12
	XORQ R13, R13
	JMP  column
own:
	VMULPD (R9)(R12*1), V9, V2
	VMULPD V1, V2, V2
	VMULPD (DI)(R12*1), V0, V3
	VSUBPD V2, V3, V3
	VADDPD (R8)(R12*1), V3, V3
	VMOVUPD V3, (R8)(R12*1)
	ADDQ DX, R12
	INCQ R13
column:
	CMPQ R13, R15
	JLT  own
	MOVQ Factor_CBar(AX), DI
	JMP  columns
row:
	SUBQ DX, R12
	VMOVUPD (SI)(R12*1), V3   // a_j
	VMOVUPD (R8)(R12*1), V2
	GATHER((R10), V3, V5)
	VDIVPD V5, V2, V2         // c̄_kj
	VMOVUPD V2, (DI)(R12*1)
	LEAQ (BX*8), R11
	MOVQ R9, R14
	JMP  before
product:
	GATHER((R14), V3, V5)
	VMULPD V5, V2, V5
	VMOVUPD (R8)(R11*1), V6
	VSUBPD V5, V6, V6
	VMOVUPD V6, (R8)(R11*1)
	ADDQ DX, R11
	ADDQ DX, R14
before:
	CMPQ R11, R12
	JLT  product
columns:
	DECQ R13
	JGE  row
	ADDQ $LANES, BX
	CMPQ BX, CX
	JLT  nodes
	VZEROUPPER
	RET
