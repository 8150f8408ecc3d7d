package host

import (
	"path/filepath"

	"sextant/app/files"
	"sextant/app/say"
	"sextant/app/words"
)

// Write asks for the path of a file, writes it in the background, and shows the result.
func Write(h Host, name string, data []byte) {
	WriteWith(h, name, func(path string) error { return files.Write(path, data, 0) })
}

// WriteWith is Write with a function that writes the file, in the background.
func WriteWith(h Host, name string, write func(path string) error) {
	SaveFile(h, name, func(path string) {
		go func() {
			err := write(path)
			h.Do(func() {
				if err != nil {
					h.ShowNotice(AboutNothing, words.Message{
						Sentence: say.Text("file.unwritten"), Hint: words.Why(err),
					})
					return
				}
				h.Done(say.Text("file.saved", "File", filepath.Base(path)))
			})
		}()
	})
}
