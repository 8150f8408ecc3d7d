package desktop

import "errors"

// MaxPicture limits a picture for the clipboard, in bytes of PNG: what X accepts in one request. A page at the size of
// the largest screens is a fraction of it.
const MaxPicture = 200 << 10

var errTooLarge = errors.New("the picture is too large for the clipboard")
