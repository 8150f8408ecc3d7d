// Package check tests whether a server conforms to the Teletext and Media Interface: it requests a little of
// everything, and compares the answers with the specification.
package check

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"sextant/app/say"
	"sextant/app/teletext"
)

// Outcome is the result of a rule.
type Outcome string

// The outcomes.
const (
	Kept      Outcome = "kept"
	Broken    Outcome = "broken"
	Advice    Outcome = "advice"    // conforming, but other answers would be better for clients
	Unchecked Outcome = "unchecked" // it could not be checked
)

// A Finding is the result of a rule, with details.
type Finding struct {
	// Rule is a stable name, and Section the section of the specification.
	Rule    string  `json:"rule"`
	Section string  `json:"section"`
	Outcome Outcome `json:"outcome"`
	// Says is the rule in words, and Found what was found if it is not kept.
	Says  string `json:"says"`
	Found string `json:"found,omitempty"`
}

// Config configures a check.
type Config struct {
	// BaseURL and MediaBaseURL are the specification's {base_url} and {media_base_url}.
	BaseURL, MediaBaseURL string
	AppID, AppKey         string
	// Page is a page that exists.
	Page int
	// Deep also checks all versions of playouts, the pages that the first one leads to, and their pictures.
	Deep bool
	// Most is the limit of requests, and Pause the time between two of them.
	Most  int
	Pause time.Duration
	// Within is the timeout of an answer.
	Within time.Duration
	// Progress is called before each request with the number of earlier ones.
	Progress func(requests int)
}

// A Report has all findings.
type Report struct {
	Server   string    `json:"server"`
	Requests int       `json:"requests"`
	Findings []Finding `json:"findings"`
}

// Broken reports whether a rule is broken.
func (r *Report) Broken() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Outcome == Broken })
}

// ErrUnreachable is the error for a server that cannot be checked at all: it does not answer, does not have the
// interface, or requires credentials that were not given.
var ErrUnreachable = errors.New("the server cannot be asked")

// The rules, in the order in which they are reported, with the section of the specification.
var rules = []struct{ name, section string }{
	{"protocol", "Endpoints"},
	{"json.answer", "Teletext page data"},
	{"json.document", "Teletext page document"},
	{"json.strings", "Teletext page document"},
	{"json.number", "page"},
	{"xml.answer", "Teletext page data"},
	{"xml.document", "Teletext page document"},
	{"xml.same", "Teletext page document"},
	{"content.types", "subpage"},
	{"content.lines", "content and line"},
	{"content.text", "Content type text"},
	{"content.agree", "Content type structured"},
	{"page.missing", "Errors"},
	{"page.format", "Errors"},
	{"image.answer", "Teletext page image"},
	{"image.form", "Teletext page image"},
	{"image.fresh", "Teletext page image"},
	{"image.missing", "Errors"},
	{"errors.text", "Errors"},
	{"credentials", "Authentication"},
	{"validators", "Teletext page data"},
	{"validators.changed", "Teletext page data"},
	{"media.list", "Media endpoints"},
	{"media.playouts", "Media endpoints"},
	{"media.download", "Media endpoints"},
	{"media.range", "Media endpoints"},
	{"redirects", "Authentication"},
	{"lengths", "Endpoints"},
}

// A run is a check in progress. A checked rule counts as kept until something else is found.
type run struct {
	config   Config
	ask      *asker
	findings map[string]*Finding
}

// Server checks a server. Its errors are that of ctx, and ErrUnreachable, wrapped with the reason.
func Server(ctx context.Context, c Config) (*Report, error) {
	r := newRun(c)
	defer r.ask.http.CloseIdleConnections()
	err := r.all(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	report := &Report{Server: withoutSecrets(c.BaseURL), Requests: r.ask.requests}
	for _, rule := range rules {
		report.Findings = append(report.Findings, *r.findings[rule.name])
	}
	return report, nil
}

// newRun returns a check with all rules unchecked.
func newRun(c Config) *run {
	r := &run{config: c, findings: map[string]*Finding{}}
	for _, rule := range rules {
		r.findings[rule.name] = &Finding{
			Rule: rule.name, Section: rule.section, Outcome: Unchecked, Says: say.Text("check.rule." + rule.name),
			Found: say.Text("check.notReached"),
		}
	}
	r.ask = newAsker(&c, r.broken)
	return r
}

// withoutSecrets returns an address without the parts that may be secret.
func withoutSecrets(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// kept records that a rule was checked and is kept, unless something else was found before.
func (r *run) kept(rule string) {
	if f := r.findings[rule]; f.Outcome == Unchecked {
		f.Outcome, f.Found = Kept, ""
	}
}

// broken, advise and skip record the outcome of a rule. The first one counts, unless a later one is Broken.
func (r *run) broken(rule, found string)  { r.note(rule, Broken, found) }
func (r *run) advise(rule, found string)  { r.note(rule, Advice, found) }
func (r *run) skipped(rule, found string) { r.note(rule, Unchecked, found) }

func (r *run) note(rule string, o Outcome, found string) {
	f := r.findings[rule]
	if f.Outcome == Broken || f.Outcome == Advice && o != Broken || o == Unchecked && f.Outcome != Unchecked {
		return
	}
	f.Outcome, f.Found = o, found
}

// all runs all checks.
func (r *run) all(ctx context.Context) error {
	r.kept("redirects")
	r.kept("lengths")
	page, a, err := r.firstPage(ctx)
	if err != nil {
		return err
	}
	r.protocol(a)
	r.xml(ctx, page)
	r.validators(ctx, a)
	r.missing(ctx)
	if page != nil && len(page.Subpages) > 0 {
		r.image(ctx, page.Subpages[0].Number, a)
	}
	r.credentials(ctx)
	r.media(ctx)
	if r.config.Deep && page != nil {
		r.further(ctx, page)
	}
	return nil
}

// firstPage requests the configured page as JSON. Without a valid answer nothing else can be checked.
func (r *run) firstPage(ctx context.Context) (*teletext.Page, *answer, error) {
	a := r.ask.get(ctx, r.ask.page(r.config.Page, "json"), ask{})
	switch {
	case a.err != nil:
		return nil, nil, fmt.Errorf("%w: %s", ErrUnreachable, a.why())
	case a.status == 401 || a.status == 403:
		return nil, nil, fmt.Errorf("%w: %s", ErrUnreachable, say.Text("check.refused", "Status", a.status))
	case a.status == 404:
		return nil, nil, fmt.Errorf("%w: %s", ErrUnreachable, say.Text("check.noPage", "Page", r.config.Page))
	case a.status != 200:
		return nil, nil, fmt.Errorf("%w: %s", ErrUnreachable, say.Text("check.status", "Status", a.status))
	}
	return r.document("json", a, r.config.Page), a, nil
}
