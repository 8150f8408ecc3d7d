package desktop

import (
	"os"

	"fyne.io/fyne/v2"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// RemoteKeys returns the names of keys by their scan codes, for keys that the toolkit has no names for. It asks the X
// server for its keyboard mapping, and waits for it. Without one, the codes are the kernel's, as on Wayland.
func RemoteKeys() map[int]fyne.KeyName {
	if os.Getenv(PlatformVariable) == platformWayland || os.Getenv("DISPLAY") == "" {
		return kernelKeys()
	}
	keys, err := converse(func() (map[int]fyne.KeyName, error) {
		x, err := connectX()
		if err != nil {
			return nil, err
		}
		defer x.Close()
		return mappedKeys(x)
	})
	if err != nil {
		return map[int]fyne.KeyName{}
	}
	return keys
}

// mappedKeys returns the names of the keys in a server's keyboard mapping, by the symbols without modifiers.
func mappedKeys(x *xgb.Conn) (map[int]fyne.KeyName, error) {
	setup := xproto.Setup(x)
	first := int(setup.MinKeycode)
	m, err := xproto.GetKeyboardMapping(x, setup.MinKeycode, byte(int(setup.MaxKeycode)-first+1)).Reply()
	if err != nil {
		return nil, err
	}
	keys := map[int]fyne.KeyName{}
	each := max(1, int(m.KeysymsPerKeycode))
	for i := 0; i < len(m.Keysyms); i += each { // the first of each key is that of group 1 and level 1
		if name, is := symbols[m.Keysyms[i]]; is {
			keys[first+i/each] = name
		}
	}
	return keys, nil
}

// symbols are X's symbols of the keys (XF86keysym.h).
var symbols = map[xproto.Keysym]fyne.KeyName{
	0x1008FFA3: KeyRed, 0x1008FFA4: KeyGreen, 0x1008FFA5: KeyYellow, 0x1008FFA6: KeyBlue,
	0x1008118E: KeyRed, 0x1008118F: KeyGreen, 0x10081190: KeyYellow, 0x10081191: KeyBlue,
	0x10081192: KeyChannelUp, 0x10081193: KeyChannelDown,
	0x1008FF14: KeyPlay, 0x1008FF31: KeyPause, 0x1008FF15: KeyStop,
	0x1008FF16: KeyPreviousTrack, 0x1008FF17: KeyNextTrack, 0x1008FF3E: KeyRewind, 0x1008FF97: KeyFastForward,
	0x1008FF26: KeyBack, 0x1008FF27: KeyForward, 0x1008FF29: KeyReload, 0x1008FF73: KeyReload, 0x1008FF18: KeyHomepage,
}

// kernelKeys returns the kernel's codes (input-event-codes.h).
func kernelKeys() map[int]fyne.KeyName {
	return map[int]fyne.KeyName{
		0x18E: KeyRed, 0x18F: KeyGreen, 0x190: KeyYellow, 0x191: KeyBlue, 0x192: KeyChannelUp, 0x193: KeyChannelDown,
		164: KeyPlay, 207: KeyPlay, 200: KeyPlay, 119: KeyPause, 201: KeyPause, 166: KeyStop, 128: KeyStop,
		165: KeyPreviousTrack, 163: KeyNextTrack, 168: KeyRewind, 208: KeyFastForward,
		158: KeyBack, 159: KeyForward, 173: KeyReload, 172: KeyHomepage,
	}
}
