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

// PINFile is the name of the file in the profile that has the hash.
const PINFile = "kiosk-pin"

// The least and the most digits of a PIN.
const (
	LeastDigits = 4
	MostDigits  = 12
)

const (
	scheme    = "pbkdf2-sha256"
	saltBytes = 16
	// rounds take about a fifth of a second where the processor is small and has no instructions for SHA-256.
	rounds = 60_000
	// mostRounds bounds what a damaged file can have computed.
	mostRounds = 1_000_000
	maxFile    = 256
)

var (
	errDigits  = say.Error("pin.digits", "Least", LeastDigits, "Most", MostDigits)
	errDamaged = say.Error("pin.damaged", "File", PINFile)
)

// SetPIN makes digits the PIN of a profile. The error says what is wrong with them, or that they could not be written.
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

// ClearPIN forgets the PIN of a profile.
func ClearPIN(p settings.Profile) error {
	if err := files.Remove(p.Path(PINFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return say.Wrap(err, "pin.notForgotten")
	}
	return nil
}

// HasPIN reports whether a profile has a PIN. Where its file cannot be read or makes no sense it has one that nobody
// can enter, and the error says so.
func HasPIN(p settings.Profile) (bool, error) {
	_, set, err := load(p)
	return set, err
}

func isPIN(digits string) bool {
	return len(digits) >= LeastDigits && len(digits) <= MostDigits && strings.Trim(digits, "0123456789") == ""
}

// kept is what the file has.
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

// parse reads what format writes.
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

// load reads the file. A PIN is set wherever it cannot be known that there is none.
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

// A PIN lets those pass who know it. The profile keeps a salted hash, made slow by PBKDF2. That hides the PIN from a
// glance into the file; with the file and a computer so short a number is found all the same, which is why only its
// user may read it. Its methods may be called from any goroutine.
type PIN struct {
	profile settings.Profile
	guesses *Guard
}

// NewPIN returns the PIN that the profile has at the time of a try.
func NewPIN(p settings.Profile, now func() time.Time) *PIN {
	g := New(now)
	g.interval = pinInterval
	return &PIN{p, g}
}

// Try reports whether digits are the PIN. After five wrong ones they are compared once in twelve seconds; wait is the
// time until they are, 0 where they were compared. It reads the disk and computes for a moment: it is not for the UI
// goroutine.
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
