package words

import (
	"strconv"
	"strings"
	"time"

	"sextant/app/say"
)

// measure formats a number with its unit by a message.
func measure(key string, n int) string { return measureIn(nil, key, n) }

func measureIn(in *say.Tongue, key string, n int) string {
	return in.Text(key, "Number", in.Number(int64(n)))
}

// units formats a duration in whole units.
func units(in *say.Tongue, d, unit time.Duration, key string) string {
	return measureIn(in, key, int(d/unit))
}

// Percent formats a percentage.
func Percent(n int) string { return measure("measure.percent", n) }

// Seconds formats a number of seconds.
func Seconds(n int) string { return measure("measure.seconds", n) }

// Megabytes formats a number of megabytes.
func Megabytes(n int) string { return measure("measure.megabytes", n) }

// Times formats a speed with as many decimal places as necessary, at most three: 1.25×.
func Times(speed float64) string {
	_, behind, _ := strings.Cut(strconv.FormatFloat(speed, 'g', 4, 64), ".")
	return say.Text("measure.times", "Number", say.Decimal(speed, len(behind)))
}

// WaitWords formats a wait: 8 s or 5 min.
func WaitWords(d time.Duration) string {
	if d >= 2*time.Minute {
		return units(nil, d+time.Minute/2, time.Minute, "measure.minutes")
	}
	return units(nil, d+time.Second/2, time.Second, "measure.seconds")
}

// LengthWords formats a duration: 45 s, 3 min 20 s, 1 h 5 min.
func LengthWords(d time.Duration) string {
	s := int((max(0, d) + time.Second/2) / time.Second)
	large, small := measure("measure.minutes", s/60), measure("measure.seconds", s%60)
	whole, rest := s/60, s%60
	if s >= 3600 {
		m := (s + 30) / 60
		large, small = measure("measure.hours", m/60), measure("measure.minutes", m%60)
		whole, rest = m/60, m%60
	}
	switch {
	case whole == 0:
		return small
	case rest == 0:
		return large
	}
	return say.Text("measure.both", "Large", large, "Small", small)
}

// LongWords formats an approximate duration.
func LongWords(d time.Duration) string { return LongWordsIn(nil, d) }

// LongWordsIn is LongWords in a language.
func LongWordsIn(in *say.Tongue, d time.Duration) string {
	switch m := int((d + 30*time.Second) / time.Minute); {
	case m < 1:
		return in.Text("date.underMinute")
	case m < 100:
		return units(in, d+30*time.Second, time.Minute, "measure.minutes")
	}
	return units(in, d+30*time.Minute, time.Hour, "measure.hours")
}

// AgeWords formats how long ago something was, in one unit.
func AgeWords(d time.Duration) string { return ageWords(nil, d) }

func ageWords(in *say.Tongue, d time.Duration) string {
	switch {
	case d < time.Minute:
		return in.Text("date.now")
	case d < time.Hour:
		return units(in, d, time.Minute, "measure.minutes")
	case d < 48*time.Hour:
		return units(in, d, time.Hour, "measure.hours")
	}
	return in.Count("count.days", int(d/(24*time.Hour)))
}

// ByteSize formats a number of bytes in a suitable unit.
func ByteSize(n int64) string {
	switch {
	case n >= 1e9:
		return say.Text("measure.gigabytes", "Number", inTenths(n, 1e9))
	case n >= 1e6:
		return say.Text("measure.megabytes", "Number", inTenths(n, 1e6))
	}
	return measure("measure.kilobytes", int((n+999)/1000))
}

// ByteRate formats a number of bytes per second.
func ByteRate(n int64) string { return say.Text("measure.perSecond", "Amount", ByteSize(n)) }

// inTenths formats a number in units with one decimal place, so that a growing figure keeps its width; only whole units
// have none.
func inTenths(n, unit int64) string {
	if n%unit == 0 {
		return say.Number(n / unit)
	}
	return say.Decimal(float64(n)/float64(unit), 1)
}
