package badserver

import (
	"math"
	"math/rand/v2"
	"strings"

	"github.com/godbus/dbus/v5"
)

// mostValues limits the random values of a message.
const mostValues = 4

// Values returns random values that D-Bus allows, of any types.
func Values(chance *rand.Rand) []any {
	all := make([]any, chance.IntN(mostValues+1))
	for i := range all {
		all[i] = value(chance, 3)
	}
	return all
}

// value returns a random value with containers at most so deep.
func value(chance *rand.Rand, deep int) any {
	plain := []any{
		"", "text", strings.Repeat("long ", 20_000), "\u202e\ufffd", "file://%zz", "file:///tmp/x\n",
		int32(-1), int32(math.MinInt32), uint32(0), uint32(1), uint32(math.MaxUint32), int16(-1),
		uint16(math.MaxUint16),
		int64(math.MinInt64), int64(math.MaxInt64), uint64(math.MaxUint64), byte(255), true, false,
		math.NaN(), math.Inf(-1), math.MaxFloat64, dbus.ObjectPath("/"), dbus.ObjectPath("/a/b_1"),
		[]string{},
		[]string{""},
		[]byte{},
		[]int32{},
		[]dbus.ObjectPath{},
		[]float64{math.Inf(1)},
		map[string]dbus.Variant{},
		map[uint32]string{7: "x"},
		dbus.ParseSignatureMust("a{sv}"),
	}
	switch n := chance.IntN(len(plain) + 8); {
	case n < len(plain) || deep == 0:
		return plain[n%len(plain)]
	case n%4 == 0:
		return dbus.MakeVariant(value(chance, deep-1))
	case n%4 == 1:
		return map[string]dbus.Variant{
			"uris": dbus.MakeVariant(value(chance, deep-1)), "": dbus.MakeVariant(value(chance, deep-1)),
		}
	case n%4 == 2:
		return []dbus.Variant{dbus.MakeVariant(value(chance, deep-1))}
	}
	return struct {
		A string
		B dbus.Variant
	}{"", dbus.MakeVariant(value(chance, deep-1))}
}
