package guard

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// A Door admits clients with credentials of a file or the command line, and all clients if there never were any. After
// the last ones are removed it admits no client. Its methods may be called on any goroutine.
type Door struct {
	ring  *Ring
	own   string      // the ID:KEY of the command line, empty for none
	keyed atomic.Bool // there were keys at some time: their file exists
	guard *Guard
}

// OpenDoor reads the keys of a file, which need not exist. Its error is that of OpenRing.
func OpenDoor(path, own string, now func() time.Time) (*Door, error) {
	ring, err := OpenRing(path)
	if err != nil {
		return nil, err
	}
	d := &Door{ring: ring, own: own, guard: New(now)}
	_, missing := os.Stat(path)
	d.keyed.Store(missing == nil)
	return d, nil
}

// Open reports whether all clients are admitted.
func (d *Door) Open() bool { return d.own == "" && d.ring.Empty() && !d.keyed.Load() }

// Closed reports whether no client is admitted.
func (d *Door) Closed() bool { return d.own == "" && d.ring.Empty() && d.keyed.Load() }

// Stamp returns a value that changes with the key of an ID and does not reveal it, empty if there is none. name and
// kiosk are those of the client.
func (d *Door) Stamp(id string) (stamp, name string, kiosk bool) {
	if own, _, _ := strings.Cut(d.own, ":"); d.own != "" && id == own {
		return fmt.Sprintf("%x", sha256.Sum256([]byte("stamp "+d.own))), "", false
	}
	return d.ring.stamp(id)
}

// Kiosks returns the names of the public screens that have keys.
func (d *Door) Kiosks() []string { return d.ring.kiosks() }

// Know returns the client with the credentials, which came from an address. If they were not compared, because too many
// wrong ones came from there, retry is the time until others will be.
func (d *Door) Know(address, id, key string) (name string, kiosk, ok bool, retry time.Duration) {
	if d.Open() {
		return "", false, true, 0
	}
	own, _, _ := strings.Cut(d.own, ":")
	if id == "" || id != own && !d.ring.Has(id) { // nothing to compare with
		return "", false, false, 0
	}
	ok, retry = d.guard.Check(address, id, key, func() (ok bool) {
		name, kiosk, ok = d.compare(id, key)
		return ok
	})
	return name, kiosk, ok, retry
}

// compare compares credentials with those of the command line and of the file.
func (d *Door) compare(id, key string) (name string, kiosk, ok bool) {
	given, wanted := sha256.Sum256([]byte(id+":"+key)), sha256.Sum256([]byte(d.own))
	if d.own != "" && subtle.ConstantTimeCompare(given[:], wanted[:]) == 1 {
		return "", false, true
	}
	c, ok := d.ring.Check(id, key)
	return c.Name, c.Kiosk, ok
}

// Reload reads the file again, which need not exist if it never did.
func (d *Door) Reload() error {
	err := d.ring.Reload()
	if errors.Is(err, fs.ErrNotExist) && d.Open() {
		err = nil
	}
	if !d.ring.Empty() {
		d.keyed.Store(true)
	}
	return err
}
