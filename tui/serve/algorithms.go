package serve

import (
	"slices"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// What is offered: of what the library has by default, nothing with SHA-1, and no
// checksum of the plain text (encrypt-and-MAC) beside AES-CTR. AES-GCM is safe since
// golang.org/x/crypto v0.52.0; versions_test.go sees to it that ours is newer.
var (
	keyExchanges = []string{
		gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519, "curve25519-sha256@libssh.org",
		gossh.KeyExchangeECDHP256, gossh.KeyExchangeECDHP384, gossh.KeyExchangeECDHP521,
		gossh.KeyExchangeDH14SHA256, gossh.KeyExchangeDH16SHA512,
	}
	ciphers = []string{
		gossh.CipherChaCha20Poly1305, gossh.CipherAES128GCM, gossh.CipherAES256GCM,
		gossh.CipherAES128CTR, gossh.CipherAES192CTR, gossh.CipherAES256CTR,
	}
	macs      = []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM}
	guestKeys = []string{
		gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoSKECDSA256,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521,
		gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
	}
)

// config is SSH's for a connection, whose progress it notes.
func (r *Room) config(ctx ssh.Context) *gossh.ServerConfig {
	set := &gossh.ServerConfig{MaxAuthTries: maxTries, PublicKeyAuthAlgorithms: slices.Clone(guestKeys)}
	set.KeyExchanges, set.Ciphers, set.MACs = slices.Clone(keyExchanges), slices.Clone(ciphers), slices.Clone(macs)
	if c, ok := ctx.Value(connectionKey{}).(*connection); ok {
		set.PreAuthConnCallback = func(conn gossh.ServerPreAuthConn) {
			c.intake.login(conn)
			c.reach(loggingIn)
		}
		set.AuthLogCallback = func(_ gossh.ConnMetadata, _ string, err error) {
			if err == nil {
				c.reach(admitted)
			}
		}
	}
	return set
}

// modern is a host key that signs without SHA-1.
func modern(key gossh.Signer) gossh.Signer {
	if with, ok := key.(gossh.AlgorithmSigner); ok && key.PublicKey().Type() == gossh.KeyAlgoRSA {
		if only, err := gossh.NewSignerWithAlgorithms(with, []string{gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512}); err == nil {
			return only
		}
	}
	return key
}
