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

// toastTakes is how long Windows may take to show a notification.
const toastTakes = 30 * time.Second

// toast is a script for PowerShell, which reaches the notifications of Windows. What it shows comes in the environment,
// and so nothing that a service sends is ever read as a script: the toolkit writes it into the script. The installer
// registers the program's identifier.
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

// A Notifier shows notifications on the desktop. Its methods may be called from any goroutine, and do not wait for the
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

// Send shows a notification in the background, in place of the notification of the same subject before. failed is
// called, from another goroutine, where the desktop does not show it. A click does nothing: for that Windows wants a
// COM server.
func (n *Notifier) Send(subject, title, text string, _, failed func()) {
	n.work.Go(func() {
		ctx, cancel := context.WithTimeout(n.life, toastTakes)
		defer cancel()
		if toastCommand(ctx, subject, title, text).Run() != nil && n.life.Err() == nil {
			failed()
		}
	})
}

// toastCommand shows a notification.
func toastCommand(ctx context.Context, subject, title, text string) *exec.Cmd {
	c := exec.CommandContext(ctx, "powershell", "-NoProfile", "-NonInteractive", "-Command", toast)
	tag := fmt.Sprintf("%.8x", sha256.Sum256([]byte(subject))) // of the 16 characters that a tag may have
	c.Env = append(os.Environ(), "SEXTANT_ID="+assets.ID, "SEXTANT_TAG="+tag,
		"SEXTANT_TITLE="+printable(title), "SEXTANT_TEXT="+printable(text))
	c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true}
	return c
}

// printable leaves out what neither an environment nor XML may have.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}

// Close ends what is under way, and returns when it has ended.
func (n *Notifier) Close() {
	n.end()
	n.work.Wait()
}
