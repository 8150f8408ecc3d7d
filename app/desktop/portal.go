package desktop

import "errors"

// A FileRequest is for a file to be chosen in the desktop's own dialog.
type FileRequest struct {
	// Title is that of the dialog, and Action the word on its button.
	Title, Action string
	// Save means that the file will be written. The dialog asks before one that is there is replaced.
	Save bool
	// Name is proposed for a file to be written, and Folder is where the user begins, empty for wherever the desktop
	// likes.
	Name, Folder string
}

// ErrNoPortal reports that the desktop has no dialog for files that programs can use.
var ErrNoPortal = errors.New("the desktop has no dialog for files")
