package power

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"testing"

	"sextant/app/testkit"
	"sextant/app/testkit/xserver"
)

// turnsOffAndOn turns a screen off and on, twice.
func turnsOffAndOn(t *testing.T, w way) {
	t.Helper()
	for range 2 {
		for _, on := range []bool{false, true} {
			testkit.NoError(t, w.turn(on))
			if is, err := w.isOn(); err != nil || is != on {
				t.Fatalf("on %v, %v, want %v", is, err, on)
			}
		}
	}
}

// TestMonitors turns the monitor of an X server off and on.
func TestMonitors(t *testing.T) {
	x := xserver.Start(t, 0)
	turnsOffAndOn(t, monitors{})
	const once = "power true level 3 level 0 power false reset"
	if got, want := fmt.Sprint(x.Did()), "["+once+" "+once+"]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	t.Setenv("DISPLAY", "")
	if err := (monitors{}).turn(false); err != errNone {
		t.Error(err)
	}
}

// A compositor has outputs that can be turned off by a control each. It keeps their states for the next client.
type compositor struct {
	globals []string // numbered from 1
	on      map[uint32]bool
}

// newCompositor listens until the test ends, at the address in WAYLAND_DISPLAY.
func newCompositor(t *testing.T, globals ...string) *compositor {
	t.Helper()
	path := filepath.Join(t.TempDir(), "wayland")
	l := testkit.Must(net.Listen("unix", path))(t)
	s := &compositor{globals, map[uint32]bool{}}
	done := make(chan struct{})
	t.Cleanup(func() {
		_ = l.Close()
		<-done
	})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.serve(c)
		}
	}()
	t.Setenv("WAYLAND_DISPLAY", path)
	return s
}

// event writes an event with words as its arguments.
func event(w io.Writer, object uint32, opcode uint16, words ...uint32) {
	m := binary.NativeEndian.AppendUint32(nil, object)
	m = binary.NativeEndian.AppendUint32(m, uint32(8+4*len(words))<<16|uint32(opcode))
	for _, word := range words {
		m = binary.NativeEndian.AppendUint32(m, word)
	}
	_, _ = w.Write(m)
}

// serve answers a client until it disconnects.
func (s *compositor) serve(c net.Conn) {
	defer c.Close()
	objects := map[uint32]string{1: "wl_display"}
	bound := map[uint32]uint32{} // the global of each output and control
	for {
		head := make([]byte, 8)
		if _, err := io.ReadFull(c, head); err != nil {
			return
		}
		object, second := binary.NativeEndian.Uint32(head), binary.NativeEndian.Uint32(head[4:])
		body := make([]byte, second>>16-8)
		if _, err := io.ReadFull(c, body); err != nil {
			return
		}
		word := func(n int) uint32 { return binary.NativeEndian.Uint32(body[4*n:]) }
		mode := func(control uint32) {
			on := uint32(0)
			if s.on[bound[control]] {
				on = 1
			}
			event(c, control, 0, on)
		}
		switch request := fmt.Sprint(objects[object], " ", second&0xffff); request {
		case "wl_display 0":
			event(c, word(0), 0, 1)
		case "wl_display 1":
			objects[word(0)] = "wl_registry"
			for i, name := range s.globals {
				text := append([]byte(name), make([]byte, 4-len(name)%4)...)
				words := []uint32{uint32(i + 1), uint32(len(name) + 1)}
				for ; len(text) > 0; text = text[4:] {
					words = append(words, binary.NativeEndian.Uint32(text))
				}
				event(c, word(0), 0, append(words, 4)...)
			}
		case "wl_registry 0":
			id := word(len(body)/4 - 1)
			name := word(0)
			objects[id], bound[id] = s.globals[name-1], name
			if _, known := s.on[name]; !known {
				s.on[name] = true
			}
		case "zwlr_output_power_manager_v1 0":
			objects[word(0)], bound[word(0)] = "control", bound[word(1)]
			mode(word(0))
		case "control 0":
			s.on[bound[object]] = word(0) == 1
			mode(object)
		default:
			event(c, 1, 0, object, 1, 0)
		}
	}
}

// TestOutputs turns the outputs of a compositor off and on.
func TestOutputs(t *testing.T) {
	s := newCompositor(t, "wl_seat", "wl_output", "zwlr_output_power_manager_v1", "wl_output")
	turnsOffAndOn(t, outputs{})
	if err := (outputs{}).turn(false); err != nil || s.on[2] || s.on[4] || len(s.on) != 3 {
		t.Errorf("%v, %v", err, s.on)
	}
	newCompositor(t, "wl_seat", "wl_output")
	if err := (outputs{}).turn(false); err != errNone {
		t.Error(err)
	}
	newCompositor(t, "wl_seat", "zwlr_output_power_manager_v1")
	if err := (outputs{}).turn(false); err != errNone {
		t.Error(err)
	}
	t.Setenv("WAYLAND_DISPLAY", filepath.Join(t.TempDir(), "none"))
	if err := (outputs{}).turn(false); err != errNone {
		t.Error(err)
	}
}
