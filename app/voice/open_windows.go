package voice

import (
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// open opens the system's voices.
func open(func(string) string, bool) (driver, error) {
	return process{
		command: func(ctx context.Context, o Options) *exec.Cmd {
			const turns = 10 // from the slowest to the usual rate, and from that to the fastest
			rate := (o.Rate - UsualRate) * turns / (MostRate - UsualRate)
			if o.Rate < UsualRate {
				rate = (o.Rate - UsualRate) * turns / (UsualRate - LeastRate)
			}
			return powershell(ctx, speaking, "SEXTANT_RATE="+strconv.Itoa(rate),
				"SEXTANT_VOICE="+o.Voice, "SEXTANT_LANGUAGE="+o.Language)
		},
		// Not on standard input: PowerShell may consume it before the script does.
		give: func(c *exec.Cmd, text string) {
			c.Env = append(c.Env, "SEXTANT_TEXT="+strings.ReplaceAll(text, "\x00", ""))
		},
		list: func(ctx context.Context) (names []string, err error) {
			out, err := output(powershell(ctx, listing))
			for line := range strings.Lines(out) {
				names = append(names, strings.TrimSpace(line))
			}
			return names, err
		},
	}, nil
}

// The scripts. Text and options are passed in the environment, so that no text is parsed as a script.
const (
	opening = `[Console]::OutputEncoding = New-Object Text.UTF8Encoding $false; Add-Type ` +
		`-AssemblyName System.Speech; $s = New-Object System.Speech.Synthesis.SpeechSynthesizer; `
	speaking = opening +
		`$s.Rate = [int]$env:SEXTANT_RATE; if ($env:SEXTANT_VOICE) { $s.SelectVoice($env:SEXTANT_VOICE) } else { $v ` +
		`= $s.GetInstalledVoices() | Where-Object { $_.Enabled -and $_.VoiceInfo.Culture.TwoLetterISOLanguageName ` +
		`-eq $env:SEXTANT_LANGUAGE } | Select-Object -First 1; if ($v) { $s.SelectVoice($v.VoiceInfo.Name) } }; ` +
		`$s.Speak($env:SEXTANT_TEXT)`
	listing = opening + `$s.GetInstalledVoices() | ForEach-Object { $_.VoiceInfo.Name }`
)

// powershell runs a script without a window.
func powershell(ctx context.Context, script string, env ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, "powershell", "-NoProfile", "-NonInteractive", "-Command", script)
	c.Env = append(os.Environ(), env...)
	c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true}
	return c
}
