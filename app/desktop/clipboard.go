package desktop

import "errors"

// MaxPicture is how large a picture may be for the clipboard, in bytes of PNG: what X accepts in one request. A page at
// the largest size that a screen has is a fraction of it.
const MaxPicture = 200 << 10

var errTooLarge = errors.New("the picture is too large for the clipboard")
