package diagnose

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sextant/app/files"
)

const (
	leftPrefix   = "running-"
	reportPrefix = "crash-"
	extension    = ".txt"
	// reportTime is the layout of the time of a crash in the name of its report, by which the names can be sorted.
	reportTime = "20060102T150405.000000Z"
	mostKept   = 10
	// maxReport is the limit of bytes that are read of a left file.
	maxReport = 1 << 20
)

// Tidy makes reports of the files that crashed programs left in the folder, without secrets, and removes the files of
// killed programs. It keeps the ten newest reports. It returns the paths of the new ones, and an error if one could not
// be written; then its file stays. It reads and writes the disk.
func (r *Recorder) Tidy() (reports []string, err error) {
	if r == nil {
		return nil, nil
	}
	for _, f := range left(r.dir, r.isOwn) {
		path, e := report(f, r.hidden())
		switch {
		case e != nil:
			err = cmp.Or(err, fmt.Errorf("keeping the report of a crash: %w", e))
			_ = f.Close()
			continue
		case path != "":
			reports = append(reports, path)
		}
		discard(f)
	}
	return reports, cmp.Or(err, r.trim())
}

// trim keeps the ten newest reports.
func (r *Recorder) trim() (err error) {
	kept := named(r.dir, reportPrefix)
	for _, old := range kept[:max(0, len(kept)-mostKept)] {
		err = cmp.Or(err, os.Remove(old))
	}
	return err
}

// Caught writes the report of a panic from which the program has recovered, with its stack, and returns its path. It
// reads and writes the disk.
func (r *Recorder) Caught(failure any, stack []byte) (path string, err error) {
	if r == nil {
		return "", nil
	}
	r.Note("caught: %v", failure)
	path = filepath.Join(r.dir, reportPrefix+r.now().UTC().Format(reportTime)+extension)
	if err = r.writeCaught(path, fmt.Sprintf("caught: %v\n\n%s", failure, stack)); err == nil {
		err = r.trim()
	}
	if err != nil {
		return "", fmt.Errorf("keeping the report of a crash: %w", err)
	}
	return path, nil
}

func (r *Recorder) writeCaught(path, trace string) error {
	data, err := io.ReadAll(io.NewSectionReader(r.file, 0, maxReport))
	if err != nil {
		return err
	}
	before, _, _ := strings.Cut(string(data), traceTitle)
	text := readable(r.hidden().replace(strings.ToValidUTF8(before+traceTitle+trace, "?")))
	return files.Write(path, []byte(text), 0o600)
}

// named returns the paths of the files in a folder whose names have a prefix, sorted.
func named(dir, prefix string) (paths []string) {
	entries, _ := os.ReadDir(dir) // an unreadable folder has no files
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && strings.HasSuffix(e.Name(), extension) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}

// left opens and locks the files of programs that no longer run, the oldest first. The caller closes them.
func left(dir string, except func(path string) bool) (all []*os.File) {
	for _, path := range named(dir, leftPrefix) {
		if except(path) {
			continue
		}
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if !files.Lock(f) {
			_ = f.Close()
			continue
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *os.File) int { return cmp.Compare(lastWritten(a), lastWritten(b)) })
	return all
}

// lastWritten returns the modification time of a file in the layout reportTime.
func lastWritten(f *os.File) string {
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	return info.ModTime().UTC().Format(reportTime)
}

// forgetLeft removes all but the newest left files, so that a program that crashes at every start does not fill the
// disk.
func forgetLeft(dir string, keep int) {
	all := left(dir, func(string) bool { return false })
	for i, f := range all {
		if i < len(all)-keep {
			discard(f)
		} else {
			_ = f.Close()
		}
	}
}

// report writes the report of a left file, and returns its path, "" if the program did not crash.
func report(f *os.File, s secrets) (path string, err error) {
	data, err := io.ReadAll(io.LimitReader(f, maxReport))
	if err != nil {
		return "", err
	}
	if len(data) == maxReport { // a secret at the end may be cut, and would not be found
		data = data[:bytes.LastIndexByte(data, '\n')+1]
	}
	text := readable(s.replace(strings.ToValidUTF8(string(data), "?")))
	if text == "" {
		return "", nil
	}
	path = filepath.Join(filepath.Dir(f.Name()), reportPrefix+lastWritten(f)+extension)
	return path, files.Write(path, []byte(text), 0o600)
}

// readable returns the content of a left file with the events in order, "" if it has no trace.
func readable(content string) string {
	head, rest, _ := strings.Cut(content, eventsTitle)
	region, trace, _ := strings.Cut(rest, traceTitle)
	if trace = strings.Trim(trace, "\x00 \t\r\n"); trace == "" {
		return ""
	}
	type numbered struct {
		number int64
		line   string
	}
	var list []numbered
	for line := range strings.Lines(region) {
		number, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			list = append(list, numbered{n, text})
		}
	}
	slices.SortStableFunc(list, func(a, b numbered) int { return cmp.Compare(a.number, b.number) })
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n\nThe last events, the oldest first:\n", strings.TrimSpace(head), trace)
	for _, n := range list {
		b.WriteString(n.line + "\n")
	}
	return b.String()
}

// secrets are the texts that must not be in reports.
type secrets struct {
	known []string
	forms *regexp.Regexp // matches the secrets in all their encodings, nil if there are none
}

// credentials in addresses are always hidden.
var credentials = regexp.MustCompile(`(?i)app_(id|key)=[^&\s"']*`)

func hiding(known []string) secrets {
	known = slices.Compact(slices.Sorted(slices.Values(known)))
	var forms []string
	for _, s := range known {
		if len(s) < 4 {
			continue
		}
		quoted := strconv.Quote(s)
		for _, form := range []string{s, url.QueryEscape(s), url.PathEscape(s), quoted[1 : len(quoted)-1]} {
			forms = append(forms, regexp.QuoteMeta(form))
		}
	}
	if len(forms) == 0 {
		return secrets{known: known}
	}
	// The longest first, because a secret may be a prefix of another one.
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	return secrets{known, regexp.MustCompile("(?i)" + strings.Join(slices.Compact(forms), "|"))}
}

// replace replaces secrets in a text.
func (s secrets) replace(text string) string {
	const instead = "[hidden]"
	if s.forms != nil {
		text = s.forms.ReplaceAllLiteralString(text, instead)
	}
	return credentials.ReplaceAllLiteralString(text, instead)
}
