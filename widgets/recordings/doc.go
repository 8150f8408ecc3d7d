// Package recordings shows what can be listened to: the panel with the lists of recordings, and the bar of the
// one that is being played.
package recordings
