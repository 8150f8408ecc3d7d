package sound

import (
	"testing"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

func TestMain(m *testing.M) { widgettest.Main(m, core.Theme()) }
