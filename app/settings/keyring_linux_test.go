package settings

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit"
	"sextant/app/testkit/badserver"
)

// secrets is a keyring with a key.
func secrets() badserver.Peer {
	const collection = dbus.ObjectPath("/org/freedesktop/secrets/collection/login")
	return badserver.Peer{Name: "org.freedesktop.secrets", Answer: func(_ *dbus.Conn, m *dbus.Message) []any {
		item := collection + "/1"
		switch m.Headers[dbus.FieldMember].Value() {
		case "Get":
			return []any{dbus.MakeVariant([]dbus.ObjectPath{collection})}
		case "Unlock":
			return []any{m.Body[0], dbus.ObjectPath("/")}
		case "SearchItems":
			return []any{[]dbus.ObjectPath{item}}
		case "OpenSession":
			return []any{dbus.MakeVariant(""), dbus.ObjectPath("/session")}
		case "GetSecret":
			return []any{struct {
				Session           dbus.ObjectPath
				Parameters, Value []byte
				Type              string
			}{"/session", []byte{}, []byte("the key"), "text/plain"}}
		}
		return nil
	}}
}

// inOwnProcess runs the test in a process of its own, where no other test has replaced the keyring, and reports whether
// this is that process.
func inOwnProcess(t *testing.T) bool {
	t.Helper()
	const mark = "SEXTANT_TEST_KEYRING"
	if os.Getenv(mark) == t.Name() {
		return true
	}
	c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	c.Env = append(os.Environ(), mark+"="+t.Name())
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	return false
}

// TestBadKeyrings reads a key from keyrings that are silent, die, answer nonsense or late. Each read must end, and must
// succeed when a good keyring has taken the place of the bad one.
func TestBadKeyrings(t *testing.T) {
	if !inOwnProcess(t) {
		return
	}
	p := testProfile(t)
	for _, kind := range badserver.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			address, _ := testkit.StartBus(t)
			t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
			stop := secrets().Start(t, address, kind)
			reads := 1
			if kind == badserver.Nonsense {
				reads = 200
			}
			for range reads {
				began := time.Now()
				_, _ = p.loadKey("", InKeyring, keyringPatience)
				if took := time.Since(began); took > 2*keyringPatience {
					t.Errorf("it took %v", took)
				}
			}
			stop()
			secrets().Start(t, address, badserver.Good)
			testkit.Eventually(t, "the key", func() bool {
				key, err := p.loadKey("", InKeyring, keyringPatience)
				return err == nil && key == "the key"
			})
		})
	}
}

// TestBusEndsAtPrompt ends the bus while the user is asked to unlock the keyring. Waiting for that must fail.
func TestBusEndsAtPrompt(t *testing.T) {
	if !inOwnProcess(t) {
		return
	}
	address, end := testkit.StartBus(t)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	s, asked := secrets(), make(chan bool, 1)
	right := s.Answer
	s.Answer = func(c *dbus.Conn, m *dbus.Message) []any {
		switch m.Headers[dbus.FieldMember].Value() {
		case "Unlock":
			return []any{[]dbus.ObjectPath{}, dbus.ObjectPath("/prompt")}
		case "Prompt":
			asked <- true
			return nil
		}
		return right(c, m)
	}
	s.Start(t, address, badserver.Good)
	go func() {
		<-asked
		time.Sleep(50 * time.Millisecond) // for the answer
		end()
	}()
	if key, err := testProfile(t).AwaitKey(&Service{KeyPlace: InKeyring}); err == nil {
		t.Errorf("the key is %q", key)
	}
}
