package bus

import "testing"

func TestAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"unix:path=/run/bus,guid=12": "/run/bus", "unix:guid=1,path=/a%20b": "/a b", "unix:abstract=/tmp/x": "@/tmp/x",
		"autolaunch:": "", "": "", "tcp:host=a": "", "unix:path=": "", "unix:path=%zz": "", "disabled:": "",
	} {
		if got, ok := SocketPath(address); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %t", address, got, ok)
		}
	}
}
