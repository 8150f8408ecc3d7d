package app

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
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"sextant/app/browse"
	"sextant/app/files"
	"sextant/app/render"
	"sextant/app/teletext"
)

// The formats in which a page can be written.
const (
	formatPNG   = "png"
	formatText  = "text"
	formatANSI  = "ansi"
	formatHTML  = "html"
	formatJSON  = "json"
	formatXML   = "xml"
	formatCells = "cells"
)

func exportFormats() []string {
	return []string{formatPNG, formatText, formatANSI, formatHTML, formatJSON, formatXML, formatCells}
}

// An export says what of a page is written, and how.
type export struct {
	Format           string
	Size             image.Point // of a picture
	Reveal, Sextants bool
	Palette          render.Palette
	// Raw is the page document as the service sent it in this format, nil where it is to be made anew.
	Raw []byte
	// Calendar tells when the page was changed.
	Calendar calendar
}

// write writes the subpages with the given indices, of which a picture takes only one. The guide knows
// which pages HTML may link to.
func (e export) write(w io.Writer, doc *teletext.Page, subpages []int, guide teletext.Guide) error {
	switch e.Format {
	case formatPNG:
		return e.writePNG(w, doc, subpages)
	case formatText, formatANSI:
		return e.writeLines(w, doc, subpages)
	case formatHTML:
		return render.HTML(w, htmlDocument(doc, subpages, guide, e.Calendar), e.look())
	case formatJSON, formatXML:
		return e.writeDocument(w, doc, subpages)
	case formatCells:
		for _, i := range subpages {
			if err := doc.Subpages[i].Grid().WriteCells(w); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("there is no format %q", e.Format)
}

func (e export) look() render.Look {
	return render.Look{Colours: e.Palette.Colours, Reveal: e.Reveal}
}

func (e export) writePNG(w io.Writer, doc *teletext.Page, subpages []int) error {
	if len(subpages) != 1 {
		return errors.New("a picture shows one subpage")
	}
	img := render.Paletted(doc.Subpages[subpages[0]].Grid()[:], e.Size, e.look())
	if err := png.Encode(w, img); err != nil {
		return fmt.Errorf("writing a picture: %w", err)
	}
	return nil
}

// writeLines writes subpages as text or for a terminal. Where there are several, a line before each of
// them says which it is.
func (e export) writeLines(w io.Writer, doc *teletext.Page, subpages []int) error {
	var b bytes.Buffer
	for n, i := range subpages {
		if n > 0 {
			b.WriteByte('\n')
		}
		s := &doc.Subpages[i]
		if len(subpages) > 1 {
			fmt.Fprintf(&b, "-- %s --\n", teletext.Address(doc.Number, s.Number))
		}
		if e.Format == formatText {
			b.WriteString(e.text(*s.Grid()))
		} else if err := render.ANSI(&b, s.Grid()[:], e.look()); err != nil {
			return err
		}
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("writing text: %w", err)
	}
	return nil
}

// text gives the lines without anything that could act on a terminal.
func (e export) text(g teletext.Grid) string {
	for row := range g {
		for col := range g[row] {
			g[row][col].Rune = render.Printable(g[row][col].Rune)
		}
	}
	return g.Text(teletext.WholeRows(), teletext.TextForm{Sextants: e.Sextants, Reveal: e.Reveal}) + "\n"
}

// htmlDocument is what of a page goes into an HTML file.
func htmlDocument(doc *teletext.Page, subpages []int, guide teletext.Guide, c calendar) render.Document {
	d := render.Document{Heading: strings.TrimSpace(fmt.Sprint(doc.Number, " ", doc.Name)), Note: doc.Network}
	d.Title = d.Heading
	if doc.Network != "" {
		d.Title += " – " + doc.Network
	}
	if !doc.Modified.IsZero() {
		d.Note = strings.TrimPrefix(d.Note+", changed "+c.stamp(c.modified(doc), "2 January 2006, 15:04"), ", ")
	}
	for _, i := range subpages {
		s := &doc.Subpages[i]
		g := s.Grid()
		section := render.Section{ID: sectionID(s.Number), Heading: fmt.Sprint("Subpage ", s.Number), Rows: g[:]}
		for _, l := range doc.Links(i, g, guide) {
			section.Anchors = append(section.Anchors, anchor(l, doc, subpages))
		}
		d.Sections = append(d.Sections, section)
	}
	return d
}

func sectionID(subpage int) string { return fmt.Sprint("subpage-", subpage) }

// anchor makes a link lead to the web, to a subpage in the same file, or to Sextant.
func anchor(l teletext.Link, doc *teletext.Page, subpages []int) render.Anchor {
	a := render.Anchor{Row: l.Row, From: l.From, Before: l.Before, Href: l.URL, Title: l.URL}
	if l.URL != "" {
		return a
	}
	address := teletext.Address(l.Page, l.Subpage)
	a.Href, a.Title = "sextant:"+address, "Page "+address
	if _, i := doc.Subpage(l.Subpage); l.Page == doc.Number && slices.Contains(subpages, i) {
		a.Href = "#" + sectionID(l.Subpage)
	}
	return a
}

// runExport is the command "sextant export". It gives the exit status.
func runExport(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer) int {
	// Without this the system would end the program when what it writes to is closed.
	signal.Ignore(syscall.SIGPIPE)
	defer signal.Reset(syscall.SIGPIPE)
	o, err := parseExport(args, env)
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "sextant: %v; sextant export --help tells more\n", err)
		return exitUsage
	case o.Help:
		fmt.Fprintf(stdout, exportUsage, paletteNames())
		return exitDone
	}
	err = o.run(ctx, stdout, stderr)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		return exitError // whoever closed it wants to hear no more
	}
	fmt.Fprintf(stderr, "sextant: %s\n", o.words(err))
	return exportStatus(err)
}

// run fetches the page and writes it.
func (o *exportOptions) run(ctx context.Context, stdout, stderr io.Writer) error {
	s, err := o.configured(stderr)
	if err != nil {
		return err
	}
	station, err := tune(s.settings, s.access(), s.profile, s.now, events{}, libraries{})
	if err != nil {
		return err
	}
	defer station.close()
	doc, err := o.fetch(ctx, station, s.now())
	if err != nil {
		return err
	}
	subpages, err := o.subpages(doc)
	if err != nil {
		return err
	}
	o.form.Calendar = calendar{station.zone, s.now()}
	guide := browse.NewDirectory()
	guide.Learn(doc)
	output, err := o.form.files(o.file, doc, subpages, o.all, guide)
	if err != nil {
		return err
	}
	if o.file == standardOutput {
		return files.Interruptible(ctx, func() error {
			if _, err := stdout.Write(output[0].Data); err != nil {
				return fmt.Errorf("cannot write to standard output: %w", innermost(err))
			}
			return nil
		})
	}
	return replaceFiles(ctx, output)
}

// configured is the program as the window would have it, but for the window: the profile's settings and
// key. When they cannot be read it goes on only if the service is known all the same: it would ask the demo.
func (o *exportOptions) configured(stderr io.Writer) (*sextant, error) {
	s := &sextant{options: o.Options, settings: DefaultSettings(), now: time.Now}
	var err error
	if s.profile, err = OpenProfile(o.Profile); err != nil {
		if o.Profile == "" {
			return s, nil // there is no place where settings could have been kept
		}
		return nil, err
	}
	s.settings, err = s.profile.LoadSettings()
	if replaced := (*ReplacedError)(nil); errors.As(err, &replaced) {
		if replaced.Address && o.BaseURL == "" {
			return s, errors.New("the settings give the service an address that is none: correct it in the window, or use --base-url")
		}
		fmt.Fprintf(stderr, "sextant: %s\n", o.words(err))
		err = nil
	}
	if o.AppKey == "" {
		var keyErr error
		s.storedKey, keyErr = s.profile.LoadKey(s.settings.KeyPlace)
		err = cmp.Or(err, keyErr)
	}
	if err != nil && o.BaseURL != "" {
		fmt.Fprintf(stderr, "sextant: %s\n", o.words(err))
		err = nil
	}
	return s, err
}

// files makes what is to be written. If each subpage is wanted, pictures are several files.
func (e export) files(name string, doc *teletext.Page, subpages []int, each bool, guide teletext.Guide) ([]files.File, error) {
	if !each || e.Format != formatPNG {
		var b bytes.Buffer
		err := e.write(&b, doc, subpages, guide)
		return []files.File{{Name: name, Data: b.Bytes()}}, err
	}
	var pictures []files.File
	for _, i := range subpages {
		var b bytes.Buffer
		if err := e.write(&b, doc, []int{i}, guide); err != nil {
			return nil, err
		}
		pictures = append(pictures, files.File{Name: numbered(name, doc.Subpages[i].Number), Data: b.Bytes()})
	}
	return pictures, nil
}

// writeFiles writes all subpages to the file of a name. Pictures become a file each, page-1.png and so on
// for page.png.
func (e export) writeFiles(name string, doc *teletext.Page, guide teletext.Guide) error {
	all, err := e.files(name, doc, everySubpage(doc), true, guide)
	if err != nil {
		return err
	}
	return replaceFiles(context.Background(), all)
}

// replaceFiles writes files so that each of them, should there be one of that name, is replaced as a whole,
// and none is before all of them are on the disk. Its error says which file could not be written and why.
func replaceFiles(ctx context.Context, all []files.File) error {
	err := files.Replace(ctx, all)
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		return fmt.Errorf("cannot write %s: %w", failed.Path, innermost(err))
	}
	return err
}

// innermost is the reason at the bottom of an error, without what was being done to which file. Of several
// errors it is that of the first.
func innermost(err error) error {
	for {
		if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 0 {
			err = joined.Unwrap()[0]
		} else if inner := errors.Unwrap(err); inner != nil {
			err = inner
		} else {
			return err
		}
	}
}
