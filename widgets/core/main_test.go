package core

import (
	"testing"

	"sextant/widgets/widgettest"
)

func TestMain(m *testing.M) { widgettest.Main(m, Theme()) }
