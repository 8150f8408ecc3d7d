# A reader: it prints the objects of the program that its first argument names, one fact per line, and then events until the
# program's window has the name "the end".
import sys
import warnings
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

warnings.simplefilter("ignore", DeprecationWarning)


def say(*words):
    print(*words, flush=True)


def rect(r):
    return "%d,%d %dx%d" % (r.x, r.y, r.width, r.height)


def walk(a, depth):
    place = [rect(a.get_extents(Atspi.CoordType.SCREEN))] if depth else []
    say("  " * depth + a.get_role_name(), repr(a.get_name()), a.get_index_in_parent(), *place)
    for i in range(a.get_child_count()):
        walk(a.get_child_at_index(i), depth + 1)


def find(a, role, name=None):
    if a.get_role_name() == role and name in (None, a.get_name()):
        return a
    for i in range(a.get_child_count()):
        f = find(a.get_child_at_index(i), role, name)
        if f:
            return f


def look(app):
    walk(app, 0)
    row, entry, slider = find(app, "paragraph"), find(app, "entry"), find(app, "slider")
    text = row.get_text_iface()
    say("text", Atspi.Text.get_text(text, 0, -1), Atspi.Text.get_character_count(text))
    word = Atspi.Text.get_string_at_offset(text, 2, Atspi.TextGranularity.WORD)
    say("word", repr(word.content), word.start_offset, word.end_offset)
    line = Atspi.Text.get_text_at_offset(text, 2, Atspi.TextBoundaryType.LINE_START)
    say("line", repr(line.content), line.start_offset, line.end_offset)
    say("extents", rect(Atspi.Text.get_character_extents(text, 1, Atspi.CoordType.WINDOW)))
    say("offset", Atspi.Text.get_offset_at_point(text, 75, 60, Atspi.CoordType.WINDOW))
    link = find(row, "link").get_hyperlink()
    say("link", Atspi.Hypertext.get_link(row.get_hypertext_iface(), 0).get_name(), Atspi.Hyperlink.get_object(link, 0).get_name(), Atspi.Hyperlink.get_start_index(link), Atspi.Hyperlink.get_end_index(link))
    say("flows", [(r.get_relation_type().value_nick, r.get_target(0).get_name()) for r in row.get_relation_set()])
    action = find(app, "link").get_action_iface()
    say("action", Atspi.Action.get_localized_name(action, 0), Atspi.Action.get_key_binding(action, 0), Atspi.Action.do_action(action, 0))
    value = slider.get_value_iface()
    say("value", Atspi.Value.get_minimum_value(value), Atspi.Value.get_current_value(value), Atspi.Value.get_maximum_value(value))
    say("set", Atspi.Value.set_current_value(value, 40))
    services = find(app, "list").get_selection_iface()
    say("selected", Atspi.Selection.get_n_selected_children(services), Atspi.Selection.get_selected_child(services, 0).get_name())
    say("choose", Atspi.Selection.select_child(services, 1))
    say("attributes", sorted(find(app, "list item").get_attributes().items()))
    say("write", Atspi.EditableText.set_text_contents(entry.get_editable_text_iface(), "200"))
    say("focused", entry.get_state_set().contains(Atspi.StateType.FOCUSED), entry.grab_focus())
    say("labelled", [(r.get_relation_type().value_nick, r.get_target(0).get_role_name()) for r in entry.get_relation_set()])
    say("document", find(app, "document frame").get_document_iface().get_locale())
    frame = app.get_child_at_index(0)
    say("at", frame.get_component_iface().get_accessible_at_point(1155, 255, Atspi.CoordType.SCREEN).get_name())
    say("program", app.get_toolkit_name(), app.get_toolkit_version(), app.get_application().get_name())


def name(a):
    return repr(a.get_name())


def hear(event):
    global ended
    if ended or event.type == "object:state-changed:defunct":  # the library says that by itself
        return
    source, data = event.source, event.any_data
    gone = {"object:children-changed:remove": data, "window:destroy": source}.get(event.type)
    say(event.type, event.detail1, event.detail2, *[repr(d) if not isinstance(d, Atspi.Accessible) else "-" if d == gone else name(d) for d in (source, data)])
    if event.type.endswith("accessible-name") and data == "the end":
        ended = True
        Atspi.event_quit()


def program(name):
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        a = desktop.get_child_at_index(i)
        if a and a.get_name() == name and a.get_child_count() > 0:
            return a


def begin():
    app = program(sys.argv[1])
    if not app:
        return True
    try:
        look(app)
    except BaseException:
        Atspi.event_quit()
        raise
    for kind in sys.argv[2:]:
        listener.register(kind)
    say("listening")
    return False


Atspi.init()
ended = False
listener = Atspi.EventListener.new(hear)
GLib.timeout_add(50, begin)
Atspi.event_main()
