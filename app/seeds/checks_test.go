package seeds

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sextant/app/settings"
	"sextant/app/store"
)

// A secret is a key, in all its encodings, and the only host that may get it.
type secret struct {
	forms []string
	host  string
}

// hide registers a key that only one host may get.
func (w *world) hide(key, host string) {
	forms := []string{key, url.QueryEscape(key), url.PathEscape(key), strings.ReplaceAll(key, "'", "\\u0027")}
	slices.Sort(forms)
	all := append(slices.Clone(*w.secrets.Load()), secret{slices.Compact(forms), host})
	w.secrets.Store(&all)
}

func (s *secret) in(text string) bool {
	return slices.ContainsFunc(s.forms, func(form string) bool { return strings.Contains(text, form) })
}

// checkText checks that a text contains no key.
func (w *world) checkText(what, text string) {
	for _, s := range *w.secrets.Load() {
		if s.in(text) {
			w.fail("a key for %s is in %s", s.host, what)
		}
	}
}

// checkRequest checks that a request contains no key of another host.
func (w *world) checkRequest(host string, r *http.Request) {
	var text strings.Builder
	text.WriteString(r.URL.String())
	_ = r.Header.Write(&text)
	for _, s := range *w.secrets.Load() {
		if s.host != host && s.in(text.String()) {
			w.fail("a key for %s was sent to %s", s.host, host)
		}
	}
}

// checkFiles checks that no file of a profile contains a key, except the key files.
func (w *world) checkFiles(dir string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), settings.KeyFile) {
			return nil // the entry no longer exists, or is a folder or a key file
		}
		data, err := os.ReadFile(path)
		if err == nil {
			w.checkText(path, string(data))
		}
		return nil
	})
	if err != nil {
		w.fail("%s cannot be read: %v", dir, err)
	}
	w.count("profiles searched for keys")
}

// unpacked returns a body without its compression.
func unpacked(h http.Header, body []byte) []byte {
	if h.Get("Content-Encoding") != "gzip" {
		return body
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return body
	}
	data, _ := io.ReadAll(z) // a truncated one is incomplete
	return data
}

var markForm = regexp.MustCompile(`([a-z]+)-(\d+)-(\d+)-(\d+)-[0-9a-f]{6}`)

// A mark is a version of a subpage that is on a screen.
type mark struct{ page, version int }

// checkMarks checks that all marks in a text are versions that the service had, and returns them.
func (w *world) checkMarks(who string, s *service, text string) (all []mark) {
	for _, m := range markForm.FindAllStringSubmatch(text, -1) {
		page, subpage, version := number(m[2]), number(m[3]), number(m[4])
		switch {
		case m[1] != s.name:
			w.fail("%s shows %s while it is tuned in to %s", who, m[0], s.name)
		case version > s.newest(page) || s.mark(page, subpage, version) != m[0]:
			w.fail("%s shows %s, which %s never had", who, m[0], s.name)
		}
		all = append(all, mark{page, version})
	}
	return all
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// A promise has the value of an item that the user changes: the last one reported as saved, or one of those requested
// since.
type promise struct {
	asked int // so far
	saved wish
	since []wish
}

// A wish is a value that the user requested for an item. number counts the requests.
type wish struct {
	number int
	value  string
}

// promises are those of a profile for one service.
type promises struct {
	mu     sync.Mutex
	things map[string]*promise
}

// ask records a requested value, and returns a function that records that it was saved.
func (p *promises) ask(key, value string) (saved func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	one := p.things[key]
	if one == nil {
		one = &promise{}
		p.things[key] = one
	}
	one.asked++
	w := wish{one.asked, value}
	one.since = append(one.since, w)
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if w.number > one.saved.number {
			one.saved = w
			one.since = slices.DeleteFunc(one.since, func(o wish) bool { return o.number <= w.number })
		}
	}
}

// check compares the stored values with the promises.
func (p *promises) check(w *world, there map[string]string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for key, one := range p.things {
		is := there[key]
		isWished := slices.ContainsFunc(one.since, func(o wish) bool { return o.value == is })
		if is != one.saved.value && !isWished {
			w.fail("%s is %q, but %v was said to be saved, and then %v were asked for", key, is, one.saved, one.since)
		}
	}
	w.count("lists compared")
}

// mayExceed reports whether an account may exceed its limit for a window: two programs share that of the desk, and if
// its disk was full within the window, they could not write their requests for each other; or a machine could not know
// at its boot when it had sent those before.
func (w *world) mayExceed(id string, window time.Duration) bool {
	m := w.machine(id)
	return id == "desk" && m.hadFullDisk(window+time.Minute) || w.now().Sub(m.lost) < window
}

// absences record one client's answers for each page. They are safe for concurrent use.
type absences struct {
	mu       sync.Mutex
	missing  map[int]int // 404s in a row
	before   map[int]int // others at the first of these
	answered map[int]bool
	others   int // answers that the client may have taken for documents
}

// record records the answer for a page. A spoilt one counts only if it is a 404.
func (a *absences) record(page, status int, spoilt bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.missing == nil {
		a.missing, a.before, a.answered = map[int]int{}, map[int]int{}, map[int]bool{}
	}
	switch {
	case status == http.StatusNotFound:
		if a.missing[page] == 0 {
			a.before[page] = a.others
		}
		a.missing[page]++
	case status < http.StatusBadRequest:
		a.others++
		if !spoilt {
			a.missing[page], a.answered[page] = 0, true
		}
	}
}

// mayLack reports whether the client may take a page for missing: after two 404s in a row, if it was given something
// else since the first, or if there was never another answer.
func (a *absences) mayLack(page int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.answered[page] || a.missing[page] > 1 && a.others > a.before[page]
}

// checkStored checks that a store marks no page as missing that must be there.
func (m *machine) checkStored(s *store.Store, mayLack func(page int) bool) {
	listings, err := s.Directory()
	if err != nil {
		return // the disk fails
	}
	for _, l := range listings {
		if isPage(l.Page) && !l.MissingSince.IsZero() && !l.Fetched.IsZero() && !mayLack(l.Page) {
			m.world.fail("the store of %s says that page %d is missing since %v", m.name, l.Page, l.MissingSince)
		}
	}
	m.world.count("stores found whole")
}

// isPage reports whether all services have a page.
func isPage(page int) bool { return page >= firstPage && page < firstPage+pages && page%2 == 0 }
