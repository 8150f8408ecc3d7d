package save

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/export"
	"sextant/app/navigate"
	"sextant/app/settings"
	"sextant/app/ui/command"
	"sextant/app/ui/hosttest"
)

// TestCopyPicture copies the service's picture unchanged, or the page as it is drawn, and reports if there is nothing
// to copy.
func TestCopyPicture(t *testing.T) {
	h := hosttest.New(t)
	tuner, box := hosttest.Demo(t, h.Do)
	var scene navigate.Scene
	st := tuner.Current()
	p := New(h, Parts{
		Box: box, Tuner: tuner,
		Nav:   navigate.New(st.Pages, browse.NewDirectory(), nil, navigate.Config{Do: h.Do, Now: h.Now}),
		Shown: func() (navigate.Scene, bool, image.Point) { return scene, false, image.Pt(480, 300) },
	})
	c := command.Find(p.Commands(), "save.copyPicture")
	if c.Do(); h.Mentioned != "There is nothing to copy yet." || c.Enabled() {
		t.Errorf("with nothing on screen: %q", h.Mentioned)
	}
	scene = navigate.Decode(st.Pages.Fetch(t.Context(), acquire.Want{Page: 100, Picture: true}))
	if c.Do(); len(h.Pictures) != 1 || !bytes.Equal(h.Pictures[0], scene.Picture.PNG) {
		t.Fatalf("%d pictures are copied", len(h.Pictures))
	}
	box.Change(func(s *settings.Settings) { s.Drawing, s.Developers = settings.SharpDrawing, true })
	c.Do()
	h.Until(t, "the drawn picture", func() bool { return len(h.Pictures) == 2 })
	drawn, err := png.Decode(bytes.NewReader(h.Pictures[1]))
	if err != nil {
		t.Fatal(err)
	}
	if size := drawn.Bounds().Size(); size != image.Pt(480, 300) {
		t.Errorf("the drawn picture has %v", size)
	}
}

// presenterOf returns a presenter with a page of the demo on the screen.
func presenterOf(t *testing.T, page int) (*hosttest.Host, *Presenter) {
	t.Helper()
	h := hosttest.New(t)
	tuner, box := hosttest.Demo(t, h.Do)
	st := tuner.Current()
	scene := navigate.Decode(st.Pages.Fetch(t.Context(), acquire.Want{Page: page}))
	nav := navigate.New(st.Pages, browse.NewDirectory(), nil, navigate.Config{Do: h.Do, Now: h.Now})
	return h, New(h, Parts{
		Box: box, Tuner: tuner, Nav: nav,
		Shown: func() (navigate.Scene, bool, image.Point) { return scene, false, image.Point{} },
	})
}

// TestFormIsOfItsPage changes the page on the screen below the form: to another subpage, to a picture without a
// document, and to nothing, as another service does that does not answer. What is copied is what the form was opened
// for.
func TestFormIsOfItsPage(t *testing.T) {
	for _, tt := range []struct {
		name  string
		below func(navigate.Scene) navigate.Scene
	}{
		{"another subpage", func(s navigate.Scene) navigate.Scene {
			s.Subpage = 2
			return navigate.Decode(s.Answer)
		}},
		{"a picture", func(s navigate.Scene) navigate.Scene {
			page := acquire.State{Page: s.Page}
			return navigate.Scene{Answer: acquire.Answer{State: page, Subpage: s.Subpage, Picture: s.Picture}}
		}},
		{"nothing", func(navigate.Scene) navigate.Scene { return navigate.Scene{} }},
	} {
		h, p := presenterOf(t, 102)
		scene, reveal, size := p.parts.Shown()
		p.parts.Shown = func() (navigate.Scene, bool, image.Point) { return scene, reveal, size }
		f := p.newForm(p.takeSheet())
		f.format.SetSelected(titles(f.kinds())[1]) // text
		scene = tt.below(scene)
		f.reveal.SetChecked(true)
		f.onFormat()
		f.closeWith(f.copyForm)()
		h.Until(t, "a text", func() bool { return len(h.Copied) == 1 })
		if !f.dialog.Closed() || !strings.Contains(h.Copied[0], "had only come") {
			t.Errorf("over %s it copies %q", tt.name, h.Copied[0])
		}
	}
}

// TestCopyForms copies the page on the screen in the form's format: one subpage or all, as text or JSON.
func TestCopyForms(t *testing.T) {
	h, p := presenterOf(t, 102)
	for _, tt := range []struct {
		format   string
		subpages []int
		has, not string
	}{
		{export.Text, []int{0}, "had only come", "harbour master"},
		{export.Text, []int{0, 1, 2}, "four-minute eggs", "{"},
		{export.JSON, []int{0, 1, 2}, `"subpage"`, "<"},
	} {
		s := p.takeSheet()
		s.form.Format = tt.format
		h.Copied = nil
		p.copy(s, tt.subpages)
		h.Until(t, tt.format, func() bool { return len(h.Copied) == 1 })
		if got := h.Copied[0]; !strings.Contains(got, tt.has) || strings.Contains(got, tt.not) {
			t.Errorf("%s of %v: %s", tt.format, tt.subpages, got)
		}
	}
}

// TestPreview checks that the preview is a picture for a picture, and otherwise a limited number of lines of limited
// width.
func TestPreview(t *testing.T) {
	_, p := presenterOf(t, 102)
	for _, k := range p.newForm(p.takeSheet()).kinds() {
		s := p.takeSheet()
		s.form.Format = k[0]
		picture, lines := s.sample([]int{0})
		if (picture != nil) != (k[0] == export.PNG) ||
			picture == nil && (len(lines) == 0 || len(lines) > previewLines) {
			t.Errorf("%s: picture %t, %d lines", k[0], picture != nil, len(lines))
		}
		for _, line := range lines {
			if len([]rune(line)) > 2*previewColumns || strings.ContainsAny(line, "\x1b\n\r\t") {
				t.Errorf("%s: line %q", k[0], line)
			}
		}
	}
}

// TestFormHidesWhatDoesNotApply checks which fields there are for each format, of a page with one subpage and of one
// with several.
func TestFormHidesWhatDoesNotApply(t *testing.T) {
	for _, page := range []int{100, 102} {
		_, p := presenterOf(t, page)
		f := p.newForm(p.takeSheet())
		several := len(f.sheet.scene.Document.Subpages) > 1
		for i, k := range f.kinds() {
			f.format.SetSelected(titles(f.kinds())[i])
			if f.size.Visible() != (k[0] == export.PNG) || f.time.Visible() != (k[0] == export.CSV) ||
				f.subpages.Visible() != several || f.reveal.Visible() {
				t.Errorf("page %d as %s: size %t, time %t, subpages %t, reveal %t", page, k[0],
					f.size.Visible(), f.time.Visible(), f.subpages.Visible(), f.reveal.Visible())
			}
		}
	}
}

// TestServedPictureIsSaved saves the service's picture on the screen unchanged, and draws the page in another size.
func TestServedPictureIsSaved(t *testing.T) {
	h, p := presenterOf(t, 100)
	scene := navigate.Decode(p.parts.Tuner.Current().Pages.Fetch(t.Context(), acquire.Want{Page: 100, Picture: true}))
	p.parts.Shown = func() (navigate.Scene, bool, image.Point) { return scene, false, image.Point{} }
	for _, size := range []string{"", "480x304"} {
		path := filepath.Join(t.TempDir(), "page.png")
		f := p.newForm(p.takeSheet())
		if size != "" {
			f.size.SetText(size)
		}
		f.closeWith(f.saveForm)()
		h.Files[len(h.Files)-1].Chosen(path)
		var data []byte
		h.Until(t, "the file", func() bool {
			var err error
			data, err = os.ReadFile(path)
			return err == nil
		})
		if same := bytes.Equal(data, scene.Picture.PNG); same != (size == "") {
			t.Errorf("in the size %q it is the service's picture: %t", size, same)
		}
	}
}
