package endtoend

import (
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/store"
)

// A meter records the times of requests.
type meter struct {
	http.Handler
	mu    sync.Mutex
	times []time.Time
}

func (m *meter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	m.times = append(m.times, time.Now())
	m.mu.Unlock()
	m.Handler.ServeHTTP(w, r)
}

// most returns the highest number of requests within a second, and the total.
func (m *meter) most() (most, all int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, t := range m.times {
		n := 0
		for _, u := range m.times[i:] {
			if u.Sub(t) < time.Second {
				n++
			}
		}
		most = max(most, n)
	}
	return most, len(m.times)
}

// TestTwoWindows starts the program twice with one profile. Neither loses what the other saves, and together they never
// send the service more than ten requests in a second.
func TestTwoWindows(t *testing.T) {
	t.Parallel()
	handler, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	m := &meter{Handler: handler}
	service, picture := serve(t, m), pictures(t, handler)
	d := newDisplay(t)
	first := d.start(t, nil, service.options()...)
	first.untilPicture(picture(100, 1), plain)
	second := d.start(t, nil, append(service.options(), "--separate")...)
	second.untilPicture(picture(100, 1), plain)
	for _, page := range []string{"120", "201", "300", "400", "430", "500", "600", "700", "101"} {
		second.typed(page)
		second.settled()
	}
	second.untilPicture(picture(101, 1), plain)
	second.press("Ctrl+D")
	second.untilPicture(picture(101, 1), withNotice)
	second.quit()
	first.until("the keyboard", first.hasKeyboard)
	for _, page := range []string{"102", "103", "104", "105", "110", "100"} {
		first.typed(page)
		first.settled()
	}
	first.untilPicture(picture(100, 1), plain)
	first.press("Ctrl+D")
	first.untilPicture(picture(100, 1), withNotice)
	first.quit()
	most, all := m.most()
	t.Logf("at most %d of %d requests came within a second", most, all)
	files, _ := filepath.Glob(filepath.Join(profile(d.dir), "pages", "*.sqlite"))
	if len(files) != 1 {
		t.Fatalf("stores: %v", files)
	}
	kept, _ := store.Open(files[0], store.Options{Now: time.Now})
	defer kept.Close()
	checkPace(t, kept)
	favourites, err := kept.Favourites()
	var pages []int
	for _, f := range favourites {
		pages = append(pages, f.Page)
	}
	slices.Sort(pages)
	if err != nil || !slices.Equal(pages, []int{100, 101}) {
		t.Errorf("favourites: %v, %v", favourites, err)
	}
}

// checkPace checks that at most ten requests were sent within a second, by the times in the store: on a busy machine
// they may arrive later.
func checkPace(t *testing.T, kept *store.Store) {
	t.Helper()
	spent, err := kept.Spent(store.Moment{At: time.Now().Add(-time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	var times []time.Time
	for _, s := range spent {
		for range s.Count {
			times = append(times, s.At)
		}
	}
	for i := 10; i < len(times); i++ {
		if d := times[i].Sub(times[i-10]); d < time.Second {
			t.Errorf("eleven requests went out within %v", d)
		}
	}
}
