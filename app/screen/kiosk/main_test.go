package kiosk

import (
	"testing"

	"sextant/app/testkit"
)

func TestMain(m *testing.M) { testkit.OneProcessor(m) }
