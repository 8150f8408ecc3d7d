package playlist

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"
)

// Two values of each key of a playlist, by the header of its section.
var values = map[string]map[string][2]string{
	"": {
		"show": {`["100"]`, `["100", "200/2"]`}, "holidays": {`["12-24"]`, `["12-24", "2027-05-01"]`},
		"off": {`["22:00-06:00"]`, `["22:00-06:01"]`}, "together": {"1", "2"},
	},
	"[dwell]": {
		"factor": {"1.0", "1.5"}, "least": {`"8s"`, `"9s"`}, "most": {`"60s"`, `"61s"`}, "fixed": {`"10s"`, `"11s"`},
	},
	"[screen]": {
		"view": {`"picture"`, `"sharp"`}, "palette": {`"broadcast"`, `"amber"`}, "scale": {`"fit"`, `"fill"`},
		"margins": {"2.5", "[2.5, 2.5, 2.5, 3]"}, "rotate": {"0", "270"}, "background": {`"#000000"`, `"#000001"`},
		"clock": {"false", "true"}, "countdown": {"false", "true"}, "aloud": {"false", "true"},
		"fade": {`"0s"`, `"500ms"`}, "drift": {"0", "1"}, "age": {`"15m"`, `"16m"`}, "quiet": {`"60s"`, `"61s"`},
	},
	"[ticker]": {"page": {`"112"`, `"112/2"`}, "each": {`"6s"`, `"7s"`}},
	"[tell]": {
		"url": {`"https://a.example/x"`, `"https://a.example/y"`}, "token": {`"one"`, `"two"`},
		"as": {`"json"`, `"ntfy"`}, "template": {`"{title}"`, `"{text}"`}, "after": {`"5m"`, `"6m"`},
		"name": {`"Lobby"`, `"lobby"`}, "link": {`"https://a.example/"`, `"https://b.example/"`},
		"picture": {"false", "true"},
	},
	"[[daypart]]": {
		"name": {`"night"`, `"day"`}, "days": {`["mon"]`, `["mon", "holidays"]`}, "from": {`"01:00"`, `"01:01"`},
		"to": {`"02:00"`, `"02:01"`}, "show": {`["100"]`, `["101"]`}, "together": {"1", "4"},
		"dwell": {`{least = "8s"}`, `{least = "9s"}`},
	},
	"[[break_in]]": {
		"pages": {`["112"]`, `["113"]`}, "phrase": {`"newsflash"`, `"news flash"`},
		"line": {`"Gulls"`, `"Terns"`}, "stays": {`"2m"`, `"3m"`}, "pause": {`"10m"`, `"0s"`},
		"wakes": {"false", "true"},
	},
}

// needs are the keys without which a section is a mistake.
var needs = map[string]string{
	"": "show", "[ticker]": "page", "[[daypart]]": "show", "[[break_in]]": "pages",
}

// fileWith returns a playlist with what is needed and a key of a section.
func fileWith(section, key, value string) string {
	with := func(section, key, value string) string {
		lines := section + "\n"
		if need := needs[section]; need != "" && need != key {
			lines += need + " = " + values[section][need][0] + "\n"
		}
		return lines + key + " = " + value + "\n"
	}
	if section == "" {
		return with("", key, value)
	}
	return with("", "together", "1") + with(section, key, value)
}

// TestDigestOfEachKey changes the value of each key that a playlist can have: another playlist has another digest, and
// the same one has the same.
func TestDigestOfEachKey(t *testing.T) {
	for section, keys := range values {
		known := knownKeys(t, section)
		for _, key := range known {
			two, ok := keys[key]
			if !ok && values["["+key+"]"] == nil && values["[["+key+"]]"] == nil {
				t.Errorf("the key %s of the section %q has no values in this test", key, section)
			}
			if !ok {
				continue
			}
			one, other := parse(t, fileWith(section, key, two[0])), parse(t, fileWith(section, key, two[1]))
			if one.Digest() == other.Digest() {
				t.Errorf("%s: %s and %s of %s have one digest", section, two[0], two[1], key)
			}
			if again := parse(t, "# a comment\n"+fileWith(section, key, two[0])); again.Digest() != one.Digest() {
				t.Errorf("%s: %s is not always the same", section, key)
			}
		}
		for key := range keys {
			if !slices.Contains(known, key) {
				t.Errorf("the section %q has no key %s", section, key)
			}
		}
	}
}

// knownKeys returns the keys that a section can have, which the mistake about an unknown one lists.
func knownKeys(t *testing.T, section string) []string {
	t.Helper()
	return keysInMistake(t, fileWith(section, "qqqqqqqqqqqqqqqqqqq", "1"))
}

// keysInMistake returns the keys that the only mistake of a file lists.
func keysInMistake(t *testing.T, text string) []string {
	t.Helper()
	_, err := Parse([]byte(text))
	var wrong *Mistakes
	if !errors.As(err, &wrong) || len(wrong.List) != 1 {
		t.Fatalf("%s: %v", text, err)
	}
	_, list, _ := strings.Cut(wrong.List[0].Reason, ", only ")
	return regexp.MustCompile(`[a-z_]+`).FindAllString(list, -1)
}

// TestKeysOfItems changes the value of each key that an item can have: the item is shown in another manner and has the
// key as its own, and the playlist has another digest.
func TestKeysOfItems(t *testing.T) {
	item := func(key, value string) string { return "show = [{ show = '100', " + key + " = " + value + " }]" }
	for _, key := range keysInMistake(t, item("qqqqqqqqqqqqqqqqqqq", "1")) {
		two := values["[[daypart]]"][key]
		if key == "show" {
			continue
		}
		if two[0] == "" {
			t.Errorf("the key %s of items has no values for dayparts in this test", key)
			continue
		}
		one, other := parse(t, item(key, two[0])), parse(t, item(key, two[1]))
		if one.Lists[0].MannerOf(0) == other.Lists[0].MannerOf(0) || one.Digest() == other.Digest() {
			t.Errorf("%s and %s of the %s of an item are the same", two[0], two[1], key)
		}
		if own := string(one.Lists[0].Items[0].Own); own != key && !strings.HasPrefix(own, key+".") {
			t.Errorf("an item with %s has its own %q", key, own)
		}
	}
}

// TestDigestOfEachField changes each field of a playlist, of whatever type: the digest is another one each time.
func TestDigestOfEachField(t *testing.T) {
	var whole strings.Builder
	for _, section := range slices.Sorted(maps.Keys(values)) {
		whole.WriteString(section + "\n")
		for _, key := range slices.Sorted(maps.Keys(values[section])) {
			whole.WriteString(key + " = " + values[section][key][1] + "\n")
		}
	}
	p := parse(t, whole.String())
	want, changed := p.Digest(), 0
	eachLeaf(reflect.ValueOf(p).Elem(), "playlist", func(leaf reflect.Value, path string) {
		before := reflect.New(leaf.Type()).Elem()
		before.Set(leaf)
		switch leaf.Kind() {
		case reflect.Bool:
			leaf.SetBool(!leaf.Bool())
		case reflect.String:
			leaf.SetString(leaf.String() + "x")
		case reflect.Uint8:
			leaf.SetUint(leaf.Uint() ^ 1)
		case reflect.Float64:
			leaf.SetFloat(leaf.Float() + 0.001)
		default:
			leaf.SetInt(leaf.Int() + 1)
		}
		if p.Digest() == want {
			t.Errorf("another %s has the same digest", path)
		}
		leaf.Set(before)
		changed++
	})
	if p.Digest() != want || changed < 50 {
		t.Errorf("%d fields were changed", changed)
	}
}

// eachLeaf calls do with each part of a value that has no parts, also with those that are not exported.
func eachLeaf(v reflect.Value, path string, do func(leaf reflect.Value, path string)) {
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			eachLeaf(v.Field(i), path+"."+v.Type().Field(i).Name, do)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachLeaf(v.Index(i), fmt.Sprintf("%s[%d]", path, i), do)
		}
	default:
		do(v, path)
	}
}

// TestEditOfWebhookIsFollowed edits the section of the webhook alone: the new webhook is the source's at once.
func TestEditOfWebhookIsFollowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), File)
		const before = "show = [100]\n[tell]\nurl = 'https://a.example/x'\npicture = true\n"
		write(t, path, before)
		s, log := follow(t, path, Options{})
		defer s.Close()
		for _, edit := range []string{
			"picture = false", "template = '{title}'", "template = '{text}'\nname = 'Lobby'", "after = '9m'",
		} {
			text := strings.Replace(before, "picture = true", edit, 1)
			write(t, path, text)
			passes(time.Minute)
			if log.take() == "" || s.Current().Webhook != parse(t, text).Webhook {
				t.Errorf("after %s the webhook is %+v", edit, s.Current().Webhook)
			}
		}
	})
}
