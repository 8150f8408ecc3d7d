package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A library is a system library that the program needs to start, or that the window library loads while it runs.
type library struct {
	name   string
	debian string // the package that has it
	need   need
}

// A need is whether a library is required.
type need int

const (
	needed   need = iota
	better        // used if installed
	unneeded      // named in the program, but not used by it
)

// libraries are all libraries that the program names. Another one is an error, and needs a line here.
var libraries = []library{
	{"libc.so.6", "libc6", needed},
	{"libm.so.6", "libc6", needed},
	{"libasound.so.2", "libasound2", needed},
	{"libGL.so.1", "libgl1", needed},
	{"libEGL.so.1", "libegl1", needed},
	{"libGLESv2.so.2", "libgles2", needed},
	{"libwayland-client.so.0", "libwayland-client0", needed},
	{"libwayland-cursor.so.0", "libwayland-cursor0", needed},
	{"libwayland-egl.so.1", "libwayland-egl1", needed},
	{"libxkbcommon.so.0", "libxkbcommon0", needed},
	{"libX11.so.6", "libx11-6", needed},
	{"libX11-xcb.so.1", "libx11-xcb1", unneeded}, // for Vulkan
	{"libXcursor.so.1", "libxcursor1", needed},
	{"libXext.so.6", "libxext6", needed},
	{"libXi.so.6", "libxi6", needed},
	{"libXinerama.so.1", "libxinerama1", needed},
	{"libXrandr.so.2", "libxrandr2", needed},
	{"libXrender.so.1", "libxrender1", needed},
	{"libXxf86vm.so.1", "libxxf86vm1", needed},
	{"libdecor-0.so.0", "libdecor-0-0", better}, // window decorations where the Wayland compositor draws none
	{"libGLX.so.0", "libglx0", unneeded},        // comes with libGL
	{"libGLESv1_CM.so.1", "", unneeded},
	{"libGLES_CM.so.1", "", unneeded},
	{"libOpenGL.so.0", "", unneeded},
	{"libOSMesa.so.6", "", unneeded},
	{"libOSMesa.so.8", "", unneeded},
	{"libvulkan.so.1", "", unneeded},
}

// depends are the dependencies of a package.
type depends struct{ Needed, Better []string }

// named matches names of libraries with their ABI version.
var named = regexp.MustCompile(`lib[A-Za-z0-9_+-]+\.so\.[0-9]+`)

// librariesOf returns the libraries of a program, and the version of the C library that it requires.
func librariesOf(program string) (used []library, libc string, err error) {
	file, err := elf.Open(program)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	linked, err := file.ImportedLibraries()
	if err != nil {
		return nil, "", err
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return nil, "", err
	}
	names := map[string]bool{}
	for _, name := range append(linked, namesIn(data)...) {
		names[name] = true
	}
	for _, l := range libraries {
		if names[l.name] {
			used = append(used, l)
			delete(names, l.name)
		}
		if slices.Contains(linked, l.name) && l.need != needed {
			return nil, "", fmt.Errorf("%s does not start without %s, which is not declared as needed", program, l.name)
		}
	}
	for name := range names {
		if !strings.HasPrefix(name, "ld-linux") { // the dynamic linker belongs to libc
			return nil, "", fmt.Errorf("%s names %s, of which nothing is known", program, name)
		}
	}
	libc, err = libcOf(file)
	return used, libc, err
}

func namesIn(data []byte) (names []string) {
	for _, n := range named.FindAll(data, -1) {
		names = append(names, string(bytes.Clone(n)))
	}
	return names
}

// libcOf returns the version of the C library that a program requires.
func libcOf(file *elf.File) (string, error) {
	symbols, err := file.ImportedSymbols()
	if err != nil {
		return "", err
	}
	newest := 0
	for _, s := range symbols {
		if minor, ok := strings.CutPrefix(s.Version, "GLIBC_2."); ok {
			minor, _, _ = strings.Cut(minor, ".")
			if n, err := strconv.Atoi(minor); err == nil {
				newest = max(newest, n)
			}
		}
	}
	if newest == 0 {
		return "", fmt.Errorf("it names no version of the C library")
	}
	return fmt.Sprintf("2.%d", newest), nil
}

// debian returns the dependencies of a Debian package.
func debian(used []library, libc string) (d depends) {
	for _, l := range used {
		switch {
		case l.debian == "libc6" && l.name != "libc.so.6": // listed once
		case l.debian == "libc6":
			d.Needed = append(d.Needed, "libc6 (>= "+libc+")")
		case l.need == needed:
			d.Needed = append(d.Needed, l.debian)
		case l.need == better:
			d.Better = append(d.Better, l.debian)
		}
	}
	d.Better = append(d.Better, "speech-dispatcher | espeak-ng") // reads pages aloud
	return d
}

// rpm returns the dependencies of an RPM: the libraries themselves, because their packages have different names on
// different distributions.
func rpm(used []library, libc string) (d depends) {
	for _, l := range used {
		switch {
		case l.name == "libc.so.6":
			d.Needed = append(d.Needed, "libc.so.6(GLIBC_"+libc+")(64bit)")
		case l.need == needed:
			d.Needed = append(d.Needed, l.name+"()(64bit)")
		case l.need == better:
			d.Better = append(d.Better, l.name+"()(64bit)")
		}
	}
	d.Better = append(d.Better, "speech-dispatcher") // reads pages aloud
	return d
}
