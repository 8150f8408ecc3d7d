// Package player plays sound.
//
// The idea is a tape deck whose three parts never wait for each other:
//
//	track   reads the source and decodes it, one goroutine for each loaded item. Only here may a
//	        Read block, for the source can be a file that is still being downloaded.
//	voice   holds about a second of decoded sound, and plays it at the wanted speed (tempo), as
//	        loud as other items where that is wanted (leveller, meter), and through a short fade
//	        whenever it starts, stops or jumps, so that nothing clicks. It lies in a lane, a
//	        beep.Streamer in which the voice of the next item follows without a gap.
//	pump    pulls the mixed lanes through the volume and writes them to the Output. It sleeps when
//	        there is nothing to hear, and gives the device back after a few seconds.
//
// A Player ties them together. Its methods only set down what is wanted and return at once; what
// really happens is reported by State and by the notify function.
//
// The way of an MP3 is: file and window (bytes at an offset), walker (whole frames, resynchronised
// after garbage), index (time to offset, and the duration), reservoir and packer (each frame made
// independent of its neighbours, and joint stereo such that go-mp3 decodes it right), engine (go-mp3,
// which sees nothing but clean frames), stream (the samples from any moment on), and then beep's
// resampler if the rate is not the Output's, and the shortener if long pauses are to be left out
// (pauseDetector). The title, the picture and the chapters are read beside it (labels).
//
// A place is always one in the recording. The voice knows which of its frames were given when
// (timeline), and before which of them something was left out (cuts), and so which place is heard.
//
// The package knows no network, no window and no file names. It takes a Source.
package player
