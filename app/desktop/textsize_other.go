//go:build !linux

package desktop

// FollowTextSize does nothing: the toolkit follows these systems.
func FollowTextSize(func(dpi float64)) (stop func()) { return func() {} }
