package export

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sextant/app/browse"
	"sextant/app/render"
	"sextant/app/service"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/words"
)

// exportUsage is what sextant export --help prints.
const exportUsage = `Writes a teletext page to a file or to standard output, without a window.

Usage:
  sextant export [options] PAGE            the page's first subpage
  sextant export [options] PAGE/SUBPAGE    one subpage
  sextant export [options] PAGE/all        all subpages

Options:
  --format FORMAT        png    a picture; with PAGE/all one for each subpage: out-1.png, out-2.png ...
                         text   24 lines of plain text; several subpages each have a line such as
                                "-- 123/2 --" before them, and a blank line between them
                         ansi   coloured text for a terminal; several subpages as in text
                         html   one file for a browser, which needs nothing else
                         json   the page document, byte for byte as the service sends it; PAGE alone is the
                                whole page, and of PAGE/SUBPAGE the other subpages are cut out
                         xml    ... the same in XML
                         cells  all that is known of each cell, a JSON object a line; several
                                subpages one after another
                         Without it the ending of FILE decides, else it is text.
  -o FILE                where to write to; - is standard output, which is the default
  --size WxH             of pictures, in pixels, from 40x24 to 7680x4320 (720x456)
  --reveal               show what is concealed, in png, text, ansi and html
  --sextants             write mosaics in text as Unicode's sextants rather than as spaces
  --palette NAME         colours of png, ansi and html: %s
  --base-url URL, --media-base-url URL, --app-id ID, --app-key KEY, --profile DIR
                         the service, credentials and settings, as without export
  --help                 print this

FILE is replaced only when all went well. When it fails, nothing is written, but for one sentence that
tells why, and the exit status:
  1  it could not be written, or something else went wrong here
  2  the command line makes no sense
  3  there is no such page or subpage
  4  the service refused: credentials, quota, or too many requests
  5  the service could not be reached, is in trouble, or its answer makes no sense
`

// exportOptions is what the command line of export asks for.
type exportOptions struct {
	station.Overrides
	Place   browse.Place
	Profile string
	Help    bool
	form    Form
	all     bool   // every subpage
	file    string // standardOutput is no file
}

const standardOutput = "-"

// Bounds of a picture: no cell without a pixel, nothing larger than the largest screens.
const (
	minExportWidth, minExportHeight = 40, 24
	maxExportWidth, maxExportHeight = 7680, 4320
)

// parseExport reads the command line of export, and the environment for what it does not say.
func parseExport(args []string, env func(string) string) (exportOptions, error) {
	o := exportOptions{file: standardOutput}
	o.form.Size, o.form.Palette = image.Pt(render.PictureWidth, render.PictureHeight), render.Palettes()[0]
	places, err := parseMixed(o.flags(env), args)
	if err != nil || o.Help {
		return o, err
	}
	if len(places) != 1 {
		return o, errors.New("write which page to export, and only one: sextant export 100")
	}
	page, isAll := strings.CutSuffix(places[0], "/all")
	if o.Place, err = browse.ParsePlace(page); err == nil && isAll && o.Place.Subpage != 0 {
		err = fmt.Errorf("%q is no page: write all subpages as 123/all", places[0])
	}
	if err != nil {
		return o, err
	}
	o.all = isAll
	if o.form.Format == "" {
		o.form.Format = formatOf(o.file)
	}
	return o, o.check()
}

// flags declares the options.
func (o *exportOptions) flags(env func(string) string) *flag.FlagSet {
	set := flag.NewFlagSet("sextant export", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	o.Overrides.Flags(set, env)
	set.StringVar(&o.Profile, "profile", "", "")
	set.StringVar(&o.file, "o", standardOutput, "")
	set.Func("format", "", func(name string) error {
		if !slices.Contains(exportFormats(), name) {
			return fmt.Errorf("there are %s", strings.Join(exportFormats(), ", "))
		}
		o.form.Format = name
		return nil
	})
	set.Func("size", "", func(s string) (err error) {
		o.form.Size, err = ParseSize(s)
		return err
	})
	set.Func("palette", "", func(name string) (err error) {
		var ok bool
		if o.form.Palette, ok = render.PaletteNamed(name); !ok {
			err = errors.New("there are " + paletteNames())
		}
		return err
	})
	set.BoolVar(&o.form.Reveal, "reveal", false, "")
	set.BoolVar(&o.form.Sextants, "sextants", false, "")
	set.BoolVar(&o.Help, "help", false, "")
	set.BoolVar(&o.Help, "h", false, "")
	return set
}

// parseMixed parses options that may stand before and behind words that are none, and gives the words.
func parseMixed(set *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := set.Parse(args); err != nil {
			return nil, err
		}
		if set.NArg() == 0 {
			return words, nil
		}
		words, args = append(words, set.Arg(0)), set.Args()[1:]
	}
}

// check finds what does not go together.
func (o *exportOptions) check() error {
	switch {
	case o.file == "":
		return errors.New("the file to write to has no name")
	case o.all && o.form.Format == PNG && o.file == standardOutput:
		return errors.New("all subpages are several pictures, which need a file name: -o page.png makes page-1.png, page-2.png and so on")
	case o.BaseURL == "" && o.MediaBaseURL == "":
		return nil
	}
	_, err := service.New(service.Config{BaseURL: cmp.Or(o.BaseURL, "http://localhost"), MediaBaseURL: o.MediaBaseURL})
	return err
}

// ParseSize reads a width and a height such as 720x456.
func ParseSize(s string) (image.Point, error) {
	width, height, _ := strings.Cut(s, "x")
	w, errW := strconv.Atoi(width)
	h, errH := strconv.Atoi(height)
	if errW != nil || errH != nil {
		return image.Point{}, errors.New("write it as 720x456")
	}
	if w < minExportWidth || h < minExportHeight || w > maxExportWidth || h > maxExportHeight {
		return image.Point{}, fmt.Errorf("pictures are from %dx%d to %dx%d", minExportWidth, minExportHeight, maxExportWidth, maxExportHeight)
	}
	return image.Pt(w, h), nil
}

// formatOf tells a format by the ending of a file's name.
func formatOf(file string) string {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".png":
		return PNG
	case ".ansi", ".ans":
		return ANSI
	case ".html", ".htm":
		return HTML
	case ".json":
		return JSON
	case ".xml":
		return XML
	case ".cells", ".jsonl":
		return Cells
	}
	return Text
}

func paletteNames() string {
	var names []string
	for _, p := range render.Palettes() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// numbered works a subpage's number into a file's name: page.png becomes page-1.png.
func numbered(file string, subpage int) string {
	ending := filepath.Ext(file)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(file, ending), subpage, ending)
}

// subpages gives the indices of the subpages that are asked for.
func (o *exportOptions) subpages(doc *teletext.Page) ([]int, error) {
	all := everySubpage(doc)
	isDocument := o.form.Format == JSON || o.form.Format == XML
	switch {
	case o.Place.Subpage != 0:
		_, i := doc.Subpage(o.Place.Subpage)
		if i < 0 {
			return nil, &noSubpageError{o.Place}
		}
		return []int{i}, nil
	case isDocument:
		return all, nil
	case len(all) == 0:
		return nil, &noSubpageError{o.Place}
	case o.all:
		return all, nil
	}
	return all[:1], nil
}

func everySubpage(doc *teletext.Page) (indices []int) {
	for i := range doc.Subpages {
		indices = append(indices, i)
	}
	return indices
}

// A noSubpageError is a page without the wanted subpage, or without any.
type noSubpageError struct{ place browse.Place }

func (e *noSubpageError) Error() string {
	if e.place.Subpage == 0 {
		return fmt.Sprintf("page %d has no subpages", e.place.Page)
	}
	return fmt.Sprintf("page %d has no subpage %d", e.place.Page, e.place.Subpage)
}

// Exit statuses.
const (
	exitDone    = 0
	exitError   = 1
	exitUsage   = 2
	exitNoPage  = 3
	exitRefused = 4
	exitService = 5
)

// exportStatus is the exit status for a failure.
func exportStatus(err error) int {
	var noSubpage *noSubpageError
	if errors.As(err, &noSubpage) {
		return exitNoPage
	}
	switch service.KindOf(err) {
	case service.NotFound:
		return exitNoPage
	case service.Refused, service.QuotaUsed, service.RateLimited:
		return exitRefused
	case service.Trouble, service.NoNetwork, service.BadContent, service.TooLarge:
		return exitService
	}
	return exitError
}

// words tells of a failure in a sentence. What the service answered is not quoted: it may hold the key.
func (o *exportOptions) words(err error) string {
	var e *service.Error
	switch {
	case errors.Is(err, context.Canceled):
		return "it was stopped before the page was written"
	case !errors.As(err, &e):
		return strings.Map(render.Printable, err.Error())
	}
	status := ""
	if e.Status != 0 && e.Status != http.StatusOK {
		status = fmt.Sprintf(" (status %d)", e.Status)
	}
	switch e.Kind {
	case service.NotFound:
		return fmt.Sprintf("there is no page %d", o.Place.Page)
	case service.Refused:
		return "the service refused the credentials"
	case service.QuotaUsed:
		return "the service's quota of requests is used up"
	case service.RateLimited:
		if e.RetryAfter > 0 {
			return "the service asks for a pause of " + words.WaitWords(e.RetryAfter)
		}
		return "the service asks for a pause"
	case service.Trouble:
		return "the service is in trouble" + status
	case service.NoNetwork:
		return fmt.Sprintf("there is no connection to the service: %v", e.Err)
	case service.BadContent:
		if other := (*service.OtherPageError)(nil); errors.As(err, &other) {
			return other.Error()
		}
		return fmt.Sprintf("the service's answer for page %d makes no sense%s", o.Place.Page, status)
	case service.TooLarge:
		return fmt.Sprintf("the service's answer for page %d is too large: %v", o.Place.Page, e.Err)
	}
	return e.Kind.String()
}
