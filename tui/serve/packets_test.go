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
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"farsight/internal/testkit"
)

// One packet of AES-GCM that says it has 255 bytes of padding, more than it is
// long, ended the program in golang.org/x/crypto before v0.52.0 (CVE-2026-46597),
// also that of somebody who did not know the password. It ends the connection.
func TestPaddingLongerThanThePacket(t *testing.T) {
	for _, password := range []string{"", "open sesame"} {
		for _, inside := range []bool{false, true} {
			t.Run(fmt.Sprintf("password %q inside %t", password, inside), func(t *testing.T) {
				r := open(t, Settings{Password: password})
				c, err := dialRaw(r.Addr().String())
				testkit.OK(t, err)
				defer c.Close()
				if inside {
					testkit.OK(t, c.login(password))
					testkit.WaitFor(t, "the guest is let in", func() bool { return farthest(r) == admitted })
				}
				if _, err := c.Write(c.packet(255, make([]byte, 16))); err != nil {
					t.Fatal(err)
				}
				testkit.WaitFor(t, "the connection is closed", func() bool { return farthest(r) < 0 })
				after, err := dial(t, r, gossh.Password(password))
				if err != nil {
					t.Fatal("the next guest:", err)
				}
				after.Close()
			})
		}
	}
}

// farthest is how far the connection that came farthest has come; -1: there is none.
func farthest(r *Room) stage {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := stage(-1)
	for c := range r.connections {
		at = max(at, c.stage)
	}
	return at
}

// unasked are packets that no client should send: answers to what it was not asked,
// for a channel that there may be and one that there is not, and requests of a
// channel before it was opened.
var unasked = [][]byte{
	{81},                // REQUEST_SUCCESS
	{82},                // REQUEST_FAILURE
	{99, 0, 0, 0, 0},    // CHANNEL_SUCCESS
	{100, 0, 0, 0, 0},   // CHANNEL_FAILURE
	{99, 0, 0, 0, 7},    // CHANNEL_SUCCESS, of another
	{92, 0, 0, 0, 0, 0}, // CHANNEL_OPEN_FAILURE, cut off
	{91, 16: 0},         // CHANNEL_OPEN_CONFIRMATION
	{98, 8: 1, 'x', 1},  // CHANNEL_REQUEST "x", to be answered
	{80, 4: 1, 'x', 1},  // GLOBAL_REQUEST "x", to be answered
	{0xfe},              // none of SSH's messages
}

// Guests who send a hundred such packets, before they are let in, after it and with
// a session, and hang up, leave nothing behind, each kind of them 12 times. With
// golang.org/x/crypto v0.36.0, and without intake also with v0.58.0, two to five
// goroutines were left by most.
func TestUnaskedAnswersLeaveNothing(t *testing.T) {
	before := goroutines(t) + 1 // that of the room, which accepts connections
	r := open(t, Settings{})
	for _, to := range []stage{loggingIn, admitted, seated} {
		var wg sync.WaitGroup
		places := make(chan struct{}, 8)
		const each = 12
		for n := range each * len(unasked) {
			places <- struct{}{}
			wg.Go(func() {
				defer func() { <-places }()
				if err := flood(r, to, unasked[n%len(unasked)], n/len(unasked)%2 == 0); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		testkit.WaitFor(t, "nobody is connected", func() bool { return farthest(r) < 0 })
		var memory runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&memory)
		t.Logf("after %d connections that got to stage %d: %d goroutines, before them %d; %.1f MB",
			each*len(unasked), to, runtime.NumGoroutine(), before, float64(memory.HeapInuse+memory.StackInuse)/1e6)
	}
	nobodyLeft(t, before)
}

// flood goes as far as it should, sends a packet a hundred times and hangs up.
func flood(r *Room, to stage, packet []byte, abruptly bool) error {
	c, err := dialRaw(r.Addr().String())
	if err != nil {
		return err
	}
	defer c.Close()
	if to >= admitted {
		if err := c.login(""); err != nil {
			return err
		}
	}
	if to >= seated {
		type channelOpen struct {
			Kind               string `sshtype:"90"`
			Ours, Window, Most uint32
		}
		if err := c.send(gossh.Marshal(&channelOpen{"session", 0, 1 << 20, 1 << 15})); err != nil {
			return err
		}
	}
	_ = c.send(slices.Repeat([][]byte{packet}, 100)...) // it may be hung up upon
	if abruptly {
		_ = c.Conn.(*net.TCPConn).SetLinger(0)
	}
	return nil
}

// A login that succeeds after the guest has hung up starts no timer, which would
// keep the connection in memory until it fires.
func TestNothingIsExpectedOfClosedConnections(t *testing.T) {
	r := open(t, Settings{})
	conn, err := net.Dial("tcp", r.Addr().String())
	testkit.OK(t, err)
	defer conn.Close()
	testkit.WaitFor(t, "the connection is at the door", func() bool { return farthest(r) == shaking })
	r.mu.Lock()
	var c *connection
	for c = range r.connections {
	}
	r.mu.Unlock()
	_ = c.Close()
	c.reach(admitted)
	if c.overdue.Stop() {
		t.Error("a timer waits for a connection that is closed")
	}
}

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
