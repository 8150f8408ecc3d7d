package core

// finger belongs to the UI goroutine.
var finger struct{ screen, down, kept, scrolls bool }

// SetTouchScreen says whether there is a touch screen.
func SetTouchScreen(is bool) { finger.screen = is }

// HasTouchScreen reports whether there is a touch screen.
func HasTouchScreen() bool { return finger.screen }

// SetFinger says whether a finger is on a touch screen. It must be called on the UI goroutine, before widgets get the
// press, and after they got the release.
func SetFinger(down bool) { finger.down, finger.kept, finger.scrolls = down, false, false }

// FingerDown reports whether what is pressed is pressed by a finger, and not by a mouse.
func FingerDown() bool { return finger.down }

// KeepFinger is for MouseDown of a widget that follows the finger. On others a finger scrolls.
func KeepFinger() { finger.kept = true }

// SetFingerScrolls says that the finger scrolls. The toolkit's events of a drag come all the same when it is lifted.
func SetFingerScrolls() { finger.scrolls = true }

// FingerScrolls reports whether a drag must do nothing, since the finger scrolls.
func FingerScrolls() bool { return finger.scrolls }

// FingerKept reports whether the pressed widget follows the finger.
func FingerKept() bool { return finger.kept }
