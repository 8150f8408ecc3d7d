// Package xserver is an X server for tests, with a monitor that can be switched off by DPMS, which Xvfb does not have.
// Only tests import it.
package xserver

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// The supported requests of X and of DPMS.
const (
	internAtom     = 16
	changeProperty = 18
	deleteProperty = 19
	getProperty    = 20
	getInputFocus  = 43
	queryExtension = 98
	setSaver       = 107
	getSaver       = 108
	forceSaver     = 115
	dpmsRequest    = 140 // the major opcode that it gives the extension

	dpmsCapable = 1
	dpmsEnable  = 4
	dpmsDisable = 5
	dpmsForce   = 6
	dpmsInfo    = 7
)

// A Server is an X server for the programs that a test starts.
type Server struct {
	mu      sync.Mutex
	timeout uint16
	power   bool
	level   uint16 // 0 for on to 3 for off
	did     []string
	note    []byte // the only property
}

// Start starts a server that blanks after a number of seconds and switches the monitor off by DPMS, and sets DISPLAY to
// it until the test ends.
func Start(t *testing.T, timeout uint16) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	s := &Server{timeout: timeout, power: true}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(c)
		}
	}()
	const firstPort = 6000
	t.Setenv("DISPLAY", fmt.Sprintf("127.0.0.1:%d", l.Addr().(*net.TCPAddr).Port-firstPort))
	t.Setenv("XAUTHORITY", filepath.Join(t.TempDir(), "none"))
	t.Setenv("WAYLAND_DISPLAY", "")
	return s
}

// Did returns what clients requested.
func (s *Server) Did() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.did)
}

// serve answers a client's requests until it disconnects.
func (s *Server) serve(c net.Conn) {
	defer c.Close()
	head := make([]byte, 12)
	if _, err := io.ReadFull(c, head); err != nil {
		return
	}
	setup := make([]byte, 40+40) // with a screen
	setup[0], setup[2], setup[6], setup[28] = 1, 11, 8+10, 1
	binary.LittleEndian.PutUint32(setup[16:], 0x1FFFFF)
	_, _ = c.Write(setup)
	for n := uint16(1); ; n++ {
		request := make([]byte, 4)
		if _, err := io.ReadFull(c, request); err != nil {
			return
		}
		body := make([]byte, 4*int(binary.LittleEndian.Uint16(request[2:]))-4)
		if _, err := io.ReadFull(c, body); err != nil {
			return
		}
		reply := make([]byte, 32)
		reply[0] = 1
		binary.LittleEndian.PutUint16(reply[2:], n)
		if s.answer(request, body, reply) {
			if request[0] == getProperty {
				reply = s.property(reply)
			}
			_, _ = c.Write(reply)
		}
	}
}

// answer handles a request, and reports whether it has a reply.
func (s *Server) answer(request, body, reply []byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch request[0] {
	case getInputFocus, getProperty:
		return true
	case internAtom:
		reply[8] = 1
		return true
	case changeProperty:
		s.note = body[20:]
	case deleteProperty:
		s.note = nil
	case queryExtension:
		reply[8], reply[9] = 1, dpmsRequest
		return true
	case getSaver:
		binary.LittleEndian.PutUint16(reply[8:], s.timeout)
		return true
	case setSaver:
		s.timeout = binary.LittleEndian.Uint16(body)
		s.did = append(s.did, fmt.Sprint("saver ", s.timeout))
	case forceSaver:
		s.did = append(s.did, "reset")
	case dpmsRequest:
		return s.dpms(request[1], body, reply)
	}
	return false
}

// property returns the reply with the property.
func (s *Server) property(reply []byte) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	words := uint32(len(s.note) / 4)
	reply[1] = 32
	binary.LittleEndian.PutUint32(reply[4:], words)
	binary.LittleEndian.PutUint32(reply[16:], words)
	return append(reply, s.note...)
}

// dpms is answer for a request of the DPMS extension.
func (s *Server) dpms(request byte, body, reply []byte) bool {
	switch request {
	case dpmsCapable:
		reply[8] = 1
		return true
	case dpmsInfo:
		binary.LittleEndian.PutUint16(reply[8:], s.level)
		if s.power {
			reply[10] = 1
		}
		return true
	case dpmsForce:
		if s.power { // otherwise it is an error of the protocol
			s.level = binary.LittleEndian.Uint16(body)
		}
		s.did = append(s.did, fmt.Sprint("level ", s.level))
	case dpmsEnable, dpmsDisable:
		if s.power = request == dpmsEnable; !s.power {
			s.level = 0
		}
		s.did = append(s.did, fmt.Sprint("power ", s.power))
	}
	return false
}
