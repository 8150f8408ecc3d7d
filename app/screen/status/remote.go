package status

import (
	"bytes"
	_ "embed" // for the page
	"html/template"
	"net/http"

	"sextant/app/say"
	"sextant/app/screen/playlist"
)

//go:embed remote.html
var remoteText string

// remotePages are the remote page and the one that asks for the token.
var remotePages = template.Must(
	template.New("").Funcs(template.FuncMap{"say": say.Text, "language": say.InUse}).Parse(remoteText))

// A remotePage is what the remote page shows.
type remotePage struct {
	Nonce, Title, Why, Typed string
	Status                   []sentence
	Suspended, Picked        bool
	Lists                    []listKey
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
	v := h.parts.look(r.Context())
	page := remotePage{
		Nonce: newNonce(), Title: v.title(), Why: v.why(), Typed: v.Typed,
		Status: v.sentences(), Suspended: v.Held || v.Visited,
		Picked: v.Picked, Frame: v.Drawn, Again: againUsually,
	}
	if r.URL.Query().Has(pressed) {
		page.Again = againSoon
	}
	for i, name := range v.Lists {
		page.Lists = append(page.Lists, listKey{name, playlist.Called(name), i == v.List})
	}
	h.write(w, http.StatusOK, "remote", page.Nonce, page)
}

// login answers with the page that asks for the token, and says why.
func (h *handler) login(w http.ResponseWriter, status int, why string) {
	nonce := newNonce()
	h.write(w, status, "login", nonce, struct{ Nonce, Why string }{nonce, why})
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
