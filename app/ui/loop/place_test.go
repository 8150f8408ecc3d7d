package loop

import "testing"

// TestSizeForMonitorsWithoutMillimetres checks that the interface is enlarged on monitors with many pixels only.
func TestSizeForMonitorsWithoutMillimetres(t *testing.T) {
	for _, tt := range []struct{ width, height, want int }{
		{3840, 2160, 200},
		{2560, 1440, 125},
		{1920, 1080, 0},
		{1280, 800, 0},
		{480, 360, 0},
		{3840, 1080, 0},
		{7680, 4320, 400},
	} {
		if got := sizeFor(tt.width, tt.height); got != tt.want {
			t.Errorf("%d x %d: %d %%, want %d", tt.width, tt.height, got, tt.want)
		}
	}
}
