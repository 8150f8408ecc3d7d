package desktop

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"

	"sextant/assets"
)

// toastTakes is the timeout for showing a notification.
const toastTakes = 30 * time.Second

// toast is a PowerShell script that shows a notification. The texts are passed in the environment, so that nothing that
// a service sends is parsed as a script, as it is by the toolkit. The installer registers the program's identifier.
const toast = `$ErrorActionPreference = 'Stop'; ` +
	`$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ` +
	`ContentType=WindowsRuntime]; ` +
	`$null = [Windows.Data.Xml.Dom.XmlDocument, Windows.Data.Xml.Dom, ContentType=WindowsRuntime]; ` +
	`$kind = [Windows.UI.Notifications.ToastTemplateType]::ToastText02; ` +
	`$shown = [xml][Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent($kind).GetXml(); ` +
	`$texts = $shown.GetElementsByTagName('text'); ` +
	`$null = $texts[0].AppendChild($shown.CreateTextNode($env:SEXTANT_TITLE)); ` +
	`$null = $texts[1].AppendChild($shown.CreateTextNode($env:SEXTANT_TEXT)); ` +
	`$xml = New-Object Windows.Data.Xml.Dom.XmlDocument; ` +
	`$xml.LoadXml($shown.OuterXml); ` +
	`$toast = New-Object Windows.UI.Notifications.ToastNotification $xml; ` +
	`$toast.Tag = $env:SEXTANT_TAG; ` +
	`[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($env:SEXTANT_ID).Show($toast)`

// A Notifier shows notifications on the desktop. Its methods may be called on any goroutine, and do not wait for the
// desktop.
type Notifier struct {
	life context.Context // until Close
	end  context.CancelFunc
	work sync.WaitGroup
}

// NewNotifier makes a notifier.
func NewNotifier() *Notifier {
	n := &Notifier{}
	n.life, n.end = context.WithCancel(context.Background())
	return n
}

// Send shows a notification, in place of the one before with the same subject. It returns at once. failed is called, on
// another goroutine, if the desktop does not show it. Clicks are not handled: on Windows that needs a COM server.
func (n *Notifier) Send(subject, title, text string, _, failed func()) {
	n.work.Go(func() {
		ctx, cancel := context.WithTimeout(n.life, toastTakes)
		defer cancel()
		if toastCommand(ctx, subject, title, text).Run() != nil && n.life.Err() == nil {
			failed()
		}
	})
}

// toastCommand returns the command that shows a notification.
func toastCommand(ctx context.Context, subject, title, text string) *exec.Cmd {
	c := exec.CommandContext(ctx, "powershell", "-NoProfile", "-NonInteractive", "-Command", toast)
	tag := fmt.Sprintf("%.8x", sha256.Sum256([]byte(subject))) // a tag has at most 16 characters
	c.Env = append(os.Environ(), "SEXTANT_ID="+assets.ID, "SEXTANT_TAG="+tag,
		"SEXTANT_TITLE="+printable(title), "SEXTANT_TEXT="+printable(text))
	c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true}
	return c
}

// printable removes characters that are not allowed in an environment or in XML.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}

// Close cancels what is in progress, and waits for its end.
func (n *Notifier) Close() {
	n.end()
	n.work.Wait()
}
