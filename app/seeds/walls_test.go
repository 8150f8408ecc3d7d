package seeds

import (
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"
)

// walled worlds have walls and blocks, power cuts and sleep. Everything is fresh minutes after the last wall.
var walled = kind{
	play: (*world).play, readers: 1, episodes: drawWalls, perHour: 300,
	quiet: 45 * time.Minute, freshFor: 6 * time.Minute,
}

// TestDayOfWalls runs walled worlds like TestSeeds, with the same variables.
func TestDayOfWalls(t *testing.T) {
	runKind(t, 1, 0.25, 0.15, walled)
}

// drawWalls returns walls and blocks one after the other. The last wall ends last, and is none that refuses the key:
// after these programs wait longer.
func drawWalls(r *rand.Rand, from, to time.Time) (all []*episode) {
	var brief []string
	for _, kind := range walls {
		if !strings.HasPrefix(kind, "403") {
			brief = append(brief, kind)
		}
	}
	last := drawWall(r, to, brief)
	last.from, last.to = to.Add(-last.to.Sub(to)), to
	for at := from.Add(apart(r, 20*time.Minute)); ; {
		kinds := brief
		if at.Add(2*time.Hour+blockEnds).Before(to) && r.IntN(2) == 0 {
			kinds = append(blocks, "403 empty", "403 no key")
		}
		e := drawWall(r, at, kinds)
		if e.to.After(last.from) {
			return append(all, last)
		}
		all = append(all, e)
		at = e.to.Add(apart(r, 30*time.Minute))
	}
}

// walls are ways in which a service, or what is in front of it, answers every request the same for 10 s to 2 h.
var walls = []string{
	"404 empty", "404 no rule", "404 page", "403 empty", "403 no key", "502 wall", "503 wall",
	"511 portal", "redirect", "garbage", "empty",
}

// blocks are refusals that each request makes last for an hour.
var blocks = []string{"401 block", "403 block", "429 block"}

// blockEnds is how long before the end of all faults the last block begins at the latest: programs notice that a 429 is
// a block only by the tenth.
const blockEnds = 2*time.Hour + 15*time.Minute

// said are the bodies of answers. All others say their kind.
var said = map[string]string{
	"404 empty":   "",
	"404 no rule": "No Mapping Rule matched",
	"404 page":    "<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>",
	"403 empty":   "",
	"403 no key":  "Authentication failed",
	"511 portal":  "<!DOCTYPE html><title>Log in</title><p>Welcome to the network of this train",
	"401 block":   "",
	"403 block":   "Limits exceeded",
	"429 block":   "",
}

func (e *episode) isBlock() bool { return strings.HasSuffix(e.kind, " block") }

// refuse answers with a status.
func (e *episode) refuse(w http.ResponseWriter, status int) {
	text, ok := said[e.kind]
	if !ok {
		text = e.kind
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if strings.HasPrefix(text, "<") {
		w.Header().Set("Content-Type", "text/html")
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}

// drawWall returns a wall or a block of one of some kinds, which begins at a time.
func drawWall(r *rand.Rand, at time.Time, kinds []string) *episode {
	e := &episode{kind: kinds[r.IntN(len(kinds))], from: at, every: 1, share: 1, once: map[string]bool{}}
	e.to = at.Add(between(r, 10*time.Second, 2*time.Hour))
	return e
}

// blocking returns the block that applies to a request of an account, nil for none, and makes it last.
func (s *service) blocking(id string) *episode {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, now := s.accounts[id], time.Now()
	if a == nil {
		return nil
	}
	if s.world.now().Sub(a.renewed) >= time.Hour {
		a.block = nil
	}
	for _, e := range s.faults {
		if e.isBlock() && !now.Before(e.from) && now.Before(e.to) {
			a.block = e
		}
	}
	if a.block != nil {
		a.renewed = s.world.now()
	}
	return a.block
}
