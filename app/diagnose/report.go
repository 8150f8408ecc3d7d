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
	// reportTime is the time of a crash in the name of its report, so that the names are in the order of the times.
	reportTime = "20060102T150405.000000Z"
	mostKept   = 10
	// maxReport bounds what is read of a left file.
	maxReport = 1 << 20
)

// Tidy makes reports of the files that crashed programs left in the folder, without what is to be hidden, and removes
// the files of those that were killed. It keeps the ten newest reports. It returns the paths of the new ones, and an
// error where one could not be written; what was left then stays. It reads and writes the disk.
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
	kept := named(r.dir, reportPrefix)
	for _, old := range kept[:max(0, len(kept)-mostKept)] {
		err = cmp.Or(err, os.Remove(old))
	}
	return reports, err
}

// named are the paths of the files in a folder whose names begin so, sorted.
func named(dir, prefix string) (paths []string) {
	entries, _ := os.ReadDir(dir) // there is nothing in a folder that cannot be read
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && strings.HasSuffix(e.Name(), extension) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}

// left opens the files of programs that run no more, the oldest first, and locks them. The caller closes them.
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

// lastWritten is when a file was last written to, as the name of a report has it.
func lastWritten(f *os.File) string {
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	return info.ModTime().UTC().Format(reportTime)
}

// forgetLeft removes left files but for the newest, so that a program that crashes at every start fills no disk.
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

// report writes the report of a left file, and returns its path, "" where nothing crashed.
func report(f *os.File, s secrets) (path string, err error) {
	data, err := io.ReadAll(io.LimitReader(f, maxReport))
	if err != nil {
		return "", err
	}
	if len(data) == maxReport { // what is cut in its middle would not be known as a secret
		data = data[:bytes.LastIndexByte(data, '\n')+1]
	}
	text := readable(s.replace(strings.ToValidUTF8(string(data), "?")))
	if text == "" {
		return "", nil
	}
	path = filepath.Join(filepath.Dir(f.Name()), reportPrefix+lastWritten(f)+extension)
	return path, files.Write(path, []byte(text), 0o600)
}

// readable is the content of a left file in the order in which one reads it, "" where it has no trace.
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

// secrets are what no report may have.
type secrets struct {
	known []string
	forms *regexp.Regexp // that they may have in a text, nil where none are known
}

// credentials in an address are hidden whatever they are.
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
	// Of two forms at one place the longer one is found: a secret may begin as another one does.
	slices.SortFunc(forms, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) })
	return secrets{known, regexp.MustCompile("(?i)" + strings.Join(slices.Compact(forms), "|"))}
}

// replace writes something else for what is secret.
func (s secrets) replace(text string) string {
	const instead = "[hidden]"
	if s.forms != nil {
		text = s.forms.ReplaceAllLiteralString(text, instead)
	}
	return credentials.ReplaceAllLiteralString(text, instead)
}
