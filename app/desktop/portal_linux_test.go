package desktop

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"sextant/app/testkit"
)

// A fakePortal answers requests for files as a desktop's portal does.
type fakePortal struct {
	bus     *dbus.Conn
	asked   chan map[string]dbus.Variant
	answers chan []any // the next response
}

// SaveFile is the method of the D-Bus interface.
func (p *fakePortal) SaveFile(sender dbus.Sender, parent, title string,
	options map[string]dbus.Variant,
) (dbus.ObjectPath, *dbus.Error) {
	token, _ := options["handle_token"].Value().(string)
	name := []byte(sender)[1:]
	for i, c := range name {
		if c == '.' {
			name[i] = '_'
		}
	}
	path := dbus.ObjectPath(portalPath + "/request/" + string(name) + "/" + token)
	options["parent"], options["title"] = dbus.MakeVariant(parent), dbus.MakeVariant(title)
	p.asked <- options
	time.AfterFunc(20*time.Millisecond, func() {
		select {
		case answer := <-p.answers:
			_ = p.bus.Emit(path, "org.freedesktop.portal.Request.Response", answer...)
		default: // the user has not chosen yet
		}
	})
	return path, nil
}

// TestPortal requests a file from the desktop's dialog: chosen, cancelled, and on another computer.
func TestPortal(t *testing.T) {
	privateBus(t)
	if _, err := ChooseFile(t.Context(), "", FileRequest{}); !errors.Is(err, ErrNoPortal) {
		t.Errorf("without a portal: %v", err)
	}
	bus := testkit.Must(dbus.ConnectSessionBus())(t)
	defer bus.Close()
	p := &fakePortal{bus: bus, asked: make(chan map[string]dbus.Variant, 4), answers: make(chan []any, 1)}
	testkit.NoError(t, bus.Export(p, portalPath, chooser))
	if _, err := bus.RequestName(portal, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	uris := func(list ...string) map[string]dbus.Variant {
		return map[string]dbus.Variant{"uris": dbus.MakeVariant(list)}
	}
	for name, tt := range map[string]struct {
		status uint32
		uris   map[string]dbus.Variant
		want   string
		fails  bool
	}{
		"chosen":    {0, uris("file:///tmp/with%20space.png"), "/tmp/with space.png", false},
		"given up":  {1, uris(), "", false},
		"none":      {0, uris(), "", false},
		"elsewhere": {0, uris("smb://host/file"), "", true},
		"of a host": {0, uris("file://host/etc/file"), "", true},
	} {
		p.answers <- []any{tt.status, tt.uris}
		got, err := ChooseFile(t.Context(), "x11:2a", FileRequest{
			Title: "Save as", Action: "Save", Save: true, Name: "page.png", Folder: "/tmp",
		})
		if got != tt.want || err != nil != tt.fails || errors.Is(err, ErrNoPortal) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		asked := <-p.asked
		if asked["parent"].Value() != "x11:2a" || asked["title"].Value() != "Save as" ||
			asked["current_name"].Value() != "page.png" || asked["accept_label"].Value() != "Save" ||
			string(asked["current_folder"].Value().([]byte)) != "/tmp\x00" {
			t.Errorf("%s: asked for %v", name, asked)
		}
	}
	time.AfterFunc(100*time.Millisecond, func() { _, _ = bus.ReleaseName(portal) }) // while its dialog is open
	if _, err := ChooseFile(t.Context(), "", FileRequest{Save: true}); !errors.Is(err, ErrNoPortal) {
		t.Errorf("a portal that ends: %v", err)
	}
	if _, err := bus.RequestName(portal, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	p.answers <- []any{uint32(0), uris("file:///tmp/again.png")}
	if got, err := ChooseFile(t.Context(), "", FileRequest{Save: true}); got != "/tmp/again.png" || err != nil {
		t.Errorf("after it is there again: %q, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ChooseFile(ctx, "", FileRequest{Save: true}); err == nil {
		t.Error("it goes on when the window is closed")
	}
}
