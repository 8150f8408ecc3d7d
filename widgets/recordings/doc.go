// Package recordings shows recordings: the panel with their lists, and the player's bar.
package recordings
