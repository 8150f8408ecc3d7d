package service

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sextant/app/api"
	"sextant/app/testkit"
)

func checkSecret(t *testing.T, s string) {
	t.Helper()
	for _, form := range []string{secret, "s3cret%2Fk%2By", "s3cret%2Fk+y"} {
		if strings.Contains(s, form) {
			t.Errorf("the key is in %q", s)
		}
	}
}

// TestCredentialsStayHome follows redirects to another host, which must get neither the credentials nor a Referer, even
// if the first host writes them into the new address.
func TestCredentialsStayHome(t *testing.T) {
	var seen []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.URL.String()+" "+fmt.Sprint(r.Header))
		data, _ := testPage().EncodeJSON()
		_, _ = w.Write(data)
	}))
	defer other.Close()
	targets := []string{"/a", "/a?app_id=me&app_key=s3cret%2Fk%2By", "/a?k=s3cret%2Fk%2By&x=1", "/b/s3cret%2Fk+y/c"}
	for _, target := range targets {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", other.URL+target)
			w.WriteHeader(http.StatusFound)
		})
		if _, err := c.Page(t.Context(), 123, api.JSON, api.Validators{}); err != nil {
			t.Errorf("%s: %v", target, err)
		}
	}
	if len(seen) != len(targets) {
		t.Fatalf("%d requests arrived", len(seen))
	}
	for _, s := range seen {
		checkSecret(t, s)
		if strings.Contains(s, "Referer") || strings.Contains(s, "app_id") {
			t.Errorf("the other host saw %s", s)
		}
	}
}

func TestCredentialsFollowAtHome(t *testing.T) {
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/new" {
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
			return
		}
		if r.URL.Query().Get("app_key") != secret || r.Header.Get("Referer") != "" {
			t.Errorf("%s, Referer %q", r.URL, r.Header.Get("Referer"))
		}
		data, _ := testPage().EncodeJSON()
		_, _ = w.Write(data)
	})
	if _, err := c.Page(t.Context(), 123, api.JSON, api.Validators{}); err != nil {
		t.Error(err)
	}
}

// TestKeyGivenBack checks that the key in an answer is overwritten, in a document, a picture and a list.
func TestKeyGivenBack(t *testing.T) {
	var picture bytes.Buffer
	black := image.NewPaletted(image.Rect(0, 0, 40, 24), color.Palette{color.Black})
	testkit.NoError(t, png.Encode(&picture, black))
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"`+secret+`"`)
		w.Header().Set("Last-Modified", "today")
		switch {
		case strings.HasSuffix(r.URL.Path, ".png"):
			_, _ = w.Write(withText(picture.Bytes(), "Source\x00"+r.URL.String()+" "+secret))
			return
		case strings.HasSuffix(r.URL.Path, "/downloads.json"):
			const list = `[{"id": 7, "url": "https://media.example/7.mp3?app_key=%s&c=1"}]`
			_, _ = fmt.Fprintf(w, list, url.QueryEscape(secret))
			return
		}
		p := testPage()
		p.Name = r.URL.Query().Get("app_key")
		data, _ := p.EncodeJSON()
		_, _ = w.Write(data)
	})
	doc, err := c.Page(t.Context(), 123, api.JSON, api.Validators{})
	if err != nil || doc.Page.Name != strings.Repeat("*", len(secret)) || bytes.Contains(doc.Raw, []byte(secret)) ||
		doc.Validators.ETag != "" || doc.Validators.LastModified != "today" {
		t.Errorf("%+v, %v", doc, err)
	}
	p, err := c.Picture(t.Context(), 123, 1, api.Validators{})
	if err != nil || c.key.Load().isIn(string(p.PNG)) || p.Image.Bounds().Dx() != 40 {
		t.Errorf("%+v, %v", p, err)
	}
	list, err := c.DownloadsDocument(t.Context(), api.Validators{})
	if err != nil || c.key.Load().isIn(string(list.Raw)) || !bytes.Contains(list.Raw, []byte(`/7.mp3?c=1"`)) {
		t.Errorf("%s, %v", list.Raw, err)
	}
}

// withText returns a PNG with a text chunk before its data (PNG, section 11.3.3).
func withText(picture []byte, text string) []byte {
	const header = 8 + 25 // the signature and IHDR
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
	chunk = append(chunk, "tEXt"+text...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Concat(picture[:header], chunk, picture[header:])
}

// TestShortKeys checks that a key which is an everyday word does not damage pages: one of up to seven characters is
// overwritten only after its name.
func TestShortKeys(t *testing.T) {
	const body = `{"n":"1","page":"1 news newsagent","u":"?app_key=news&b=news","app_key":"1","appKey" : "page"}`
	for key, want := range map[string]string{
		"1":         `{"n":"1","page":"1 news newsagent","u":"?app_key=news&b=news","app_key":"*","appKey" : "page"}`,
		"news":      `{"n":"1","page":"1 news newsagent","u":"?app_key=****&b=news","app_key":"1","appKey" : "page"}`,
		"page":      `{"n":"1","page":"1 news newsagent","u":"?app_key=news&b=news","app_key":"1","appKey" : "****"}`,
		"newsagent": `{"n":"1","page":"1 news *********","u":"?app_key=news&b=news","app_key":"1","appKey" : "page"}`,
	} {
		c := testkit.Must(New(Config{BaseURL: "http://service.example", AppKey: key}))(t)
		if got := string(c.key.Load().mask([]byte(body))); got != want {
			t.Errorf("%s: %s", key, got)
		}
	}
}

// TestWithoutKey checks that the key is removed in all its encodings, and other texts are unchanged.
func TestWithoutKey(t *testing.T) {
	c, err := New(Config{BaseURL: "http://service.example", AppKey: "a/<é &"})
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{
		"a/<é &", "a%2F%3C%C3%A9+%26", "a%2f%3c%c3%a9%20%26", `a\/<é &`,
		`a\/\u003c\u00E9 \u0026`, "a/&lt;é &amp;", "&#97;/&#x3C;&#xe9;&#032;&#x026;",
	} {
		if text := c.WithoutKey("(" + form + ")"); text != "()" {
			t.Errorf("%s: %s", form, text)
		}
	}
	for _, text := range []string{"", "a/<é+ &", "A/<É &"} {
		if c.WithoutKey(text) != text {
			t.Error(text)
		}
	}
	if c, err = New(Config{BaseURL: "http://service.example"}); err != nil || c.WithoutKey("text") != "text" {
		t.Error("without a key")
	}
}

// FuzzWithoutKey compares WithoutKey with a regular expression.
func FuzzWithoutKey(f *testing.F) {
	f.Add("a/<é &", "(a%2f%3c%c3%a9%20%26, a\\/<é &)")
	f.Add("%%", "%25%%%25")
	f.Add("\xff\\", "\xfe\\\\é")
	f.Fuzz(func(t *testing.T, key, text string) {
		if len(key) > 100 {
			t.Skip("no key is that long")
		}
		c := &Client{}
		c.SetKey(key)
		want := text
		if finder := c.key.Load().finder; finder != nil {
			anywhere := regexp.MustCompile(strings.TrimPrefix(finder.pattern.String(), "^"))
			want = anywhere.ReplaceAllLiteralString(text, "")
		}
		if got := c.WithoutKey(text); got != want {
			t.Errorf("%q without %q is %q, want %q", text, key, got, want)
		}
	})
}

// BenchmarkHoldsSecret searches a page of four subpages that does not contain the key.
func BenchmarkHoldsSecret(b *testing.B) {
	p := testPage()
	p.Subpages = slices.Repeat(p.Subpages[:1], 4)
	data := testkit.Must(p.EncodeJSON())(b)
	c := &Client{}
	c.SetKey("0123456789abcdef0123456789abcdef")
	text := string(data)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if c.key.Load().isIn(text) {
			b.Fatal("it is there")
		}
	}
}

// FuzzBodyWithoutKey overwrites keys in bodies: what stays does not hold a key of surelyKey characters or more, has as
// many lines as before, and is unchanged without a key in it.
func FuzzBodyWithoutKey(f *testing.F) {
	f.Add("0123456789abcdef", "a=0123456789abcdef&b=%30123456789abcdef\n")
	f.Add("aaaaaaaa", "aaaaaaaaaaaaaaaaaaa")
	f.Add("a/<é &12", `{"u":"a\/\u003cé \u002612"}`)
	f.Add("key", "key")
	f.Fuzz(func(t *testing.T, key, body string) {
		isPicture := strings.HasPrefix(body, "\x89PNG")
		if len(key) > 100 || len(body) > 4<<10 || strings.ContainsAny(key, "*\n") || isPicture {
			t.Skip("no key is like that, and pictures are another matter")
		}
		c := &Client{}
		c.SetKey(key)
		got := string(c.key.Load().mask([]byte(body)))
		if utf8.RuneCountInString(key) >= surelyKey && c.key.Load().isIn(got) {
			t.Errorf("%q without %q is %q", body, key, got)
		}
		if strings.Count(got, "\n") != strings.Count(body, "\n") || !c.key.Load().isIn(body) && got != body {
			t.Errorf("%q without %q is %q", body, key, got)
		}
	})
}
