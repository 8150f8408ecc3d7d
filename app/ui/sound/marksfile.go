package sound

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"sextant/app/browse"
	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/words"
)

// A marksForm is a format in which marks are written.
type marksForm string

// The formats, by the extensions of their files.
const (
	marksText  marksForm = "txt"
	marksCSV   marksForm = "csv"
	marksLines marksForm = "jsonl"
)

// A markLine is a mark as a line of JSON.
type markLine struct {
	Recording string  `json:"recording"`
	ID        string  `json:"id,omitempty"`
	Seconds   float64 `json:"seconds"`
	Chapter   string  `json:"chapter,omitempty"`
	Note      string  `json:"note,omitempty"`
	Made      string  `json:"made"` // RFC 3339
	Link      string  `json:"link,omitempty"`
}

// writeMarks writes marks: as text with links, as comma-separated values (RFC 4180, with line feeds), or as lines of
// JSON.
// It writes no addresses of recordings, which may be private to the user.
func writeMarks(w io.Writer, form marksForm, marks []kept.Mark) error {
	switch form {
	case marksCSV:
		return writeMarksTable(w, marks)
	case marksLines:
		out := json.NewEncoder(w)
		out.SetEscapeHTML(false)
		for i := range marks {
			if err := out.Encode(lineOf(&marks[i])); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range marks {
		if _, err := io.WriteString(w, markText(&marks[i])+"\n\n"); err != nil {
			return err
		}
	}
	return nil
}

func writeMarksTable(w io.Writer, marks []kept.Mark) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"recording", "time", "chapter", "note", "made", "link"}) // Error returns the error
	for i := range marks {
		l := lineOf(&marks[i])
		_ = out.Write([]string{
			words.TableCell(l.Recording), words.PlayTime(marks[i].Moment),
			words.TableCell(l.Chapter), words.TableCell(l.Note),
			l.Made, l.Link,
		})
	}
	out.Flush()
	return out.Error()
}

func lineOf(m *kept.Mark) markLine {
	return markLine{
		Recording: recordingName(m), ID: m.Item.ID, Seconds: m.Moment.Seconds(), Chapter: m.Chapter, Note: m.Note,
		Made: m.At.Format(time.RFC3339), Link: markLink(m),
	}
}

// recordingName returns the name of a recording, never its address.
func recordingName(m *kept.Mark) string { return cmp.Or(m.Item.Title, m.Item.ID) }

// markLink returns the address of a mark, empty if there is none.
func markLink(m *kept.Mark) string {
	moment := media.Moment{ID: m.Item.ID, At: m.Moment}
	if !moment.CanLink() {
		return ""
	}
	return browse.AddressScheme + moment.String()
}

// markText returns a mark as lines of text: recording and time, chapter and note, and its link.
func markText(m *kept.Mark) string {
	text := fmt.Sprintf("%s, %s", recordingName(m), words.PlayTime(m.Moment))
	for _, line := range []string{m.Chapter, m.Note, markLink(m)} {
		if line != "" {
			text += "\n" + line
		}
	}
	return text
}
