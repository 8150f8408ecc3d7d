package endtoend

import (
	"fmt"
	"testing"

	"sextant/app/testkit/servicetest"
)

// An editor is a service whose pages can be changed while it runs, and that can draw them as in a window.
type editor struct {
	*servicetest.Editor
	t *testing.T
}

func newEditor(t *testing.T) *editor { return &editor{servicetest.NewEditor(t), t} }

// picture returns the editor's current picture of a subpage.
func (e *editor) picture(page, subpage int) *picture {
	e.t.Helper()
	data := servicetest.Body(e, servicetest.PicturePath(page, subpage))
	return newPicture(e.t, fmt.Sprintf("%d/%d", page, subpage), data)
}
