package desktop

import (
	"os/exec"
	"strings"
)

// ReducedMotion reports whether the desktop asks programs to reduce motion.
func ReducedMotion() bool {
	out, err := exec.Command("defaults", "read", "com.apple.universalaccess", "reduceMotion").Output()
	return err == nil && strings.TrimSpace(string(out)) == "1"
}
