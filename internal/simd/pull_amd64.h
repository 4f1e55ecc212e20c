// The pairs of several nodes at a time; the operations and their order are those of
// pull.go. V0 to V15 are vectors of LANES numbers, GATHER(at, index, dst) fetches a
// number per lane.

// func pull(p *Pull, from, to, s int)
//
// R12 is the place of a node and an ancestor, R13 that of one of its coordinates
// and R14 that of what they add; R15 counts stages.
TEXT PULL(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), AX
	MOVQ from+8(FP), BX
	MOVQ Pull_Nodes(AX), DX
	SHLQ $3, DX
	MOVQ Pull_Grad(AX), R8
	MOVQ Pull_Scale(AX), R9
	MOVQ Pull_X(AX), R10
nodes:
	LEAQ (BX*8), R12
	MOVQ Pull_Pairs(AX), R14
	MOVQ s+24(FP), R15
	JMP  stages
ancestor:
	MOVQ Pull_C(AX), CX
	VMOVUPD (CX)(R12*1), V0
	MOVQ Pull_Slope(AX), CX
	VMULPD (CX)(R12*1), V0, V0 // c̄h
	MOVQ Pull_Anc(AX), CX
	VMOVUPD (CX)(R12*1), V1
	MOVQ R10, DI              // where coordinates begin
	LEAQ (BX*8), R13
	XORQ SI, SI
coordinate:
	GATHER((DI), V1, V3)
	VMOVUPD (R10)(R13*1), V2
	VSUBPD V3, V2, V2
	VBROADCASTSD (R9)(SI*8), V3
	VMULPD V3, V0, V4
	VMULPD V3, V4, V4
	VMULPD V2, V4, V4
	VMOVUPD V4, (R14)(BX*8)
	VADDPD (R8)(R13*1), V4, V4
	VMOVUPD V4, (R8)(R13*1)
	ADDQ DX, DI
	ADDQ DX, R13
	ADDQ DX, R14
	INCQ SI
	CMPQ SI, Pull_Scale+8(AX)
	JLT  coordinate
	ADDQ DX, R12
stages:
	DECQ R15
	JGE  ancestor
	ADDQ $LANES, BX
	CMPQ BX, to+16(FP)
	JLT  nodes
	VZEROUPPER
	RET
