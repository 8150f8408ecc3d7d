package endtoend

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// never is the time of data that was not synced.
const never = math.MaxInt

// sector is the number of bytes that a disk writes atomically.
const sector = 512

// A node is a file or a folder with all its changes, and when each was synced. Times are lines of the record.
type node struct {
	folder bool
	writes []diskWrite      // of a file
	place  int64            // the offset of the next write without one
	names  []rename         // of a folder
	now    map[string]*node // the folder as programs see it
}

// A diskWrite is written data, or without data a new size.
type diskWrite struct {
	at, synced int
	offset     int64
	data       []byte
}

// A rename is an atomic change of a folder: the files by their new names, nil for removed names.
type rename struct {
	at, synced int
	to         map[string]*node
}

func newFolder() *node { return &node{folder: true, now: map[string]*node{}} }

func (n *node) change(at int, to map[string]*node) {
	n.names = append(n.names, rename{at, never, to})
	for name, file := range to {
		if n.now[name] = file; file == nil {
			delete(n.now, name)
		}
	}
}

// sync marks all changes before a time as synced at another time.
func (n *node) sync(before, at int) {
	for i := range n.writes {
		if w := &n.writes[i]; w.at < before {
			w.synced = min(w.synced, at)
		}
	}
	for i := range n.names {
		if r := &n.names[i]; r.at < before {
			r.synced = min(r.synced, at)
		}
	}
}

// A recordedDisk has the files in a folder with all their changes, from a record of system calls, and the marks of the
// session.
type recordedDisk struct {
	dir        string
	said       string // the path of the file to which the session writes its marks
	root       *node
	marks      []mark
	lines      int
	calls      int // the number of calls that changed something
	unfinished map[string]unfinishedCall
}

// A mark is an entry of the session at a time.
type mark struct {
	at   int
	text string
}

// A unfinishedCall is the start of a call during which others were recorded.
type unfinishedCall struct {
	at   int
	text string
}

var (
	recordedCall = regexp.MustCompile(`^(\d+) +(\w+)\((.*)\) += (-?\d+)`)
	begunPattern = regexp.MustCompile(`^(\d+) +(\w+\(.*) <unfinished \.\.\.>$`)
	endedPattern = regexp.MustCompile(`^(\d+) +<\.\.\. \w+ resumed>(.*)$`)
	hexText      = regexp.MustCompile(`["<]((?:\\x[0-9a-f]{2})*)[">]`)
)

// recordCalls are the calls that change files.
const recordCalls = "open,openat,creat,write,pwrite64,writev,pwritev,fsync,fdatasync,rename,renameat,renameat2," +
	"unlink,unlinkat,ftruncate,mkdir,mkdirat"

// readRecord reads the output of strace.
func readRecord(record, dir, said string) (*recordedDisk, error) {
	f, err := os.Open(record)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := &recordedDisk{dir: dir, said: said, root: newFolder(), unfinished: map[string]unfinishedCall{}}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		d.lines++
		if err := d.line(lines.Text()); err != nil {
			return nil, fmt.Errorf("line %d of %s: %w", d.lines, record, err)
		}
	}
	return d, lines.Err()
}

// line applies a line. A call has its effect at its end, but a sync applies to writes before its start.
func (d *recordedDisk) line(text string) error {
	if m := begunPattern.FindStringSubmatch(text); m != nil {
		d.unfinished[m[1]] = unfinishedCall{d.lines, m[1] + " " + m[2]}
		return nil
	}
	since := d.lines
	if m := endedPattern.FindStringSubmatch(text); m != nil {
		b := d.unfinished[m[1]]
		since, text = b.at, b.text+m[2]
	}
	m := recordedCall.FindStringSubmatch(text)
	if m == nil || strings.HasPrefix(m[4], "-") {
		return nil
	}
	var texts []string
	for _, t := range hexText.FindAllStringSubmatch(m[3], -1) {
		plain, err := hex.DecodeString(strings.ReplaceAll(t[1], `\x`, ""))
		if err != nil {
			return err
		}
		texts = append(texts, string(plain))
	}
	result, err := strconv.Atoi(m[4])
	if err != nil {
		return err
	}
	return d.call(m[2], m[3], texts, result, since)
}

// call applies a call. texts are the strings among its arguments.
func (d *recordedDisk) call(name, arguments string, texts []string, result, since int) error {
	elsewhere := func(path string) bool { return path != d.dir && !strings.HasPrefix(path, d.dir+"/") }
	paths := slices.DeleteFunc(slices.Clone(texts), elsewhere)
	switch {
	case len(texts) > 1 && texts[0] == d.said && name == "write":
		for _, line := range strings.Split(strings.TrimSuffix(texts[1], "\n"), "\n") {
			d.marks = append(d.marks, mark{d.lines, line})
		}
		return nil
	case len(paths) == 0:
		return nil
	}
	d.calls++
	last := arguments[strings.LastIndex(arguments, " ")+1:]
	switch name {
	case "open", "openat", "creat":
		d.open(paths[0], arguments)
	case "mkdir", "mkdirat":
		d.put(paths[len(paths)-1], newFolder())
	case "rename", "renameat", "renameat2":
		return d.rename(paths[len(paths)-2], paths[len(paths)-1])
	case "unlink", "unlinkat":
		d.put(paths[len(paths)-1], nil)
	case "fsync", "fdatasync":
		if n := d.find(paths[0]); n != nil {
			n.sync(since, d.lines)
		}
	case "ftruncate":
		return d.write(paths[0], last, nil)
	case "write":
		return d.write(paths[0], "", []byte(texts[1])[:result])
	case "pwrite64":
		return d.write(paths[0], last, []byte(texts[1])[:result])
	default:
		return fmt.Errorf("%s is not understood", name)
	}
	return nil
}

// find returns the file or folder at a path, nil if there is none.
func (d *recordedDisk) find(path string) *node {
	n := d.root
	if path == d.dir {
		return n
	}
	for _, name := range strings.Split(strings.TrimPrefix(path, d.dir+"/"), "/") {
		if n == nil || !n.folder {
			return nil
		}
		n = n.now[name]
	}
	return n
}

// folderOf returns the folder of a path, and the name in it.
func (d *recordedDisk) folderOf(path string) (*node, string) {
	dir, name := filepath.Split(path)
	if dir = strings.TrimSuffix(dir, "/"); dir == d.dir {
		return d.root, name
	}
	return d.find(dir), name
}

// sharedEnd is the suffix of SQLite's shared memory file, which is recreated after a power cut.
const sharedEnd = "-shm"

// put sets the file or folder at a path, or with nil removes it.
func (d *recordedDisk) put(path string, file *node) {
	if folder, name := d.folderOf(path); folder != nil && !strings.HasSuffix(name, sharedEnd) {
		folder.change(d.lines, map[string]*node{name: file})
	}
}

func (d *recordedDisk) open(path, flags string) {
	file := d.find(path)
	if file == nil && strings.Contains(flags, "O_CREAT") {
		d.put(path, &node{})
	} else if file != nil && strings.Contains(flags, "O_TRUNC") {
		file.writes, file.place = append(file.writes, diskWrite{at: d.lines, synced: never}), 0
	}
}

func (d *recordedDisk) rename(from, to string) error {
	if strings.HasSuffix(from, sharedEnd) {
		return nil
	}
	source, old := d.folderOf(from)
	target, name := d.folderOf(to)
	if source == nil || source != target || source.now[old] == nil {
		return fmt.Errorf("%s becomes %s in another folder, or was not there", from, to)
	}
	source.change(d.lines, map[string]*node{old: nil, name: source.now[old]})
	return nil
}

// write writes data at an offset, or if that is empty after the last write; without data the offset is the new size.
func (d *recordedDisk) write(path, offset string, data []byte) error {
	file := d.find(path)
	if file == nil || file.folder {
		return nil // the file was removed
	}
	at := file.place
	if offset != "" {
		var err error
		if at, err = strconv.ParseInt(offset, 10, 64); err != nil {
			return err
		}
	} else {
		file.place += int64(len(data))
	}
	file.writes = append(file.writes, diskWrite{d.lines, never, at, data})
	return nil
}

// An outage is a power cut at a time, with random effects on data that was not synced.
type outage struct {
	*rand.Rand
	at int
	// horizon is the time up to which changes of folders are on the disk, if the file system keeps their order; never
	// if it does not.
	horizon int
}

func newOutage(at int, seed uint64) *outage {
	o := &outage{rand.New(rand.NewPCG(seed, uint64(at))), at, never}
	if o.IntN(2) == 0 {
		o.horizon = o.IntN(at + 1)
	}
	return o
}

// leave writes a folder as it is on the disk after the power cut.
func (o *outage) leave(n *node, path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	done, synced := 0, 0
	for i, r := range n.names {
		if r.at <= o.at {
			done = i + 1
		}
		if r.synced <= o.at || o.horizon != never && r.at <= o.horizon {
			synced = i + 1
		}
	}
	if o.horizon == never {
		synced += o.IntN(done - synced + 1)
	}
	there := map[string]*node{}
	for _, r := range n.names[:synced] {
		for name, file := range r.to {
			there[name] = file
		}
	}
	for _, name := range sortedNames(there) {
		file, at := there[name], filepath.Join(path, name)
		var err error
		switch {
		case file == nil:
		case file.folder:
			err = o.leave(file, at)
		default:
			err = os.WriteFile(at, o.content(file), 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func sortedNames(of map[string]*node) (names []string) {
	for name := range of {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// content returns a file's data on the disk: all synced writes, and of the others none, all, or a random part, of which
// the last is torn. Gaps are zero.
func (o *outage) content(n *node) (data []byte) {
	var chosen []diskWrite
	share := []float64{0, 1, 0.5, 0.9}[o.IntN(4)]
	last := -1
	for _, w := range n.writes {
		if w.at > o.at {
			break
		}
		if w.synced <= o.at || o.Float64() < share {
			if w.synced > o.at {
				last = len(chosen)
			}
			chosen = append(chosen, w)
		}
	}
	for i, w := range chosen {
		if i == last && share < 1 && w.data != nil {
			w.data = w.data[:o.tear(w)]
		}
		data = w.apply(data)
	}
	return data
}

// tear returns how many bytes of a torn write are on the disk.
func (o *outage) tear(w diskWrite) int64 {
	size := int64(len(w.data))
	sectors := (w.offset+size)/sector - w.offset/sector
	end := (w.offset/sector + o.Int64N(sectors+1)) * sector
	return max(0, min(size, end-w.offset))
}

func (w *diskWrite) apply(to []byte) []byte {
	end := int(w.offset) + len(w.data)
	if w.data == nil {
		to = to[:min(len(to), end)]
	}
	if end > len(to) {
		to = append(to, make([]byte, end-len(to))...)
	}
	copy(to[w.offset:], w.data)
	return to
}
