package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"sextant/app/files"
)

// setAsideForm names a damaged file by when it was set aside.
const setAsideForm = "20060102-150405"

// openOrBegin opens a file, or begins a new one where it is damaged: the old one is set aside, and what cannot be
// fetched again goes into the new one as far as it can be read; lost is what could not. damaged is a file that was
// found damaged while in use, if there is one. Of several programs that meet the same damage only one sets the file
// aside; the others open what it began.
func openOrBegin(path string, damaged os.FileInfo, now time.Time) (b *base, aside string, lost Parts, err error) {
	unlock, err := lock(path + ".lock")
	if err != nil {
		return nil, "", 0, err
	}
	defer unlock()
	if damaged == nil || !files.IsAt(path, damaged) {
		if b, err = openWritable(path); !isDamage(err) {
			return b, "", 0, err
		}
	}
	if aside, err = setAside(path, now); err != nil {
		return nil, "", 0, err
	}
	if b, err = openWritable(path); err == nil {
		lost = b.carryOver(aside)
	}
	return b, aside, lost, err
}

// lock keeps other programs out. It is SQLite's own lock on an empty database, which exists on every
// system and ends with the program that holds it.
func lock(path string) (unlock func() error, err error) {
	if err := makeFile(path); err != nil {
		return nil, err
	}
	b := &base{}
	c, err := b.connect(address(path, lockFor))
	if err == nil {
		_, err = c.ExecContext(context.Background(), "BEGIN EXCLUSIVE")
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b.close, nil
}

// setAside renames a file and what SQLite keeps beside it.
func setAside(path string, now time.Time) (aside string, err error) {
	name := path + ".damaged-" + now.Format(setAsideForm)
	aside = name
	for n := 2; exists(aside); n++ {
		aside = fmt.Sprintf("%s-%d", name, n)
	}
	if err := os.Rename(path, aside); err != nil {
		return "", err
	}
	for _, beside := range []string{"-wal", "-shm"} {
		if err := os.Rename(path+beside, aside+beside); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// inspect looks through the whole file for damage. It has a connection of its own and takes as long as
// it takes: seconds for a large file.
func inspect(ctx context.Context, path string) error {
	b := &base{}
	defer b.close()
	c, err := b.connect(address(path, busyFor, "mode=ro"))
	if err != nil {
		return err
	}
	var verdict string
	if err := c.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, verdict)
	}
	return nil
}
