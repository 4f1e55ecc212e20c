package serve

import (
	"bufio"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math/big"
	"net"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// rawClient speaks SSH as far as AES-GCM, and then sends whatever packets it is
// given, which the library's client would not. What it is sent after the key
// exchange it cannot read.
type rawClient struct {
	net.Conn
	in    *bufio.Reader
	seal  cipher.AEAD // nil until keys are exchanged
	nonce [12]byte
}

// The messages of a key exchange (RFC 4253, 7.1; RFC 8731) and what is hashed of it.
type (
	kexInit struct {
		Cookie  [16]byte `sshtype:"20"`
		Kex     []string
		HostKey []string
		Cipher  []string
		CipherS []string
		MAC     []string
		MACS    []string
		Zip     []string
		ZipS    []string
		Lang    []string
		LangS   []string
		Follows bool
		Zero    uint32
	}
	ecdhInit struct {
		Public []byte `sshtype:"30"`
	}
	ecdhReply struct {
		HostKey, Public, Signature []byte
	}
	exchangeHash struct {
		Version, VersionS, Init, InitS, HostKey, Public, PublicS []byte
		Secret                                                   *big.Int
	}
)

// dialRaw connects, exchanges keys and goes no further.
func dialRaw(address string) (*rawClient, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	c := &rawClient{Conn: conn, in: bufio.NewReader(conn)}
	_ = conn.SetDeadline(time.Now().Add(patience))
	if err := c.exchange(); err != nil {
		conn.Close()
		return nil, fmt.Errorf("exchange keys: %w", err)
	}
	return c, nil
}

func (c *rawClient) exchange() error {
	const version = "SSH-2.0-hostile"
	if _, err := io.WriteString(c, version+"\r\n"); err != nil {
		return err
	}
	versionS, err := c.in.ReadString('\n')
	if err != nil {
		return err
	}
	names := func(name string) []string { return []string{name} }
	init := gossh.Marshal(&kexInit{
		Kex: names("curve25519-sha256"), HostKey: names(gossh.KeyAlgoED25519), Cipher: names(gossh.CipherAES128GCM), CipherS: names(gossh.CipherAES128GCM),
		MAC: names("hmac-sha2-256-etm@openssh.com"), MACS: names("hmac-sha2-256-etm@openssh.com"), Zip: names("none"), ZipS: names("none"),
	})
	initS, err := c.readPacket(20)
	if err != nil {
		return err
	}
	private, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	public := private.PublicKey().Bytes()
	if err := c.send(init, gossh.Marshal(&ecdhInit{public})); err != nil {
		return err
	}
	answer, err := c.readPacket(31)
	if err != nil {
		return err
	}
	var reply ecdhReply
	if err := gossh.Unmarshal(answer[1:], &reply); err != nil {
		return err
	}
	publicS, err := ecdh.X25519().NewPublicKey(reply.Public)
	if err != nil {
		return err
	}
	shared, err := private.ECDH(publicS)
	if err != nil {
		return err
	}
	secret := new(big.Int).SetBytes(shared)
	hash := sha256.Sum256(gossh.Marshal(&exchangeHash{
		[]byte(version), []byte(strings.TrimRight(versionS, "\r\n")), init, initS, reply.HostKey, public, reply.Public, secret,
	}))
	// derive is RFC 4253, 7.2: the first exchange's hash is the session's name, too.
	derive := func(letter string) []byte {
		key := sha256.Sum256([]byte(string(gossh.Marshal(&struct{ Secret *big.Int }{secret})) + string(hash[:]) + letter + string(hash[:])))
		return key[:]
	}
	if err := c.send([]byte{21}); err != nil { // NEWKEYS
		return err
	}
	block, err := aes.NewCipher(derive("C")[:16])
	if err != nil {
		return err
	}
	copy(c.nonce[:], derive("A"))
	c.seal, err = cipher.NewGCM(block)
	return err
}

// readPacket reads a packet that is not encrypted.
func (c *rawClient) readPacket(message byte) ([]byte, error) {
	head := make([]byte, 5)
	if _, err := io.ReadFull(c.in, head); err != nil {
		return nil, err
	}
	packet := make([]byte, binary.BigEndian.Uint32(head)-1)
	if _, err := io.ReadFull(c.in, packet); err != nil {
		return nil, err
	}
	packet = packet[:len(packet)-int(head[4])]
	if packet[0] != message {
		return nil, fmt.Errorf("message %d, want %d", packet[0], message)
	}
	return packet, nil
}

// send writes packets all at once.
func (c *rawClient) send(payloads ...[]byte) error {
	var out []byte
	for _, p := range payloads {
		block := 8
		size := 5 + len(p)
		if c.seal != nil {
			block, size = 16, 1+len(p) // the length is not encrypted
		}
		padding := block - size%block
		if padding < 4 {
			padding += block
		}
		out = append(out, c.packet(byte(padding), append(append([]byte{byte(padding)}, p...), make([]byte, padding)...))...)
	}
	_, err := c.Write(out)
	return err
}

// packet is one with its length before it, encrypted where keys are exchanged.
// What it says of its padding need not be true.
func (c *rawClient) packet(padding byte, content []byte) []byte {
	content[0] = padding
	length := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
	if c.seal == nil {
		return append(length, content...)
	}
	packet := c.seal.Seal(length, c.nonce[:], content, length[:4:4])
	binary.BigEndian.PutUint64(c.nonce[4:], binary.BigEndian.Uint64(c.nonce[4:])+1)
	return packet
}

// login asks to be let in, with a password or without.
func (c *rawClient) login(password string) error {
	type service struct {
		Name string `sshtype:"5"`
	}
	type request struct {
		User    string `sshtype:"50"`
		Service string
		Method  string
		Rest    []byte `ssh:"rest"`
	}
	asked := request{User: "guest", Service: "ssh-connection", Method: "none"}
	if password != "" {
		asked.Method = "password"
		asked.Rest = gossh.Marshal(&struct {
			Change   bool
			Password string
		}{false, password})
	}
	return c.send(gossh.Marshal(&service{"ssh-userauth"}), gossh.Marshal(&asked))
}
