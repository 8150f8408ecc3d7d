#!/bin/sh
# Makes this machine a public screen with Sextant: Raspberry Pi OS Lite (64 bit) or Debian, without a desktop. Copy it to
# the boot partition of the card, beside
#   sextant_*_arm64.deb  the package
#   playlist.toml        what is shown; without it, pages 100 to 199
#   kiosk.env            the service: SEXTANT_BASE_URL, SEXTANT_APP_ID and SEXTANT_APP_KEY, one =… in each line, and
#                        SEXTANT_STATUS_TOKEN to control the screen from elsewhere
# and let the first boot run it: add this to the card's user-data, which Raspberry Pi Imager writes,
#   runcmd: [sh /boot/firmware/first-boot.sh]
# Run again with sudo, it installs a newer package, playlist and kiosk.env.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
user=screen
export DEBIAN_FRONTEND=noninteractive

apt-get update
apt-get install -y -o DPkg::Lock::Timeout=600 "$here"/sextant_*"_$(dpkg --print-architecture).deb" cage xwayland seatd
getent passwd "$user" >/dev/null || useradd --create-home --shell /bin/sh "$user"
for group in audio video render input; do
	! getent group "$group" >/dev/null || usermod -aG "$group" "$user"
done
home=$(getent passwd "$user" | cut -d: -f6)
profile=$home/.config/sextant
own="-o $user -g $(id -gn "$user")"
install -d $own -m 700 "$home/.config" "$profile"
for name in playlist.toml kiosk.env; do
	[ ! -e "$here/$name" ] || install $own -m 600 "$here/$name" "$profile/$name"
done
rm -f "$here/kiosk.env" # the key could be read by anybody who has the card

as() { runuser -u "$user" -- env HOME="$home" XDG_RUNTIME_DIR="/run/user/$(id -u "$user")" "$@"; }
status=
! grep -qs '^SEXTANT_STATUS_TOKEN=.' "$profile/kiosk.env" || status=--status=:8080
as sextant kiosk install --user $status
systemctl disable getty@tty1 # its login prompt would be on the screen
if [ -d /run/systemd/system ]; then
	systemctl stop getty@tty1
	loginctl enable-linger "$user"
	systemctl restart "user@$(id -u "$user")" # in its new groups
	as systemctl --user daemon-reload
	as systemctl --user enable sextant-kiosk
	as systemctl --user restart sextant-kiosk
else # as in an image that is being built: the screen starts with the machine
	mkdir -p /var/lib/systemd/linger
	: >"/var/lib/systemd/linger/$user"
	SYSTEMD_OFFLINE=1 as systemctl --user enable sextant-kiosk
fi
