package app

import (
	"os/exec"
	"strings"
)

// reducedMotion tells whether the desktop asks programs to do without motion.
func reducedMotion() bool {
	out, err := exec.Command("defaults", "read", "com.apple.universalaccess", "reduceMotion").Output()
	return err == nil && strings.TrimSpace(string(out)) == "1"
}
