//go:build !linux

package desktop

func forgetDeadManager(string) {}
