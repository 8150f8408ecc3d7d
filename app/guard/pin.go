package guard

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"sextant/app/files"
	"sextant/app/say"
	"sextant/app/settings"
)

// PINFile is the name of the file in the profile with the hash.
const PINFile = "kiosk-pin"

// The limits of a PIN's digits.
const (
	LeastDigits = 4
	MostDigits  = 12
)

const (
	scheme    = "pbkdf2-sha256"
	saltBytes = 16
	// rounds take about 0.2 s on a small processor without SHA-256 instructions.
	rounds = 60_000
	// mostRounds is the limit of rounds in a file, which may be damaged.
	mostRounds = 1_000_000
	maxFile    = 256
)

var (
	errDigits  = say.Error("pin.digits", "Least", LeastDigits, "Most", MostDigits)
	errDamaged = say.Error("pin.damaged", "File", PINFile)
)

// SetPIN sets the PIN of a profile. The error is why the digits are invalid, or that of writing the file.
func SetPIN(p settings.Profile, digits string) error {
	if !isPIN(digits) {
		return errDigits
	}
	k := kept{rounds, make([]byte, saltBytes), nil}
	_, _ = rand.Read(k.salt) // never fails
	var err error
	if k.hash, err = k.hashOf(digits); err == nil {
		err = p.Write(PINFile, k.format())
	}
	if err != nil {
		return say.Wrap(err, "pin.notKept")
	}
	return nil
}

// ClearPIN removes the PIN of a profile.
func ClearPIN(p settings.Profile) error {
	if err := files.Remove(p.Path(PINFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return say.Wrap(err, "pin.notForgotten")
	}
	return nil
}

// HasPIN reports whether a profile has a PIN. With an unreadable or invalid file it has one that cannot be entered, and
// the error is why.
func HasPIN(p settings.Profile) (bool, error) {
	_, set, err := load(p)
	return set, err
}

func isPIN(digits string) bool {
	return len(digits) >= LeastDigits && len(digits) <= MostDigits && strings.Trim(digits, "0123456789") == ""
}

// kept is the content of the file.
type kept struct {
	rounds     int
	salt, hash []byte
}

func (k kept) hashOf(digits string) ([]byte, error) {
	return pbkdf2.Key(sha256.New, digits, k.salt, k.rounds, sha256.Size)
}

func (k kept) format() []byte {
	return fmt.Appendf(nil, "%s %d %x %x\n", scheme, k.rounds, k.salt, k.hash)
}

// parse parses the output of format.
func parse(data []byte) (k kept, err error) {
	words := strings.Fields(string(data))
	if len(data) > maxFile || len(words) != 4 || words[0] != scheme {
		return k, errDamaged
	}
	rounds, err1 := strconv.Atoi(words[1])
	salt, err2 := hex.DecodeString(words[2])
	hash, err3 := hex.DecodeString(words[3])
	if errors.Join(err1, err2, err3) != nil || rounds < 1 || rounds > mostRounds ||
		len(salt) != saltBytes || len(hash) != sha256.Size {
		return k, errDamaged
	}
	return kept{rounds, salt, hash}, nil
}

// load reads the file. After an error it returns that a PIN is set, because that cannot be excluded.
func load(p settings.Profile) (k kept, set bool, err error) {
	data, err := files.Read(p.Path(PINFile), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return k, false, nil
	}
	if err != nil {
		return k, true, say.Wrap(err, "pin.unreadable")
	}
	k, err = parse(data)
	return k, true, err
}

// A PIN checks the PIN of a profile, which stores a salted PBKDF2 hash. The hash only hides the PIN from a glance into
// the file: such a short number can be found by trying all, which is why only the user may read the file. Its methods
// may be called on any goroutine.
type PIN struct {
	profile settings.Profile
	guesses *Guard
}

// NewPIN returns the PIN of a profile. Each Try reads the file again.
func NewPIN(p settings.Profile, now func() time.Time) *PIN {
	g := New(now)
	g.interval = pinInterval
	return &PIN{p, g}
}

// Try reports whether digits are the PIN. After five wrong ones they are compared once in twelve seconds; wait is the
// time until the next comparison, 0 if they were compared. It reads the disk and computes the hash, so it must not be
// called on the UI goroutine.
func (p *PIN) Try(digits string) (ok bool, wait time.Duration) {
	return p.guesses.Check("", PINFile, digits, func() bool {
		k, set, err := load(p.profile)
		if !set || err != nil || !isPIN(digits) {
			return false
		}
		hash, err := k.hashOf(digits)
		return err == nil && subtle.ConstantTimeCompare(hash, k.hash) == 1
	})
}
