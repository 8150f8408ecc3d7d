package prefs

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/host"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// A zoneField is a field for a time zone. Down, or the button beside it, opens a menu of the zones that match the typed
// text, or of all zones by region.
type zoneField struct {
	host  host.Host
	entry *control.Entry
	row   *dialog.Row
}

// mostMatches limits the zones in one menu.
const mostMatches = 24

func newZoneField(h host.Host, keys core.Keys, changed func()) *zoneField {
	z := &zoneField{host: h, entry: control.NewEntry(keys, "Europe/Helsinki")}
	z.entry.OnChanged = func(string) {
		z.row.SetTrouble("")
		changed()
	}
	z.entry.OnLeft = z.complete
	z.entry.Own = func(k fyne.KeyName) bool {
		if k == fyne.KeyDown {
			z.open()
		}
		return k == fyne.KeyDown
	}
	usual := settings.DefaultSettings().Zone
	choose := control.NewPushButton(keys, say.Text("zone.choose"), z.open)
	why := say.Text("zone.help", "Default", usual)
	z.row = dialog.NewRow(keys, say.Text("zone.title"), why, dialog.NewBeside(z.entry, choose), nil).
		Known(say.Text("zone.words"))
	return z
}

// complete completes the typed text if only one zone matches.
func (z *zoneField) complete() {
	if like := settings.ZonesLike(z.entry.Text); len(like) == 1 && z.entry.Text != "" {
		z.put(like[0])
	}
}

func (z *zoneField) put(zone string) {
	if z.entry.Text != zone {
		z.entry.SetText(zone)
	}
}

// open opens the menu.
func (z *zoneField) open() {
	menu := fyne.NewMenu("")
	like := settings.ZonesLike(z.entry.Text)
	exact := len(like) > 0 && like[0] == z.entry.Text
	if !exact && len(like) > 0 && len(like) <= mostMatches {
		menu.Items = z.items(like, "")
	} else {
		menu.Items = z.regions()
	}
	control.Open(z.host.Canvas(), menu, control.Under(z.entry)).ActivateFirst()
}

func (z *zoneField) items(zones []string, region string) (items []*fyne.MenuItem) {
	for _, zone := range zones {
		label := strings.ReplaceAll(strings.TrimPrefix(zone, region), "_", " ")
		items = append(items, fyne.NewMenuItem(label, func() { z.put(zone) }))
	}
	return items
}

// regions returns submenus with the zones of each region.
func (z *zoneField) regions() (items []*fyne.MenuItem) {
	var order []string
	of := map[string][]string{}
	for _, zone := range settings.Zones() {
		region, _, _ := strings.Cut(zone, "/")
		if of[region] == nil {
			order = append(order, region)
		}
		of[region] = append(of[region], zone)
	}
	for _, region := range order {
		if len(of[region]) == 1 {
			items = append(items, z.items(of[region], "")...)
			continue
		}
		item := fyne.NewMenuItem(region, nil)
		item.ChildMenu = fyne.NewMenu("", z.items(of[region], region+"/")...)
		items = append(items, item)
	}
	return items
}
