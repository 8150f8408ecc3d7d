// Package player plays sound.
//
// It is built like a tape deck, from three parts that never wait for each other:
//
//	track   reads the source and decodes it, one goroutine for each loaded item. Only here may a
//	        Read block: the source can be a file that is still being downloaded.
//	voice   buffers about a second of decoded sound, changes its speed (tempo) and optionally its
//	        loudness (leveller, meter), and fades in and out when it starts, stops or seeks, so that
//	        nothing clicks. It is played by a lane, a beep.Streamer in which the voice of the next
//	        item follows without a gap.
//	pump    pulls the mixed lanes through the volume and writes them to the Output. It sleeps while
//	        there is nothing to play, and closes the device after a few seconds of silence.
//
// A Player ties them together. Its methods only record what the user wants and return at once; what
// happens is reported by State and by the notify function.
//
// An MP3 passes through: file and window (bytes at an offset), walker (whole frames, resynchronised
// after garbage), index (time to offset, and the duration), reservoir and packer (make each frame
// independent of its neighbours, and work around go-mp3's fault in joint stereo), engine (go-mp3,
// which gets nothing but clean frames), stream (samples from any time on), then beep's resampler if
// the rate is not the Output's, and the shortener if long pauses are left out (pauseDetector). Title,
// picture and chapters are read beside it (labels).
//
// Where recordings were joined, their frames are of several kinds. Each run of frames of one kind is a
// segment with its own rate and encoder's header; the stream ends where a segment does, and the track
// goes on with the next one and another resampler. Places are in ticks, which fit all rates.
//
// A place is always a place in the recording. The voice records when each of its frames was played
// (timeline) and where something was left out (cuts), and so knows which place is audible.
//
// The package knows no network, no window and no file names. It reads from a Source.
package player
