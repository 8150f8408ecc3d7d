package status

import (
	"bytes"
	_ "embed" // for the page
	"html/template"
	"net/http"

	"sextant/app/say"
)

//go:embed remote.html
var remoteText string

// remotePages are the remote page and the one that asks for the token.
var remotePages = template.Must(template.New("").Parse(remoteText))

// A reader is who looks at a page, as the page needs to know it.
type reader struct {
	in    *say.Tongue
	Nonce string
}

// Say says a text in the reader's language, whose tag is Language.
func (r reader) Say(key string, pairs ...any) string { return r.in.Text(key, pairs...) }

func (r reader) Language() string { return r.in.Tag() }

// readerOf returns the reader that a request is from.
func readerOf(r *http.Request) reader {
	return reader{say.For(r.Header.Get("Accept-Language")), newNonce()}
}

// A remotePage is what the remote page shows.
type remotePage struct {
	reader
	Title, Why, Typed string
	Status            []sentence
	Suspended, Picked bool
	Lists             []listKey
	// Frame is that of the picture, and Again after how many seconds a browser without scripts asks again.
	Frame, Again int
}

// How soon a browser without scripts asks again, in seconds: sooner after a key, whose page takes a moment.
const (
	againUsually = 10
	againSoon    = 1
)

// pressed is in the address of the page that is shown after a key.
const pressed = "pressed"

// A listKey is the key of a list.
type listKey struct {
	Name  string
	Words string // what people call it
	On    bool
}

// remote answers with the remote page.
func (h *handler) remote(w http.ResponseWriter, r *http.Request) {
	by := readerOf(r)
	v := h.parts.look(r.Context())
	v.in = by.in
	page := remotePage{
		reader: by, Title: v.title(), Why: v.why(), Typed: v.Typed,
		Status: v.sentences(), Suspended: v.Held || v.Visited,
		Picked: v.Picked, Frame: v.Drawn, Again: againUsually,
	}
	if r.URL.Query().Has(pressed) {
		page.Again = againSoon
	}
	for i, name := range v.Lists {
		page.Lists = append(page.Lists, listKey{name, v.called(name), i == v.List})
	}
	h.write(w, http.StatusOK, "remote", by.Nonce, page)
}

// login answers with the page that asks for the token, and says why.
func (h *handler) login(w http.ResponseWriter, by reader, status int, why string) {
	h.write(w, status, "login", by.Nonce, struct {
		reader
		Why string
	}{by, why})
}

func (h *handler) write(w http.ResponseWriter, status int, name, nonce string, page any) {
	var b bytes.Buffer
	if err := remotePages.ExecuteTemplate(&b, name, page); err != nil {
		panic(err) // the page itself is wrong
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", policy(nonce))
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // fails only where the client has hung up
}
