package recordings

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/testkit"
)

// A notebook keeps notes in memory.
type notebook struct {
	mu    sync.Mutex
	all   map[string]store.Recording
	fails error // of reading
}

func (n *notebook) Recordings() ([]store.Recording, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.fails != nil {
		return nil, n.fails
	}
	return slices.SortedFunc(maps.Values(n.all), byAge), nil
}

func (n *notebook) SetRecording(_, r store.Recording) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all[r.Key] = r
}

func (n *notebook) DropRecording(key string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.all, key)
}

// A rack is a Downloads with the servers of its recordings.
type rack struct {
	*Downloads
	t       *testing.T
	dir     string
	notes   *notebook
	servers map[string]*mediaServer

	mu    sync.Mutex
	ended []string
}

// newRack starts a rack with recordings of 320 kB, each of which takes ten seconds.
func newRack(t *testing.T, limit int64, keys ...string) *rack {
	r := &rack{
		t: t, dir: t.TempDir(), notes: &notebook{all: map[string]store.Recording{}}, servers: map[string]*mediaServer{},
	}
	for i, key := range keys {
		r.servers[key] = &mediaServer{data: randomBytes(320<<10 - i), slow: time.Second, etag: "same"}
	}
	r.begin(limit)
	return r
}

// inRack runs a test with a rack in virtual time, which is closed at its end.
func inRack(t *testing.T, limit int64, keys []string, test func(t *testing.T, r *rack)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := newRack(t, limit, keys...)
		test(t, r)
		r.Close()
	})
}

// begin starts the program.
func (r *rack) begin(limit int64) {
	open := func(n store.Recording) Opener { return r.servers[n.Key].open }
	r.Downloads = NewDownloads(NewLibrary(r.dir, limit, time.Now), r.notes, open, time.Now, DownloadEvents{
		Ended: func(n store.Recording, err error) {
			r.mu.Lock()
			defer r.mu.Unlock()
			word := n.Key
			if err != nil {
				word += ": " + err.Error()
			}
			r.ended = append(r.ended, word)
		},
	})
	r.Begin()
	synctest.Wait()
}

func (r *rack) get(keys ...string) {
	for _, key := range keys {
		r.Get(store.Recording{Key: key})
		time.Sleep(time.Millisecond) // so that their order is defined
	}
}

// expect compares the states of recordings.
func (r *rack) expect(what string, states map[string]DownloadState) {
	r.t.Helper()
	for key, want := range states {
		if got := r.Status(key); got.Progress != want {
			r.t.Errorf("%s: %s is %+v, want state %d", what, key, got, want)
		}
	}
}

// expectWhole checks that the file of a recording is complete and correct.
func (r *rack) expectWhole(key string) {
	r.t.Helper()
	expectFile(r.t, r.library.path(key), r.servers[key].data)
}

func TestDownloads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRack(t, 1<<30, "a", "b", "c")
		r.get("a", "b", "c")
		time.Sleep(5 * time.Second)
		r.expect("begun", map[string]DownloadState{"a": Running, "b": Running, "c": Waiting})
		a := r.Status("a")
		if a.Size != 320<<10 || a.Arrived < 100<<10 || a.Rate < 25<<10 ||
			a.Rate > 40<<10 || a.Left() < 3*time.Second || a.Left() > 8*time.Second {
			t.Errorf("%+v, %v left", a, a.Left())
		}
		r.Close() // and the program starts again
		synctest.Wait()
		r.begin(1 << 30)
		time.Sleep(8 * time.Second)
		r.expect("after a restart", map[string]DownloadState{"a": Stored, "b": Stored, "c": Running})
		time.Sleep(20 * time.Second)
		r.expect("all", map[string]DownloadState{"a": Stored, "b": Stored, "c": Stored})
		for _, key := range []string{"a", "b", "c"} {
			r.expectWhole(key)
		}
		if asked := r.servers["a"].requests(); len(asked) != 2 || asked[1] < 100<<10 {
			t.Errorf("asked for from %v", asked)
		}
		if used, _ := r.Used(); used != 3*320<<10-3 || len(r.All()) != 3 || r.All()[0].Key != "c" {
			t.Errorf("%d bytes, %+v", used, r.All())
		}
		r.Remove("a")
		r.expect("removed", map[string]DownloadState{"a": Absent})
		r.Close()
		slices.Sort(r.ended)
		if len(r.notes.all) != 2 || len(r.All()) != 2 || !slices.Equal(r.ended, []string{"a", "b", "c"}) {
			t.Errorf("%v, %v", r.notes.all, r.ended)
		}
	})
}

func TestDownloadsPauseAndCancel(t *testing.T) {
	inRack(t, 1<<30, []string{"a", "b", "c"}, func(t *testing.T, r *rack) {
		r.get("a", "b", "c")
		time.Sleep(4 * time.Second)
		r.Pause("a")
		time.Sleep(4 * time.Second)
		r.expect("one paused", map[string]DownloadState{"a": Paused, "b": Running, "c": Running})
		r.Remove("b")
		time.Sleep(time.Second)
		r.expect("one cancelled", map[string]DownloadState{"b": Absent, "c": Running})
		if files, _ := filepath.Glob(filepath.Join(r.dir, "[^.]*")); len(files) != 4 { // two parts with their notes
			t.Errorf("%v", files)
		}
		r.PauseAll()
		time.Sleep(time.Minute)
		r.expect("all paused", map[string]DownloadState{"a": Paused, "c": Paused})
		r.Close()
		r.begin(1 << 30)
		r.expect("after a restart", map[string]DownloadState{"a": Paused, "c": Paused})
		if held := r.Status("a"); held.Arrived < 90<<10 || held.Size != 320<<10 {
			t.Errorf("%+v", held)
		}
		r.ResumeAll()
		time.Sleep(20 * time.Second)
		r.expect("gone on", map[string]DownloadState{"a": Stored, "c": Stored})
		r.expectWhole("a")
	})
}

func TestDownloadsTryAgain(t *testing.T) {
	inRack(t, 1<<30, []string{"a", "b"}, func(t *testing.T, r *rack) {
		for range 2 * mostTries {
			r.servers["a"].errors = append(r.servers["a"].errors, &api.Error{Kind: api.NoNetwork, Op: "test"})
		}
		r.servers["b"].errors = []error{&api.Error{Kind: api.NotFound, Op: "test"}}
		r.get("a", "b")
		for r.Status("a").Progress != BackingOff {
			time.Sleep(time.Second)
		}
		if a := r.Status("a"); api.KindOf(a.Err) != api.NoNetwork || a.RetryAt.Before(time.Now()) {
			t.Errorf("%+v", a)
		}
		r.expect("not there", map[string]DownloadState{"b": Failed})
		if err := r.Status("b").Err; api.KindOf(err) != api.NotFound {
			t.Error(err)
		}
		time.Sleep(10 * time.Minute)
		r.get("b")
		time.Sleep(time.Minute)
		r.expect("at last", map[string]DownloadState{"a": Stored, "b": Stored})
	})
}

// TestDownloadsWaitForABlock checks that a download comes after a block that lasts an hour from its last request, and
// that a service's Retry-After is obeyed.
func TestDownloadsWaitForABlock(t *testing.T) {
	inRack(t, 1<<30, []string{"a", "b"}, func(t *testing.T, r *rack) {
		used := &api.Error{Kind: api.QuotaUsed, Op: "test"}
		r.servers["a"].errors = []error{used, used}
		r.servers["b"].errors = []error{&api.Error{Kind: api.Trouble, Op: "test", RetryAfter: 2 * time.Hour}}
		for range mostTries - 1 {
			r.servers["b"].errors = append(r.servers["b"].errors, r.servers["b"].errors[0])
		}
		r.get("a", "b")
		time.Sleep(65 * time.Minute)
		r.expect("within the hour", map[string]DownloadState{"a": BackingOff, "b": BackingOff})
		if left := r.servers["a"].errors; len(left) > 0 {
			t.Errorf("it was not tried again: %v", left)
		}
		time.Sleep(30 * time.Minute)
		r.expect("after it", map[string]DownloadState{"a": Stored, "b": BackingOff})
		time.Sleep(time.Hour)
		r.expect("after its time", map[string]DownloadState{"b": Stored})
	})
}

func TestDownloadsKeep(t *testing.T) {
	inRack(t, 700<<10, []string{"a", "b", "c", "d"}, func(t *testing.T, r *rack) {
		for _, key := range []string{"a", "b", "c"} {
			r.get(key)
			time.Sleep(time.Minute)
			r.Keep(store.Recording{Key: key}, key == "a")
		}
		r.expect("stored recordings stay", map[string]DownloadState{"a": Stored, "b": Absent, "c": Stored})
		r.Keep(store.Recording{Key: "c"}, true)
		r.get("d")
		time.Sleep(time.Minute)
		if d := r.Status("d"); d.Progress != Failed || !errors.Is(d.Err, ErrNoRoom) {
			t.Errorf("%+v", d)
		}
		if sent := r.servers["d"].sent; sent > 200<<10 {
			t.Errorf("%d bytes came for nothing", sent)
		}
	})
}

// TestNoRoomIsReportedOnce makes a download fail for lack of room while that is also detected elsewhere.
func TestNoRoomIsReportedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRack(t, 200<<10, "a")
		r.get("a")
		time.Sleep(time.Minute)
		notified := func() []string {
			synctest.Wait()
			r.mu.Lock()
			defer r.mu.Unlock()
			list := r.ended
			r.ended = nil
			return list
		}
		want := []string{"a: " + ErrNoRoom.Error()}
		if got := notified(); !slices.Equal(got, want) {
			t.Errorf("notified of %q", got)
		}
		r.get("a")
		started := r.Status("a").Recording
		r.Downloads.mu.Lock()
		if k := r.known["a"]; k.stop != nil { // otherwise it was refused when its size was known
			r.refuseLocked(k)
		}
		r.Downloads.mu.Unlock()
		r.Downloads.onEnded(started, ErrNoRoom, false) // before it is stopped
		r.Close()
		if got := notified(); !slices.Equal(got, want) {
			t.Errorf("notified of %q", got)
		}
	})
}

func TestDownloadsSaveAs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRack(t, 0, "a", "b") // there is room for none, but these are saved elsewhere
		to := filepath.Join(t.TempDir(), "a.mp3")
		r.Get(store.Recording{Key: "a", SaveTo: to})
		r.Get(store.Recording{Key: "b", SaveTo: filepath.Join(t.TempDir(), "missing", "b.mp3")})
		time.Sleep(time.Minute)
		expectFile(t, to, r.servers["a"].data)
		if files, _ := os.ReadDir(filepath.Dir(to)); len(files) != 1 {
			t.Errorf("%v", files)
		}
		if b := r.Status("b"); b.Progress != Failed || !errors.Is(b.Err, os.ErrNotExist) {
			t.Errorf("%+v", b)
		}
		r.Close()
	})
}

// TestWhatIsNoRecordingFails downloads a web page instead of a recording, and then the recording.
func TestWhatIsNoRecordingFails(t *testing.T) {
	inRack(t, 1<<30, []string{"a"}, func(t *testing.T, r *rack) {
		sound := r.servers["a"].data
		r.library.Recognise = func(f io.ReaderAt, size int64) error {
			head := make([]byte, 4)
			if _, err := f.ReadAt(head, 0); err != nil || size != int64(len(sound)) || !bytes.Equal(head, sound[:4]) {
				return errors.New("no sound")
			}
			return nil
		}
		for name, body := range map[string][]byte{"a web page": []byte("<html>Sorry</html>"), "nothing": {}} {
			r.servers["a"] = &mediaServer{data: body}
			r.get("a")
			time.Sleep(time.Minute)
			if a := r.Status("a"); a.Progress != Failed || !errors.Is(a.Err, ErrNoSound) {
				t.Errorf("%s: %+v", name, a)
			}
			held, err := r.library.Holdings()
			if h := held[r.library.name("a")]; h.Whole || h.Arrived > 0 || err != nil {
				t.Errorf("%s: %+v is in the library, %v", name, h, err)
			}
		}
		r.servers["a"] = &mediaServer{data: sound}
		r.get("a")
		time.Sleep(time.Minute)
		r.expect("then", map[string]DownloadState{"a": Stored})
		r.expectWhole("a")
	})
}

// TestNewKeyReachesRecordingUnderWay replaces a manager whose requests are refused from then on, while a client reads a
// recording.
func TestNewKeyReachesRecordingUnderWay(t *testing.T) {
	inRack(t, 1<<30, []string{"a"}, func(t *testing.T, r *rack) {
		old, data := r.Downloads, r.servers["a"].data
		r.servers["a"].breaks = 100 << 10
		rec := testkit.Must(old.Read(store.Recording{Key: "a"}))(t)
		if _, err := io.ReadFull(rec, make([]byte, 50<<10)); err != nil {
			t.Fatal(err)
		}
		current := &mediaServer{data: data, etag: "same"}
		open := func(store.Recording) Opener { return current.open }
		r.Downloads = NewDownloads(r.library, r.notes, open, time.Now, DownloadEvents{})
		r.Begin()
		synctest.Wait()
		old.Close()
		s := r.servers["a"]
		s.mu.Lock()
		s.errors = []error{&api.Error{Kind: api.Refused, Op: "test"}}
		s.mu.Unlock()
		expectRead(t, rec, data[50<<10:])
		if len(current.requests()) == 0 {
			t.Error("the new manager's service was not asked")
		}
		noError(t, rec.Close())
	})
}

// TestUILocksDoNotWaitForDisk calls all methods that a window needs while the disk is busy with a recording.
func TestUILocksDoNotWaitForDisk(t *testing.T) {
	inRack(t, 1<<30, []string{"a"}, func(t *testing.T, r *rack) {
		s, mine := r.library.reserve(r.library.name("a"), joined) // as while its file is opened or removed
		if !mine {
			t.Fatal("a recording that nobody reads is read")
		}
		r.get("a") // whose download waits for that
		removed := make(chan struct{})
		go func() {
			r.library.Discard("a")
			close(removed)
		}()
		synctest.Wait()
		r.Keep(store.Recording{Key: "a"}, true)
		r.library.SetLimit(1 << 29)
		if _, limit := r.Used(); limit != 1<<29 || len(r.All()) != 1 || r.Status("a").Progress != Running {
			t.Errorf("limit %d, %+v", limit, r.All())
		}
		select {
		case <-removed:
			t.Error("a reserved file was removed")
		default:
		}
		r.library.release(r.library.name("a"), s, nil)
		<-removed
		time.Sleep(time.Minute)
		r.expect("then", map[string]DownloadState{"a": Stored})
	})
}

// TestDownloadsSaveMeanwhile requests a copy of a recording that is already being downloaded.
func TestDownloadsSaveMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRack(t, 1<<30, "a")
		to := filepath.Join(t.TempDir(), "a.mp3")
		r.get("a")
		time.Sleep(3 * time.Second)
		r.Get(store.Recording{Key: "a", SaveTo: to})
		time.Sleep(time.Minute)
		expectFile(t, to, r.servers["a"].data)
		r.expect("saved", map[string]DownloadState{"a": Stored})
		r.Close()
		if n := len(r.servers["a"].requests()); n != 1 || len(r.ended) != 1 {
			t.Errorf("%d requests, %v ended", n, r.ended)
		}
	})
}

// TestDownloadsRemovedAtOnce removes running downloads, of which no file may stay.
func TestDownloadsRemovedAtOnce(t *testing.T) {
	inRack(t, 0, []string{"a"}, func(t *testing.T, r *rack) {
		for range 20 {
			r.Get(store.Recording{Key: "a", SaveTo: filepath.Join(t.TempDir(), "a.mp3")})
			time.Sleep(1500 * time.Millisecond)
			r.Remove("a")
			synctest.Wait()
		}
		r.expect("removed", map[string]DownloadState{"a": Absent})
		if files, _ := os.ReadDir(r.dir); len(files) != 0 {
			t.Errorf("%v", files)
		}
	})
}

// TestDownloadsListening downloads a recording that is being read, and removes it meanwhile.
func TestDownloadsListening(t *testing.T) {
	inRack(t, 1<<30, []string{"a"}, func(t *testing.T, r *rack) {
		rec := testkit.Must(r.Read(store.Recording{Key: "a"}))(t)
		time.Sleep(3 * time.Second)
		r.expect("listening", map[string]DownloadState{"a": Arriving})
		r.get("a")
		time.Sleep(time.Second)
		r.expect("wanted too", map[string]DownloadState{"a": Running})
		r.Remove("a")
		got, err := io.ReadAll(rec)
		if err != nil || !bytes.Equal(got, r.servers["a"].data) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		if n := len(r.servers["a"].requests()); n != 1 {
			t.Errorf("%d requests", n)
		}
		noError(t, rec.Close())
		if files, _ := os.ReadDir(r.dir); len(files) != 0 || len(r.All()) != 0 {
			t.Errorf("%v, %v", files, r.All())
		}
	})
}
