package serve

import (
	"slices"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// What is offered: all that the library has by default, without SHA-1.
var (
	keyExchanges = []string{
		"curve25519-sha256", "curve25519-sha256@libssh.org",
		"ecdh-sha2-nistp256", "ecdh-sha2-nistp384", "ecdh-sha2-nistp521",
		"diffie-hellman-group14-sha256", "diffie-hellman-group16-sha512",
	}
	macs = []string{
		"hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-512",
	}
	guestKeys = []string{
		gossh.KeyAlgoED25519, gossh.KeyAlgoSKED25519, gossh.KeyAlgoSKECDSA256,
		gossh.KeyAlgoECDSA256, gossh.KeyAlgoECDSA384, gossh.KeyAlgoECDSA521,
		gossh.KeyAlgoRSASHA256, gossh.KeyAlgoRSASHA512,
	}
)

// config is SSH's for a connection, whose progress it notes.
func (r *Room) config(ctx ssh.Context) *gossh.ServerConfig {
	set := &gossh.ServerConfig{MaxAuthTries: maxTries, PublicKeyAuthAlgorithms: slices.Clone(guestKeys)}
	set.KeyExchanges, set.MACs = slices.Clone(keyExchanges), slices.Clone(macs)
	if c, ok := ctx.Value(connectionKey{}).(*connection); ok {
		set.PreAuthConnCallback = func(gossh.ServerPreAuthConn) { c.reach(loggingIn) }
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
