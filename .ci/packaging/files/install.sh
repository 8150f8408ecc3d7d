#!/bin/sh
# Installs Sextant {{.Version}} for one user: "sh install.sh". "sh install.sh --remove" removes it. The installed files
# are listed in a file, so that a later version can remove those of an earlier one. Both can be repeated. The profile is
# never changed.
set -eu
cd "$(dirname "$0")"
bin=$HOME/.local/bin
share=${XDG_DATA_HOME:-$HOME/.local/share}
config=${XDG_CONFIG_HOME:-$HOME/.config}
list=$share/sextant/installed
entry={{.ID}}.desktop

# remove removes the files in the list, and the folders that are empty then.
remove() {
	[ -f "$list" ] || return 0
	while IFS= read -r file; do
		rm -f "$file"
		folder=$(dirname "$file")
		while [ "$folder" != "$share" ] && [ "$folder" != "$bin" ] && rmdir "$folder" 2>/dev/null; do
			folder=$(dirname "$folder")
		done
	done <"$list"
	rm -f "$list"
	rmdir "$share/sextant" 2>/dev/null || true
}

# put copies a file, and adds its path to the list.
put() {
	mkdir -p "$(dirname "$2")"
	cp "$1" "$2.new"
	mv "$2.new" "$2" # a program that runs keeps its file
	printf '%s\n' "$2" >>"$list"
}

# register updates the desktop's database of applications.
register() {
	[ ! -d "$share/applications" ] || ! command -v update-desktop-database >/dev/null 2>&1 ||
		update-desktop-database -q "$share/applications" || true
}

# forget removes Sextant from the user's choices for sextant: addresses.
forget() {
	choices=$config/mimeapps.list
	[ ! -f "$choices" ] || ! grep -q "^x-scheme-handler/sextant=$entry;*\$" "$choices" || {
		sed -i "/^x-scheme-handler\/sextant=$entry;*\$/d" "$choices"
		[ -n "$(grep -v -e '^\[Default Applications\]$' -e '^$' "$choices" || true)" ] || rm "$choices"
	}
	cache=$share/applications/mimeinfo.cache
	[ ! -f "$cache" ] || [ "$(cat "$cache")" != '[MIME Cache]' ] || rm "$cache"
	rmdir "$share/applications" 2>/dev/null || true
}

case "${1:-}" in
"") ;;
--remove)
	remove
	register
	forget
	echo "Sextant is removed. Your profile is still there."
	exit
	;;
*) echo "usage: sh install.sh [--remove]" >&2; exit 2 ;;
esac

remove
mkdir -p "$share/sextant"
: >"$list"
put bin/sextant "$bin/sextant"
find share -type f | sort | while IFS= read -r file; do put "$file" "$share/${file#share/}"; done
# Menus do not use the PATH of the shell.
started=$(printf '%s' "$bin/sextant" | sed -e 's/%/%%/g' -e 's/[&|\\]/\\&/g')
sed -i -e "s|^Exec=sextant|Exec=\"$started\"|" -e '/^TryExec=/d' "$share/applications/$entry"
register
! command -v xdg-mime >/dev/null 2>&1 || xdg-mime default "$entry" x-scheme-handler/sextant || true
echo "Sextant {{.Version}} is installed. It is in the menu, and $bin/sextant starts it."
case ":$PATH:" in *":$bin:"*) ;; *) echo "$bin is not in your PATH." ;; esac
