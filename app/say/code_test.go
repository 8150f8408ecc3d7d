package say

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestCode parses the whole program. All texts for users must be in the catalogues, each message must be used, and each
// call must pass the values of the message's placeholders.
func TestCode(t *testing.T) {
	c := &code{t: t, files: token.NewFileSet(), messages: read("en"), names: names(t), said: map[string]bool{}}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root && d.Name() != ".ci" {
			return skip(err)
		}
		if !d.IsDir() &&
			(strings.HasSuffix(path, ".html") || strings.HasSuffix(path, "example.toml") ||
				strings.Contains(filepath.ToSlash(path), "/.ci/packaging/files/")) {
			c.page(path)
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			f, err := parser.ParseFile(c.files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			c.room, _ = filepath.Rel(root, filepath.Dir(path))
			c.room = filepath.ToSlash(c.room)
			c.file = c.room + "/" + d.Name()
			ast.Inspect(f, c.see)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for key := range c.messages {
		if !c.said[key] && !composed.MatchString(key) {
			t.Errorf("nothing says %s", key)
		}
	}
	for name, used := range c.names {
		if !used {
			t.Errorf("testdata/names has %q, which is nowhere in the program", name)
		}
	}
}

// composed matches keys that are built from two parts.
var composed = regexp.MustCompile(
	`^service\.(missing|trouble|senseless|tooLarge)\.|^date\.[a-z]+\.short$|^palette\.|` +
		`^check\.(rule|outcome)\.|^language\.(own|unfinished)$`)

// saidInPage matches a message in a template of a web page, in a file of the packages, or in the example of a playlist.
var saidInPage = regexp.MustCompile(`(?:(?:say|Say|in \.) "|#: )([^"\s]*)`)

// page checks the messages of a template.
func (c *code) page(path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, m := range saidInPage.FindAllSubmatch(data, -1) {
		key := string(m[1])
		if _, there := c.messages[key]; !there {
			c.t.Errorf("%s: there is no message %s", path, key)
		}
		c.said[key] = true
	}
}

// skip returns err, or SkipDir to leave out a folder.
func skip(err error) error {
	if err != nil {
		return err
	}
	return fs.SkipDir
}

// code is the state while files are checked.
type code struct {
	t        *testing.T
	files    *token.FileSet
	room     string // the folder of the file, relative to the project
	file     string
	quiet    bool // within text that users do not read
	messages map[string]note
	said     map[string]bool
	names    map[string]bool // texts that are the same in each language, and whether they were found
}

// unread are the folders and files whose texts are only read by developers or by the clients of a service, with the
// reason.
var unread = map[string]string{
	".ci/load":                     "a tool of developers",
	".ci/measure":                  "a tool of developers",
	".ci/measure/empty":            "a tool of developers",
	".ci/packaging":                "packages, which are in English",
	".ci/types":                    "a tool of developers",
	"app/access/atspi":             "names of D-Bus",
	"app/acquire":                  "its failures are worded by app/sound/listen and app/words, by their kinds",
	"app/boot":                     "names of systems",
	"app/bus":                      "D-Bus, and failures for programmers",
	"app/testkit/badserver":        "tests",
	"app/httpclient":               "HTTP, and failures that are worded by app/service and app/screen/playlist",
	"app/budget":                   "its failures are worded by app/words, by their kinds",
	"app/diagnose/crash.go":        "reports, which are for developers",
	"app/diagnose/library.go":      "how lines of net/http start, for the log",
	"app/diagnose/report.go":       "reports, which are for developers",
	"app/browse/places.go":         "its failures are worded by app/words",
	"app/demo":                     "the demo's own pages are in English",
	"app/desktop":                  "names of D-Bus and X",
	"app/discover":                 "DNS-SD",
	"app/api":                      "HTTP, and failures that are worded by app/words, by their kinds",
	"app/endtoend":                 "tests",
	"app/endtoend/probe":           "tests",
	"app/errno":                    "numbers of systems",
	"app/files":                    "its failures are worded by app/words",
	"app/check":                    "HTTP, and names of rules; what people read is in its catalogues",
	"app/cli/instance.go":          "messages between two starts of the program",
	"app/cli/instance_unix.go":     "messages between two starts of the program",
	"app/cli/instance_windows.go":  "messages between two starts of the program",
	"app/console_windows.go":       "names of Windows",
	"app/screen/status/handler.go": "HTTP",
	"app/screen/kiosk/report.go":   "what a monitor reads",
	"app/cli/kioskunit.go":         "a unit",
	"app/cli/relayinstall.go":      "a unit",

	"app/screen/status/metrics.go":  "what Prometheus reads",
	"app/screen/power":              "names of HDMI, Wayland and X; app/screen/status has the sentence of its failure",
	"app/testkit":                   "tests",
	"app/testkit/race":              "tests",
	"app/testkit/servicetest":       "tests",
	"app/testkit/evening":           "tests",
	"app/testkit/hand":              "tests",
	"app/testkit/xserver":           "tests",
	"app/wayland":                   "the wire format of Wayland",
	"app/webhook":                   "HTTP; app/words has the sentences of its failures",
	"app/screen/playlist/edit.go":   "TOML",
	"app/screen/playlist/syntax.go": "what the parser of TOML says",
	"app/media":                     "fields of documents",
	"app/player":                    "its failures are worded by app/sound/listen, by their kinds",
	"app/sound/recordings":          "its failures are worded by app/sound/listen and app/words, by their kinds",
	"app/relay":                     "HTTP, metrics",
	"app/guard":                     "an error of a prefix",
	"app/relay/serve":               "HTTP",
	"app/relay/site":                "HTTP and HTML; what people read is in its templates",
	"app/render":                    "names of glyphs",
	"app/service":                   "its failures are worded by app/words, by their kinds",
	"app/store":                     "SQL",
	"app/systemd":                   "units",
	"app/teletext":                  "codes of the pages, and what a page's document lacks",
	"app/ui/command/readme.go":      "tables of the guide to shortcuts, which is in English",
	"app/ui/command/table.go":       "mistakes in the table of commands, which tests find",
	"app/ui/hosttest":               "tests",
	"app/ui/window/dress.go":        "the toolkit’s own words",
	"app/ui/loop/toolkit.go":        "complaints of the toolkit",
	"widgets/widgettest":            "tests",
	"app/voice/dispatcher.go":       "SSIP",
	"app/voice/engine.go":           "an error that presenters know and do not show",
	"app/voice/language.go":         "languages by their own names",
	"app/voice/open_windows.go":     "scripts",
	"app/voice/reply.go":            "SSIP",
}

// see checks a node, and reports whether to check its children.
func (c *code) see(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.Field:
		return n.Tag == nil
	case *ast.CallExpr:
		switch {
		case isCall(n, "slog"), isCall(n, "regexp"), isCallOf(n, "panic"):
			return false
		case isLog(n):
			loud := c.quiet
			c.quiet = true
			for _, a := range n.Args {
				ast.Inspect(a, c.see)
			}
			c.quiet = loud
			return false
		case isOption(n):
			c.option(n)
			return false
		case isCall(n, "fmt"):
			c.dates(n)
		case c.isText(n):
			c.call(n)
			c.values(n)
			return false
		}
	case *ast.KeyValueExpr:
		if k, ok := n.Key.(*ast.Ident); ok && k.Name == "Word" { // a word of the command line
			return false
		}
	case *ast.BasicLit:
		if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
			c.literal(n, s)
		}
	}
	return true
}

// dates reports arguments that are the name of a day or month, because package time only has English ones.
func (c *code) dates(n *ast.CallExpr) {
	for _, a := range n.Args {
		if call, is := a.(*ast.CallExpr); is {
			if s, is := call.Fun.(*ast.SelectorExpr); is &&
				(s.Sel.Name == "Weekday" || s.Sel.Name == "Month") && len(call.Args) == 0 {
				c.t.Errorf("%s: the name of a day or a month is in English", c.files.Position(a.Pos()))
			}
		}
	}
}

// isCall reports whether a function of a package is called.
func isCall(n *ast.CallExpr, pkg string) bool {
	s, ok := n.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == pkg
}

// isText reports whether a function of this package or a method of a language is called.
func (c *code) isText(n *ast.CallExpr) bool {
	s, ok := n.Fun.(*ast.SelectorExpr)
	if !ok || len(n.Args) == 0 {
		return false
	}
	name := ""
	switch x := s.X.(type) {
	case *ast.Ident:
		name = x.Name
	case *ast.SelectorExpr:
		name = x.Sel.Name
	}
	return name == "say" || name == "in" || name == "Tongue" || name == "t" && c.room == "app/say"
}

// isLog reports whether a call writes a line of a log or of a crash report.
func isLog(n *ast.CallExpr) bool {
	s, ok := n.Fun.(*ast.SelectorExpr)
	return ok && (s.Sel.Name == "Note" || s.Sel.Name == "note" || s.Sel.Name == "logLine")
}

func isCallOf(n *ast.CallExpr, name string) bool {
	f, ok := n.Fun.(*ast.Ident)
	return ok && f.Name == name
}

// fixed is the number of arguments before the values, by function of this package.
var fixed = map[string]int{"Text": 1, "Error": 1, "Time": 2, "Count": 2, "Wrap": 2}

// call checks a call of this package: the message must exist, and its values must match.
func (c *code) call(n *ast.CallExpr) {
	name := n.Fun.(*ast.SelectorExpr).Sel.Name
	first, is := fixed[name]
	if !is {
		return
	}
	at := n.Args[0]
	if name == "Wrap" {
		at = n.Args[1]
	}
	key, is := literal(at)
	if !is {
		return // the key is from a table, where it is checked
	}
	m, there := c.messages[key]
	switch {
	case !there:
		c.t.Errorf("%s: there is no message %s", c.files.Position(n.Pos()), key)
		return
	case name == "Time" || n.Ellipsis.IsValid():
		return
	case (name == "Count") != m.counts():
		c.t.Errorf("%s: either the call counts or %s", c.files.Position(n.Pos()), key)
	}
	switch name {
	case "Count":
		c.places(n, key, first, "Count")
	case "Wrap":
		c.places(n, key, first, "Error")
	default:
		c.places(n, key, first)
	}
}

// places checks that a message gets its values: those that are named in a call from an argument on, and others.
func (c *code) places(n *ast.CallExpr, key string, first int, given ...string) {
	m := c.messages[key]
	for i := first; i < len(n.Args); i += 2 {
		if value, is := literal(n.Args[i]); is {
			given = append(given, value)
		}
	}
	slices.Sort(given)
	if !slices.Equal(given, placesIn(m.Other)) {
		c.t.Errorf("%s: %s has the places %q, and gets %q", c.files.Position(n.Pos()), key, placesIn(m.Other), given)
	}
}

// isOption reports whether a call declares or describes an option of the command line, whose word is the same in each
// language.
func isOption(n *ast.CallExpr) bool {
	s, ok := n.Fun.(*ast.SelectorExpr)
	if !ok || len(n.Args) < 2 || s.Sel.Name != "Add" && s.Sel.Name != "Describe" {
		return false
	}
	word, is := literal(n.Args[0])
	return is && strings.HasPrefix(word, "-")
}

// option checks a declaration of an option: the message that describes it must exist, and its values must match.
func (c *code) option(n *ast.CallExpr) {
	at := 1
	if n.Fun.(*ast.SelectorExpr).Sel.Name == "Add" {
		ast.Inspect(n.Args[1], c.see)
		at = 2
	}
	key, is := literal(n.Args[at])
	switch _, there := c.messages[key]; {
	case !is || key == "":
		return
	case !there:
		c.t.Errorf("%s: there is no message %s", c.files.Position(n.Pos()), key)
		return
	}
	c.said[key] = true
	c.places(n, key, at+1)
	for i := at + 2; i < len(n.Args); i += 2 {
		ast.Inspect(n.Args[i], c.see)
	}
}

// values checks the arguments of a call except for the names of its values.
func (c *code) values(n *ast.CallExpr) {
	first, is := fixed[n.Fun.(*ast.SelectorExpr).Sel.Name]
	for i, a := range n.Args {
		if !is || i < first || (i-first)%2 == 1 {
			ast.Inspect(a, c.see)
		}
	}
}

func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(l.Value)
	return s, err == nil
}

var (
	anyWord  = regexp.MustCompile(`\p{L}{2}`)
	isWords  = regexp.MustCompile(`\p{L}{2}.*[ …].*|^\P{L}*\p{Lu}\p{Ll}+[^/.]*$`)
	anyBlank = regexp.MustCompile(`%[-+#0-9.]*[a-zA-Z]|\{[A-Za-z]+\}|^sextant( [a-z]+)*:?( --[a-z]+)?|--[a-z-]+`)
)

// literal checks whether a text is a key, or a text that must be in the catalogues.
func (c *code) literal(n *ast.BasicLit, s string) {
	if _, is := c.messages[s]; is {
		c.said[s] = true
		return
	}
	if _, is := c.names[s]; is {
		c.names[s] = true
		return
	}
	if bare := anyBlank.ReplaceAllString(s, ""); c.quiet || !anyWord.MatchString(bare) ||
		!isWords.MatchString(bare) || unread[c.room] != "" || unread[c.file] != "" {
		return
	}
	c.t.Errorf("%s: %q is not in the catalogues", c.files.Position(n.Pos()), s)
}

// names reads the texts that are the same in each language.
func names(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "names"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			s, err := strconv.Unquote(line)
			if err != nil {
				t.Fatalf("testdata/names: %s: %v", line, err)
			}
			names[s] = false
		}
	}
	return names
}
