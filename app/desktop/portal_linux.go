package desktop

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
	"github.com/godbus/dbus/v5"

	"sextant/app/bus"
)

const (
	portal     = "org.freedesktop.portal.Desktop"
	portalPath = "/org/freedesktop/portal/desktop"
	chooser    = "org.freedesktop.portal.FileChooser"
)

// portalAnswers is the timeout for the portal to open its dialog.
const portalAnswers = 2 * time.Second

// ChooseFile shows the desktop's file dialog for the window of a handle, and returns the path of the chosen file, or ""
// if the user chose none. It waits for the user, so it must not be called on the UI goroutine. The error is ErrNoPortal
// if there is no such dialog, or says why it did not open.
func ChooseFile(ctx context.Context, handle string, r FileRequest) (path string, err error) {
	conn, err := sessionBus(ctx)
	if err != nil {
		return "", ErrNoPortal
	}
	defer conn.Close()
	token := "sextant" + strings.NewReplacer(":", "", ".", "").Replace(conn.Names()[0])
	sender := strings.NewReplacer(":", "", ".", "_").Replace(conn.Names()[0])
	request := dbus.ObjectPath(portalPath + "/request/" + sender + "/" + token)
	answered := make(chan *dbus.Signal, 4)
	conn.Signal(answered)
	opening, cancel := context.WithTimeout(ctx, portalAnswers)
	defer cancel()
	if err := conn.AddMatchSignalContext(opening, dbus.WithMatchInterface("org.freedesktop.portal.Request"),
		dbus.WithMatchMember("Response"), dbus.WithMatchObjectPath(request)); err != nil {
		return "", ErrNoPortal
	}
	if err := conn.AddMatchSignalContext(opening, dbus.WithMatchInterface(busInterface),
		dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, portal)); err != nil {
		return "", ErrNoPortal
	}
	method := chooser + ".OpenFile"
	options := map[string]dbus.Variant{
		"handle_token": dbus.MakeVariant(token), "modal": dbus.MakeVariant(true),
		"accept_label": dbus.MakeVariant(bus.Clean(r.Action)),
	}
	if r.Save {
		method = chooser + ".SaveFile"
		options["current_name"] = dbus.MakeVariant(bus.Clean(r.Name))
	}
	if r.Folder != "" {
		options["current_folder"] = dbus.MakeVariant(append([]byte(r.Folder), 0))
	}
	call := conn.Object(portal, portalPath).CallWithContext(opening, method, 0, handle, bus.Clean(r.Title), options)
	if call.Err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoPortal, call.Err)
	}
	return await(ctx, answered, request)
}

// busInterface is that of the bus itself.
const busInterface = "org.freedesktop.DBus"

// hasLeft reports whether a signal says that the portal has ended, and its dialog with it.
func hasLeft(s *dbus.Signal) bool {
	if s.Name != busInterface+".NameOwnerChanged" || len(s.Body) != 3 || s.Body[0] != portal {
		return false
	}
	before, is := s.Body[1].(string)
	return is && before != ""
}

// await waits for the user's choice. It fails with ErrNoPortal if the portal ends meanwhile.
func await(ctx context.Context, answered <-chan *dbus.Signal, request dbus.ObjectPath) (string, error) {
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case s, open := <-answered:
			if !open || hasLeft(s) {
				return "", ErrNoPortal // the bus disconnected, or the portal did
			}
			if s.Path == request && len(s.Body) == 2 {
				return chosenPath(s.Body)
			}
		}
	}
}

// chosenPath returns the path in an answer, "" if the user chose none.
func chosenPath(body []any) (string, error) {
	status, _ := body[0].(uint32)
	results, _ := body[1].(map[string]dbus.Variant)
	if status != 0 {
		return "", nil
	}
	uris, _ := results["uris"].Value().([]string)
	if len(uris) == 0 {
		return "", nil
	}
	u, err := url.Parse(uris[0])
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.Path == "" {
		return "", fmt.Errorf("the file %q is not on this machine", uris[0])
	}
	return u.Path, nil
}

// handleFormat is that of the handle of a window of X.
const handleFormat = "x11:%x"

// Handle returns a window's handle for ChooseFile and Glass, empty if it is not known. It must be called on the UI
// goroutine.
func Handle(w fyne.Window) (handle string) {
	if native, is := w.(driver.NativeWindow); is {
		native.RunNative(func(context any) {
			if x, is := context.(driver.X11WindowContext); is {
				handle = fmt.Sprintf(handleFormat, x.WindowHandle)
			}
		})
	}
	return handle
}
