package store

import "time"

// Media are documents of the media endpoints that are kept for others, by their paths.
type Media struct {
	Text   []byte
	Served Served
	// Confirmed is when the service gave it, or said that it is unchanged.
	Confirmed time.Time
}

// mostMedia bounds how many are kept. Those that were not confirmed for longest leave.
const mostMedia = 1000

// MediaDocuments are the documents of the media endpoints.
type MediaDocuments struct{ keeper *keeper }

// Media gives what is kept under a path, nil for nothing.
func (s *MediaDocuments) Media(path string) (m *Media, err error) {
	err = s.keeper.read("a media document", func(r *statements) error {
		var kept Media
		fields := append([]any{&kept.Text, stamp{&kept.Confirmed}}, kept.Served.fields()...)
		found, err := r.row("SELECT text, confirmed, etag, last_modified, cache_control, age, date FROM media WHERE path = ?", path).find(fields...)
		if err == nil && found {
			m = &kept
		}
		return err
	})
	return m, err
}

// SetMedia keeps a document under a path. Its text must not change any more.
func (s *MediaDocuments) SetMedia(path string, m Media) {
	s.keeper.enqueue(write{size: len(m.Text), do: func(w *statements) error {
		_, err := w.exec(`INSERT INTO media (path, text, confirmed, etag, last_modified, cache_control, age, date)
			VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
			ON CONFLICT DO UPDATE SET text = ?2, confirmed = ?3, etag = ?4, last_modified = ?5, cache_control = ?6, age = ?7, date = ?8`,
			path, m.Text, m.Confirmed.UnixMilli(), m.Served.ETag, m.Served.LastModified, m.Served.CacheControl, m.Served.Age, m.Served.Date)
		if err != nil {
			return err
		}
		_, err = w.exec("DELETE FROM media WHERE path IN (SELECT path FROM media ORDER BY confirmed DESC LIMIT -1 OFFSET ?)", mostMedia)
		return err
	}})
}
