package desktop

import "fyne.io/fyne/v2"

// RemoteKeys returns the names of keys by their scan codes, for keys that the toolkit has no names for. Codes with the
// prefix E0 are from 0x100 on.
func RemoteKeys() map[int]fyne.KeyName {
	return map[int]fyne.KeyName{
		0x122: KeyPlay, 0x124: KeyStop, 0x110: KeyPreviousTrack, 0x119: KeyNextTrack,
		0x16A: KeyBack, 0x169: KeyForward, 0x167: KeyReload, 0x132: KeyHomepage,
	}
}
