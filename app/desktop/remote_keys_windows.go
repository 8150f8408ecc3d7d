package desktop

import "fyne.io/fyne/v2"

// RemoteKeys are the numbers under which a keyboard's keys come that the toolkit has no names for: its scan codes,
// those with the prefix E0 from 0x100.
func RemoteKeys() map[int]fyne.KeyName {
	return map[int]fyne.KeyName{
		0x122: KeyPlay, 0x124: KeyStop, 0x110: KeyPreviousTrack, 0x119: KeyNextTrack,
		0x16A: KeyBack, 0x169: KeyForward, 0x167: KeyReload, 0x132: KeyHomepage,
	}
}
