package playlist

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/say"
	"sextant/app/testkit"

	"aead.dev/minisign"
)

// listOf returns a file that shows a page.
func listOf(page int) string { return fmt.Sprintf("show = [%d]\n", page) }

// shown returns the first item of a playlist.
func shown(p *Playlist) string { return p.Lists[0].Items[0].String() }

// stateLog collects the states that a source reports.
type stateLog struct {
	mu     sync.Mutex
	states []string
}

func (l *stateLog) add(s State) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.states = append(l.states, short(s))
}

// take returns the states reported since it was last called.
func (l *stateLog) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() { l.states = nil }()
	return strings.Join(l.states, " | ")
}

const (
	noFile   = "The file or folder does not exist"
	notThere = "it could not be read: " + noFile
)

// short returns a state as text: the first item, and the trouble.
func short(s State) string {
	if s.Trouble == nil {
		return shown(s.Playlist)
	}
	return shown(s.Playlist) + ": " + s.Trouble.Error()
}

func write(t testing.TB, path, text string) {
	t.Helper()
	testkit.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

// follow follows a file or address until the test ends.
func follow(t *testing.T, where string, o Options) (*Source, *stateLog) {
	t.Helper()
	c := &stateLog{}
	o.Now, o.Changed = time.Now, c.add
	s := testkit.Must(Follow(where, o))(t)
	t.Cleanup(s.Close)
	return s, c
}

// passes sleeps, and waits until all goroutines are idle.
func passes(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %q, not %q", what, got, want)
	}
}

func TestSourceFollowsFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(dir, "list.toml")
		write(t, path, listOf(200))
		s, c := follow(t, path, Options{})
		expect(t, "at first", short(s.State()), "200")
		seen := s.State().Seen
		passes(10 * time.Minute)
		expect(t, "as it was", c.take(), "")
		if s.State().Seen.Sub(seen) < 8*time.Minute {
			t.Errorf("it was seen at %v", s.State().Seen)
		}

		write(t, path, listOf(201)+"# longer\n")
		passes(3 * fileEvery)
		expect(t, "changed", c.take(), "201")

		write(t, path, listOf(201)+"# says the same\n")
		passes(3 * fileEvery)
		expect(t, "with another comment", c.take(), "")

		write(t, path, "show = [20]\n")
		passes(3 * fileEvery)
		const wrong = "line 1: there is no page 20: page numbers go from 100 to 899"
		expect(t, "broken", c.take(), "201: "+wrong)
		var mistakes *Mistakes
		if !errors.As(s.State().Trouble, &mistakes) {
			t.Errorf("the trouble is %T", s.State().Trouble)
		}

		testkit.NoError(t, os.Remove(path))
		passes(3 * fileEvery)
		expect(t, "gone", c.take(), "201: "+notThere)
		passes(time.Hour)
		expect(t, "still gone", c.take(), "")

		write(t, path, listOf(201))
		passes(3 * fileEvery)
		expect(t, "back", c.take(), "201")

		s.Close()
		write(t, path, listOf(202)+"# longer\n")
		passes(time.Hour)
		expect(t, "closed", c.take(), "")
	})
}

// TestFileWhileItIsWritten makes a file grow for a while, disappear for a moment, and change with the same size and
// time.
func TestFileWhileItIsWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(dir, "list.toml")
		write(t, path, listOf(200))
		_, c := follow(t, path, Options{})
		passes(fileEvery / 2) // each look is after a change
		for i := range 10 {
			write(t, path, listOf(300)+strings.Repeat("#", i))
			passes(fileEvery)
			expect(t, "while it is written", c.take(), "")
		}
		passes(2 * fileEvery)
		expect(t, "written", c.take(), "300")

		testkit.NoError(t, os.Rename(path, path+"~"))
		passes(fileEvery)
		write(t, path, listOf(301))
		passes(3 * fileEvery)
		expect(t, "renamed", c.take(), "301")

		info := testkit.Must(os.Stat(path))(t)
		write(t, path, listOf(302))
		testkit.NoError(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
		passes(fileReread * fileEvery)
		expect(t, "of the same time", c.take(), "302")
	})
}

// TestNothingGood starts with files that are not valid playlists.
func TestNothingGood(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "broken"), "show = 5")
	write(t, filepath.Join(dir, "large"), strings.Repeat("#", 2*MaxFile))
	for name, want := range map[string]string{
		"broken": "line 1: show must be a list in [ ], not a whole number",
		"large":  "line 1: the file is too large: a playlist has at most 256\u00a0kB",
		"none":   notThere,
		".":      "it could not be read: it is a folder",
	} {
		s, _ := follow(t, filepath.Join(dir, name), Options{Keep: filepath.Join(dir, "kept")})
		expect(t, name, short(s.State()), "100-199: "+want)
		if s.Current().Digest() != Default().Digest() || !s.State().Seen.IsZero() {
			t.Errorf("%s: %+v", name, s.State())
		}
	}
	for where, want := range map[string]string{
		"ftp://host/list": "an address begins with http:// or https://, not with ftp://",
		"":                "the file name is missing",
		"http:///list":    "this is not an address", "http://[/": "this is not an address",
	} {
		if _, err := Follow(where, Options{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v", where, err)
		}
	}
	if _, err := Follow("x", Options{Key: "x"}); err == nil ||
		err.Error() != "this is not a minisign public key: use the last line of minisign.pub" {
		t.Error(err)
	}
}

// TestSourceStartsFromCopy starts again with a file that is broken by then, or with a damaged copy.
func TestSourceStartsFromCopy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, keep := filepath.Join(dir, "list.toml"), filepath.Join(dir, "profile", "kiosk")
	write(t, path, listOf(200))
	s, _ := follow(t, path, Options{Keep: keep})
	expect(t, "at first", short(s.State()), "200")
	write(t, path, "show = []")
	const wrong = "line 1: show is empty: it has nothing to show"
	again, _ := follow(t, path, Options{Keep: keep})
	expect(t, "again", short(again.State()), "200: "+wrong)
	if again.State().Seen.IsZero() {
		t.Error("it was never seen")
	}
	other, _ := follow(t, path+"2", Options{Keep: keep})
	expect(t, "another file", shown(other.Current()), "100-199")

	kept, err := filepath.Glob(filepath.Join(keep, "playlist-*.json"))
	if err != nil || len(kept) != 1 {
		t.Fatal(kept, err)
	}
	for _, damage := range []string{"", "{", "null", `{"Data":"eHh4"}`} {
		write(t, kept[0], damage)
		s, _ := follow(t, path, Options{Keep: keep})
		expect(t, "damaged", short(s.State()), "100-199: "+wrong)
	}
	write(t, path, listOf(201))
	write(t, filepath.Join(dir, "file"), "")
	s, _ = follow(t, path, Options{Keep: filepath.Join(dir, "file")})
	expect(t, "nowhere to keep it", short(s.State()), "201")
	expect(t, "nowhere to keep it", fmt.Sprint(s.State().Unkept),
		say.Wrap(syscall.ENOTDIR, "playlist.notKept").Error())
}

// TestInShort checks the words on the screen while there is no good playlist yet.
func TestInShort(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "list.toml")
	for _, tt := range []struct{ text, want string }{
		{"show = ['100']", ""},
		{"\nshow = []", "Mistake in the playlist: line 2"},
		{"", "Mistake in the playlist: line 1"},
	} {
		write(t, path, tt.text)
		s, _ := follow(t, path, Options{})
		expect(t, tt.text, s.State().InShort(), tt.want)
	}
	s, _ := follow(t, path+"2", Options{})
	expect(t, "no file", s.State().InShort(), "The playlist cannot be read")
	expect(t, "an earlier one", State{Trouble: errors.New("x"), Seen: time.Unix(1, 0)}.InShort(), "")
}

// keys returns a new pair of keys.
func keys(t *testing.T) (public string, private minisign.PrivateKey) {
	t.Helper()
	pub, private, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	text := testkit.Must(pub.MarshalText())(t)
	return string(text), private
}

// hashed signs as minisign does by default since version 0.10.
func hashed(t *testing.T, key minisign.PrivateKey, text string) string {
	t.Helper()
	r := minisign.NewReader(strings.NewReader(text))
	if _, err := r.Read(make([]byte, len(text))); err != nil {
		t.Fatal(err)
	}
	return string(r.SignWithComments(key, "timestamp:1", "signed"))
}

func TestSignedFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	public, private := keys(t)
	_, stranger := keys(t)
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(dir, "list.toml")
		write(t, path, listOf(200))
		s, c := follow(t, path, Options{Key: public, Keep: dir})
		expect(t, "unsigned", short(s.State()),
			"100-199: its signature, the file beside it with the extension .minisig, could not be read: "+
				noFile)

		write(t, path+".minisig", hashed(t, private, listOf(200)))
		passes(3 * fileEvery)
		expect(t, "signed", c.take(), "200")

		const refused = "200: its signature does not match: another key signed it, or it has changed since"
		write(t, path, listOf(300)+"# forged\n")
		passes(3 * fileEvery)
		expect(t, "forged", c.take(), refused)
		write(t, path+".minisig", hashed(t, stranger, listOf(300)+"# forged\n")+"\n")
		passes(3 * fileEvery)
		expect(t, "signed by a stranger", c.take(), "")
		expect(t, "signed by a stranger", short(s.State()), refused)
		write(t, path+".minisig", string(minisign.Sign(private, []byte(listOf(300)+"# forged\n"))))
		passes(3 * fileEvery)
		expect(t, "signed again, in the old way", c.take(), "300")

		// The copy must be signed too.
		testkit.NoError(t, os.Remove(path))
		again, _ := follow(t, path, Options{Key: public, Keep: dir})
		expect(t, "kept", short(again.State()), "300: "+notThere)
		other, _ := keys(t)
		again, _ = follow(t, path, Options{Key: other, Keep: dir})
		expect(t, "kept with another key", short(again.State()),
			"100-199: "+notThere)
	})
}

// A script is an origin whose content a test sets.
type script struct {
	address
	mu    sync.Mutex
	looks []time.Time
	has   string // "" for a failure
}

func (s *script) fetch(context.Context, *content) (*content, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks = append(s.looks, time.Now())
	if s.has == "" {
		return nil, errors.New("no network")
	}
	return &content{Data: []byte(s.has)}, nil
}

// turn sets the content, and returns the times of the fetches since it was last called.
func (s *script) turn(has string) (looks []time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.has = has
	defer func() { s.looks = nil }()
	return s.looks
}

// TestSourcePollsAddress checks the times at which an address is requested.
func TestSourcePollsAddress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		from, c := &script{}, &stateLog{}
		s := &Source{
			origin: from, options: Options{Now: time.Now, Changed: c.add},
			state: State{Playlist: Default()}, notifying: true,
		}
		ctx, cancel := context.WithCancel(t.Context())
		go s.run(ctx, make(chan struct{}))
		passes(0)
		expect(t, "no network", c.take(), "100-199: no network")
		passes(6 * time.Hour)
		expect(t, "still none", c.take(), "")
		looks := from.turn(listOf(200))
		expectWaits(t, looks[:9], 10, 20, 40, 80, 160, 320, 640, 900)
		expectWaits(t, looks[len(looks)-2:], 900)

		passes(retryMost)
		expect(t, "a network", c.take(), "200")
		from.turn(listOf(200))
		passes(time.Hour)
		expectWaits(t, from.turn("")[:4], 60, 60, 60)
		cancel()
		passes(0)
	})
}

// expectWaits compares the intervals between fetches, in seconds. An interval may be up to an eighth shorter.
func expectWaits(t *testing.T, looks []time.Time, want ...time.Duration) {
	t.Helper()
	for i, w := range want {
		if got := looks[i+1].Sub(looks[i]); got > w*time.Second || got < w*time.Second*7/8 {
			t.Errorf("wait %d is %v, not %v", i, got, w*time.Second)
		}
	}
}
