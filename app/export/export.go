// Package export writes pages as files, and is the command "sextant export".
package export

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"sextant/app/boot"
	"sextant/app/browse"
	"sextant/app/cli"
	"sextant/app/errno"
	"sextant/app/files"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/words"
)

// The formats in which a page can be written.
const (
	PNG   = "png"
	Text  = "text"
	ANSI  = "ansi"
	HTML  = "html"
	JSON  = "json"
	XML   = "xml"
	Cells = "cells"
	CSV   = "csv"
)

func exportFormats() []string {
	return []string{PNG, Text, ANSI, HTML, JSON, XML, Cells, CSV}
}

// A Form has the options for writing a page.
type Form struct {
	Format           string
	Size             image.Point // of a picture
	Reveal, Sextants bool
	WithTime         bool // each row of a table starts with the time of the page's change
	// ForSpreadsheet writes a table for people: Excel needs the mark to read it as UTF-8, and it and LibreOffice
	// would read a score such as 5-3 as a date.
	ForSpreadsheet bool
	Palette        render.Palette
	// Raw is the page document as the service sent it in this format, nil to encode the page.
	Raw []byte
	// Pictures has the service's pictures, as PNG, of subpages that show nothing else by their indices.
	Pictures map[int][]byte
	// Calendar formats the time of the page's change.
	Calendar words.Calendar
}

// Write writes the subpages with the given indices, only one for a picture. The guide knows which pages HTML may link
// to.
func (f Form) Write(w io.Writer, doc *teletext.Page, subpages []int, guide teletext.Guide) error {
	if f.Format != PNG && f.Format != JSON && f.Format != XML && len(subpages) > 0 {
		place := placeOf(doc, subpages[0])
		if subpages = withContent(doc, subpages); len(subpages) == 0 {
			return say.Error("export.onlyPicture", "Place", place)
		}
	}
	switch f.Format {
	case PNG:
		return f.writePNG(w, doc, subpages)
	case Text, ANSI:
		return f.writeLines(w, doc, subpages)
	case HTML:
		return render.HTML(w, htmlDocument(doc, subpages, guide, f.Calendar), f.look())
	case JSON, XML:
		return f.writeDocument(w, doc, subpages)
	case CSV:
		return f.writeTables(w, doc, subpages, guide)
	case Cells:
		for _, i := range subpages {
			if err := doc.Subpages[i].Grid().WriteCells(w); err != nil {
				return err
			}
		}
		return nil
	}
	return say.Error("export.noFormat", "Format", f.Format)
}

func (f Form) look() render.Look {
	return render.Look{Colours: f.Palette.Colours, Reveal: f.Reveal}
}

func (f Form) writePNG(w io.Writer, doc *teletext.Page, subpages []int) error {
	if len(subpages) != 1 {
		return say.Error("export.oneSubpage")
	}
	if i := subpages[0]; doc.Subpages[i].Empty() || doc.Subpages[i].Blank() && f.Pictures[i] != nil {
		return f.writePicture(w, f.Pictures[i], placeOf(doc, i))
	}
	img := render.Paletted(doc.Subpages[subpages[0]].Grid()[:], f.Size, f.look())
	if err := png.Encode(w, img); err != nil {
		return say.Wrap(err, "export.picture")
	}
	return nil
}

// writeLines writes subpages as text or for a terminal. If there are several, a line before each has its number.
func (f Form) writeLines(w io.Writer, doc *teletext.Page, subpages []int) error {
	var b bytes.Buffer
	for n, i := range subpages {
		if n > 0 {
			b.WriteByte('\n')
		}
		s := &doc.Subpages[i]
		if len(subpages) > 1 {
			fmt.Fprintf(&b, "-- %s --\n", teletext.Address(doc.Number, s.Number))
		}
		if f.Format == Text {
			b.WriteString(f.text(*s.Grid()))
		} else if err := render.ANSI(&b, s.Grid()[:], f.look()); err != nil {
			return err
		}
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return say.Wrap(err, "export.unwritten")
	}
	return nil
}

// text returns the lines, safe for a terminal.
func (f Form) text(g teletext.Grid) string {
	for row := range g {
		for col := range g[row] {
			g[row][col].Rune = render.Printable(g[row][col].Rune)
		}
	}
	return g.Text(teletext.WholeRows(), teletext.TextForm{Sextants: f.Sextants, Reveal: f.Reveal}) + "\n"
}

// htmlDocument returns the content of an HTML file.
func htmlDocument(doc *teletext.Page, subpages []int, guide teletext.Guide, c words.Calendar) render.Document {
	d := render.Document{Heading: strings.TrimSpace(fmt.Sprint(doc.Number, " ", doc.Name)), Note: doc.Network}
	d.Title = d.Heading
	if doc.Network != "" {
		d.Title += " – " + doc.Network
	}
	if !doc.Modified.IsZero() {
		d.Note = strings.TrimPrefix(d.Note+", "+
			say.Text("date.changedAt", "Time", c.Stamp(c.Modified(doc), "date.longTime")), ", ")
	}
	for _, i := range subpages {
		s := &doc.Subpages[i]
		g := s.Grid()
		section := render.Section{
			ID: sectionID(s.Number), Heading: say.Text("subpage.named", "Subpage", s.Number), Rows: g[:],
		}
		for _, l := range doc.Links(i, g, guide) {
			section.Anchors = append(section.Anchors, anchor(l, doc, subpages))
		}
		d.Sections = append(d.Sections, section)
	}
	return d
}

func sectionID(subpage int) string { return fmt.Sprint("subpage-", subpage) }

// anchor returns a link to a web address, to a subpage in the same file, or to Sextant.
func anchor(l teletext.Link, doc *teletext.Page, subpages []int) render.Anchor {
	a := render.Anchor{Row: l.Row, From: l.From, Before: l.Before, Href: l.URL, Title: l.URL}
	if l.URL != "" {
		return a
	}
	address := teletext.Address(l.Page, l.Subpage)
	a.Href, a.Title = "sextant:"+address, say.Text("page.named", "Page", address)
	if _, i := doc.Subpage(l.Subpage); l.Page == doc.Number && slices.Contains(subpages, i) {
		a.Href = "#" + sectionID(l.Subpage)
	}
	return a
}

// Run is the command "sextant export". It returns the exit status.
func Run(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer) int {
	// So that writing to a closed pipe returns an error instead of killing the program.
	signal.Ignore(syscall.SIGPIPE)
	defer signal.Reset(syscall.SIGPIPE)
	o, err := parseExport(args, env)
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "sextant: %s. %s\n", cli.Short(err.Error()),
			say.Text("usage.try", "Command", "sextant export --help"))
		return exitUsage
	case o.Help:
		printUsage(stdout)
		return exitDone
	}
	err = o.run(ctx, stdout, stderr)
	switch {
	case err == nil:
		return exitDone
	case errno.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		return exitError // the reader has closed the pipe
	}
	fmt.Fprintf(stderr, "sextant: %s\n", cli.Short(o.words(err)))
	return exportStatus(err)
}

// run fetches the page and writes it.
func (o *exportOptions) run(ctx context.Context, stdout, stderr io.Writer) error {
	profile, set, key, err := o.configured(stderr)
	if err != nil {
		return err
	}
	now := time.Now
	st, err := station.Open(set.Service, o.Overrides.Access(set.Service, key),
		profile, now, station.NoEvents(), &station.Libraries{Boot: boot.System()})
	if err != nil {
		return err
	}
	defer func() {
		st.Retire()
		st.Release()
	}()
	if st.Outcome.SetAside != "" {
		m := words.StoreMessage(st.Outcome)
		fmt.Fprintf(stderr, "sextant: %s %s\n", m.Sentence, m.Hint)
	}
	all, err := o.output(ctx, st, now())
	switch {
	case err != nil:
		return err
	case o.file != standardOutput:
		return replaceFiles(ctx, all)
	}
	return files.Interruptible(ctx, func() error {
		if _, err := stdout.Write(all[0].Data); err != nil {
			return say.Wrap(words.Reason(err), "export.standardOutput")
		}
		return nil
	})
}

// output fetches the page and makes the files to write.
func (o *exportOptions) output(ctx context.Context, st *station.Station, now time.Time) ([]files.File, error) {
	doc, err := o.fetch(ctx, st, now)
	if err != nil {
		return nil, err
	}
	subpages, err := o.subpages(doc)
	if err != nil {
		return nil, err
	}
	if o.form.Format == PNG {
		if o.form.Pictures, err = fetchPictures(ctx, st, doc, subpages); err != nil {
			return nil, err
		}
	}
	o.form.Calendar = words.Calendar{Zone: st.Zone, Now: now}
	guide := browse.NewDirectory()
	guide.Record(doc)
	return o.form.files(o.file, doc, subpages, o.all, guide)
}

// configured returns the profile with its settings and key. If they cannot be read it fails, unless the command line
// names the service: otherwise it would export from the demo.
func (o *exportOptions) configured(stderr io.Writer) (p settings.Profile, s settings.Settings, key string, err error) {
	if p, err = settings.OpenProfile(o.Profile); err != nil {
		if o.Profile == "" {
			return p, settings.DefaultSettings(), "", nil // there is no place for settings
		}
		return p, s, "", err
	}
	s, err = p.LoadSettings()
	if replaced := (*settings.ReplacedError)(nil); errors.As(err, &replaced) {
		if replaced.Address && o.BaseURL == "" {
			return p, s, "", say.Error("export.badAddress")
		}
		fmt.Fprintf(stderr, "sextant: %s\n", o.words(err))
		err = nil
	}
	if o.AppKey == "" {
		var keyErr error
		key, keyErr = p.LoadKey(&s.Service)
		err = cmp.Or(err, keyErr)
	}
	if err != nil && o.BaseURL != "" {
		fmt.Fprintf(stderr, "sextant: %s\n", o.words(err))
		err = nil
	}
	return p, s, key, err
}

// files makes the files to write. If each is set, pictures are several files.
func (f Form) files(name string, doc *teletext.Page, subpages []int,
	each bool, guide teletext.Guide,
) ([]files.File, error) {
	if !each || f.Format != PNG {
		var b bytes.Buffer
		err := f.Write(&b, doc, subpages, guide)
		return []files.File{{Name: name, Data: b.Bytes()}}, err
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, say.Error("export.severalInto", "File", name)
	}
	var pictures []files.File
	for _, i := range subpages {
		var b bytes.Buffer
		if err := f.Write(&b, doc, []int{i}, guide); err != nil {
			return nil, err
		}
		pictures = append(pictures, files.File{Name: numbered(name, doc.Subpages[i].Number), Data: b.Bytes()})
	}
	return pictures, nil
}

// WriteFiles writes the subpages with the given indices to a file. If each is set, pictures are written to one file
// each, page-1.png and so on for page.png.
func (f Form) WriteFiles(name string, doc *teletext.Page, subpages []int, each bool, guide teletext.Guide) error {
	all, err := f.files(name, doc, subpages, each, guide)
	if err != nil {
		return err
	}
	return replaceFiles(context.Background(), all)
}

// FreeName returns a name for pictures of subpages, each of which gets its own name by it, as in WriteFiles: the given
// one, or one with a number where a picture of that name exists.
func FreeName(name string, doc *teletext.Page, subpages []int) string {
	ending := filepath.Ext(name)
	free := name
	for n := 2; slices.ContainsFunc(subpages, func(i int) bool {
		_, err := os.Lstat(numbered(free, doc.Subpages[i].Number))
		return !errors.Is(err, fs.ErrNotExist)
	}) && n < 1000; n++ {
		free = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, ending), n, ending)
	}
	return free
}

// replaceFiles writes files atomically, and replaces existing ones only after the data of all are on the disk. Its
// error says which file could not be written and why.
func replaceFiles(ctx context.Context, all []files.File) error {
	err := files.Replace(ctx, all)
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		return say.Wrap(words.Reason(err), "export.cannotWrite", "File", failed.Path)
	}
	return err
}
