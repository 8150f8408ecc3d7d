package desktop

import "errors"

// A FileRequest has the options of the desktop's file dialog.
type FileRequest struct {
	// Title is the dialog's title, and Action the text of its button.
	Title, Action string
	// Save means that the file will be written. The dialog asks before it returns an existing one.
	Save bool
	// Name is the suggested name of a file to be written, and Folder the first folder shown, empty for the desktop's
	// choice.
	Name, Folder string
}

// ErrNoPortal is the error of ChooseFile if the desktop has no file dialog for programs.
var ErrNoPortal = errors.New("the desktop has no dialog for files")
