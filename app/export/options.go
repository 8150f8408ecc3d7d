package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sextant/app/api"
	"sextant/app/cli"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/words"
)

// printUsage prints the output of "sextant export --help".
func printUsage(w io.Writer) {
	fmt.Fprint(w, say.Text("usage.export.about"), "\n\n", say.Text("usage.title"), "\n")
	cli.PrintVerbs(w, "sextant export", []cli.Line{
		{Word: "[options] PAGE", Words: say.Text("usage.export.first")},
		{Word: "[options] PAGE/SUBPAGE", Words: say.Text("usage.export.one")},
		{Word: "[options] PAGE/all", Words: say.Text("usage.export.all")},
	})
	fmt.Fprintf(w, "\n%s\n", say.Text("usage.options"))
	cli.Print(w, new(exportOptions).flags(cli.NoVariables).Lines())
	fmt.Fprintln(w)
	cli.Wrap(w, say.Text("usage.export.status"))
	cli.Print(w, []cli.Line{
		{Word: "1", Words: say.Text("usage.export.status1")},
		{Word: "2", Words: say.Text("usage.export.status2")},
		{Word: "3", Words: say.Text("usage.export.status3")},
		{Word: "4", Words: say.Text("usage.export.status4")},
		{Word: "5", Words: say.Text("usage.export.status5")},
	})
}

// exportOptions are the options of export.
type exportOptions struct {
	station.Overrides
	Place   teletext.Place
	Profile string
	Help    bool
	form    Form
	all     bool   // every subpage
	file    string // standardOutput for none
}

const standardOutput = "-"

// Limits of a picture: a pixel for each cell at least, and the largest screens at most.
const (
	minExportWidth, minExportHeight = 40, 24
	maxExportWidth, maxExportHeight = 7680, 4320
)

// parseExport parses the command line of export, and the environment for options that it does not have.
func parseExport(args []string, env func(string) string) (exportOptions, error) {
	o := exportOptions{file: standardOutput}
	o.form.Size, o.form.Palette = image.Pt(render.PictureWidth, render.PictureHeight), render.Palettes()[0]
	places, err := o.flags(env).Parse(args)
	if err != nil || o.Help {
		return o, err
	}
	if len(places) != 1 {
		return o, say.Error("usage.export.which")
	}
	page, isAll := strings.CutSuffix(places[0], "/all")
	if o.Place, err = words.Place(page); err == nil && isAll && o.Place.Subpage != 0 {
		err = say.Error("usage.export.allForm", "Text", strconv.Quote(places[0]))
	}
	if err != nil {
		return o, err
	}
	o.all = isAll
	if o.form.Format == "" {
		if o.form.Format, err = formatOf(o.file); err != nil {
			return o, err
		}
	}
	return o, o.check()
}

// flags declares the options.
func (o *exportOptions) flags(env func(string) string) *cli.Flags {
	f := cli.NewFlags("sextant export")
	f.Add("--format FORMAT", func(name string) error {
		if !slices.Contains(exportFormats(), name) {
			return say.Error("usage.thereAre", "Names", strings.Join(exportFormats(), ", "))
		}
		o.form.Format = name
		return nil
	}, "option.export.format")
	f.Choices(
		[2]string{PNG, "option.export.png"}, [2]string{Text, "option.export.text"},
		[2]string{ANSI, "option.export.ansi"}, [2]string{HTML, "option.export.html"},
		[2]string{JSON, "option.export.json"}, [2]string{XML, "option.export.xml"},
		[2]string{Cells, "option.export.cells"}, [2]string{CSV, "option.export.csv"},
	)
	f.Add("-o FILE", &o.file, "option.export.file")
	f.Add("--size WxH", func(s string) (err error) {
		o.form.Size, err = ParseSize(s)
		return err
	}, "option.export.size")
	f.Add("--reveal", &o.form.Reveal, "option.export.reveal")
	f.Add("--with-time", &o.form.WithTime, "option.export.withTime")
	f.Add("--sextants", &o.form.Sextants, "option.export.sextants")
	f.Add("--palette NAME", func(name string) (err error) {
		var ok bool
		if o.form.Palette, ok = render.PaletteNamed(name); !ok {
			err = say.Error("usage.thereAre", "Names", paletteNames())
		}
		return err
	}, "option.export.palette", "Palettes", paletteNames())
	f.Quiet().Service(&o.Overrides, env)
	f.Add("--profile DIR", &o.Profile, "")
	f.Describe("--base-url URL, --media-base-url URL, --app-id ID, --app-key KEY, --profile DIR",
		"option.export.service")
	f.Add("--help", &o.Help, "option.help")
	f.Add("-h", &o.Help, "")
	return f
}

// check fails for options that contradict each other.
func (o *exportOptions) check() error {
	switch {
	case o.file == "":
		return say.Error("export.noName")
	case o.all && o.form.Format == PNG && o.file == standardOutput:
		return say.Error("export.severalPictures")
	}
	return cli.CheckService(&o.Overrides)
}

// ParseSize parses a width and a height such as 720x456.
func ParseSize(s string) (image.Point, error) {
	width, height, _ := strings.Cut(s, "x")
	w, errW := strconv.Atoi(width)
	h, errH := strconv.Atoi(height)
	if errW != nil || errH != nil {
		return image.Point{}, say.Error("export.sizeForm")
	}
	if w < minExportWidth || h < minExportHeight || w > maxExportWidth || h > maxExportHeight {
		return image.Point{}, say.Error("export.sizeRange", "Least",
			fmt.Sprintf("%dx%d", minExportWidth, minExportHeight), "Most",
			fmt.Sprintf("%dx%d", maxExportWidth, maxExportHeight))
	}
	return image.Pt(w, h), nil
}

// endings are the extensions of formats. A name without an extension stands for text.
var endings = []struct{ ending, format string }{
	{".png", PNG},
	{".txt", Text},
	{".text", Text},
	{".ansi", ANSI},
	{".ans", ANSI},
	{".html", HTML},
	{".htm", HTML},
	{".json", JSON},
	{".xml", XML},
	{".cells", Cells},
	{".jsonl", Cells},
	{".csv", CSV},
}

// formatOf returns the format of a file by its extension.
func formatOf(file string) (string, error) {
	ending := filepath.Ext(file)
	if ending == "" || ending == "." {
		return Text, nil
	}
	var all []string
	for _, e := range endings {
		if strings.EqualFold(e.ending, ending) {
			return e.format, nil
		}
		all = append(all, e.ending)
	}
	return "", say.Error("export.ending", "Ending", ending, "Endings", strings.Join(all, ", "))
}

func paletteNames() string {
	var names []string
	for _, p := range render.Palettes() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// numbered adds a subpage's number to a file's name: page.png becomes page-1.png.
func numbered(file string, subpage int) string {
	ending := filepath.Ext(file)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(file, ending), subpage, ending)
}

// subpages returns the indices of the subpages to write.
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

// A noSubpageError is the error for a page without the wanted subpage, or without any.
type noSubpageError struct{ place teletext.Place }

func (e *noSubpageError) Error() string {
	if e.place.Subpage == 0 {
		return say.Text("page.noSubpages", "Page", e.place.Page)
	}
	return say.Text("page.noSubpage", "Page", e.place.Page, "Subpage", e.place.Subpage)
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

// exportStatus returns the exit status for an error.
func exportStatus(err error) int {
	var noSubpage *noSubpageError
	if errors.As(err, &noSubpage) {
		return exitNoPage
	}
	switch api.KindOf(err) {
	case api.NotFound:
		return exitNoPage
	case api.Refused, api.QuotaUsed, api.RateLimited:
		return exitRefused
	case api.Trouble, api.NoNetwork, api.BadContent, api.TooLarge:
		return exitService
	}
	return exitError
}

// words describes an error in a sentence. It does not quote the service's answer, which may contain the key.
func (o *exportOptions) words(err error) string {
	var e *api.Error
	switch {
	case errors.Is(err, context.Canceled):
		return say.Text("export.stopped")
	case !errors.As(err, &e):
		return strings.Map(render.Printable, err.Error())
	}
	if m, known := words.Fault(err); known {
		return words.FirstLower(strings.TrimSuffix(m.Sentence, "."))
	}
	switch e.Kind {
	case api.NotFound:
		return say.Text("page.noSuch", "Page", o.Place.Page)
	case api.Refused:
		return say.Text("reason.refused")
	case api.QuotaUsed:
		return say.Text("reason.quota")
	case api.RateLimited:
		if e.RetryAfter > 0 {
			return say.Text("reason.pauseOf", "Wait", words.WaitWords(e.RetryAfter))
		}
		return say.Text("reason.pause")
	case api.Trouble:
		return withStatus(say.Text("reason.trouble"), e.Status)
	case api.NoNetwork:
		return say.Wrap(e.Err, "export.unreachable").Error()
	case api.BadContent:
		if other := (*api.OtherPageError)(nil); errors.As(err, &other) {
			return say.Text("export.otherPage", "Page", other.Asked, "Other", other.Got)
		}
		return withStatus(say.Text("reason.senseless"), e.Status)
	case api.TooLarge:
		return say.Wrap(e.Err, "export.tooLarge").Error()
	}
	return cmp.Or(words.KindReason(e.Kind), e.Kind.String())
}

// withStatus adds the HTTP status to a reason, if there is one.
func withStatus(reason string, status int) string {
	if status == 0 || status == http.StatusOK {
		return reason
	}
	return say.Text("reason.withStatus", "Reason", reason, "Status", status)
}
