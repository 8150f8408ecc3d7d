package desktop

import "fyne.io/fyne/v2"

// The keys of remote controls and media keyboards for which the toolkit has no names.
const (
	KeyRed           fyne.KeyName = "Red"
	KeyGreen         fyne.KeyName = "Green"
	KeyYellow        fyne.KeyName = "Yellow"
	KeyBlue          fyne.KeyName = "Blue"
	KeyChannelUp     fyne.KeyName = "Channel up"
	KeyChannelDown   fyne.KeyName = "Channel down"
	KeyPlay          fyne.KeyName = "Play"
	KeyPause         fyne.KeyName = "Pause media"
	KeyStop          fyne.KeyName = "Stop"
	KeyPreviousTrack fyne.KeyName = "Previous track"
	KeyNextTrack     fyne.KeyName = "Next track"
	KeyRewind        fyne.KeyName = "Rewind"
	KeyFastForward   fyne.KeyName = "Fast forward"
	KeyBack          fyne.KeyName = "Back"
	KeyForward       fyne.KeyName = "Forward"
	KeyReload        fyne.KeyName = "Reload"
	KeyHomepage      fyne.KeyName = "Homepage"
)

// RemoteKeyNames returns the names of all of them.
func RemoteKeyNames() []fyne.KeyName {
	return []fyne.KeyName{
		KeyRed, KeyGreen, KeyYellow, KeyBlue, KeyChannelUp, KeyChannelDown, KeyPlay, KeyPause, KeyStop,
		KeyPreviousTrack, KeyNextTrack, KeyRewind, KeyFastForward, KeyBack, KeyForward, KeyReload, KeyHomepage,
	}
}
