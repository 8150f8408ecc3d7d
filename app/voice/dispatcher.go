//go:build !darwin && !windows

package voice

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sextant/app/say"
)

const dispatcher = "speech-dispatcher"

// A client speaks by speech-dispatcher, over its socket with the protocol SSIP.
type client struct {
	env     func(string) string
	conn    net.Conn
	replies chan reply    // of the connection, closed with it
	over    chan struct{} // closed to stop reading the connection
	voice   string        // the chosen one, "" for none
}

// dial connects to speech-dispatcher, and starts it if it does not run and start is set.
func dial(env func(string) string, start bool) (*client, error) {
	c := &client{env: env}
	return c, c.connect(start)
}

// address returns the path of the socket.
func (c *client) address() (string, bool) {
	if given, ok := strings.CutPrefix(c.env("SPEECHD_ADDRESS"), "unix_socket:"); ok {
		return given, true
	}
	return filepath.Join(c.env("XDG_RUNTIME_DIR"), dispatcher, "speechd.sock"), c.env("XDG_RUNTIME_DIR") != ""
}

// connect connects and sends the client's name.
func (c *client) connect(start bool) error {
	path, ok := c.address()
	if !ok {
		return say.Error("voice.none")
	}
	conn, err := net.DialTimeout("unix", path, patience)
	if err != nil && start && c.env("SPEECHD_ADDRESS") == "" {
		ctx, stop := context.WithTimeout(context.Background(), patience)
		defer stop()
		_ = exec.CommandContext(ctx, dispatcher, "--spawn").Run() // connecting shows whether it succeeded
		conn, err = net.DialTimeout("unix", path, patience)
	}
	if err != nil {
		return say.Wrap(err, "voice.unreachable")
	}
	c.conn, c.replies, c.over, c.voice = conn, make(chan reply), make(chan struct{}), ""
	go listen(conn, c.replies, c.over)
	for _, command := range []string{
		"SET SELF CLIENT_NAME user:sextant:page", "SET SELF NOTIFICATION ALL ON", "SET SELF PRIORITY TEXT",
	} {
		if _, err := c.command(context.Background(), command); err != nil {
			c.close()
			return err
		}
	}
	return nil
}

// listen passes on a server's replies until the connection ends, a reply is invalid, or over is closed.
func listen(conn net.Conn, replies chan<- reply, over <-chan struct{}) {
	defer close(replies)
	for r := bufio.NewReaderSize(conn, mostLine); ; {
		said, err := readReply(r)
		if err != nil {
			return
		}
		select {
		case replies <- said:
		case <-over:
			return
		}
	}
}

// close closes the connection, if there is one.
func (c *client) close() {
	if c.conn == nil {
		return
	}
	close(c.over)
	_ = c.conn.Close()
	c.conn = nil
}

// writeLines sends lines. After a timeout it closes the connection.
func (c *client) writeLines(lines string) error {
	late := time.AfterFunc(patience, func() { _ = c.conn.Close() })
	defer late.Stop()
	_, err := c.conn.Write([]byte(lines))
	return err
}

// mostEvents limits the events before an answer.
const mostEvents = 1000

// command sends a command and returns its answer, which must report success. Events before the answer are dropped: they
// belong to texts that are no longer wanted. After an error answers can no longer be matched to commands, so the caller
// must close the connection.
func (c *client) command(ctx context.Context, command string) (reply, error) {
	return c.doWith(ctx, command, func(reply) {})
}

// doWith is command with a function that gets the events before the answer.
func (c *client) doWith(ctx context.Context, command string, onEvent func(reply)) (reply, error) {
	if err := c.writeLines(command + "\r\n"); err != nil {
		return reply{}, errSilent(err)
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	for range mostEvents {
		r, err := c.nextReply(ctx)
		switch {
		case err != nil:
			return r, err
		case r.isEvent():
			onEvent(r)
		case r.code/100 != 2:
			return r, say.Error("voice.refused", "Reason", fmt.Sprint(r.code, " ", r.text))
		default:
			return r, nil
		}
	}
	return reply{}, errSilent(nil)
}

// nextReply returns the server's next reply.
func (c *client) nextReply(ctx context.Context) (reply, error) {
	select {
	case r, ok := <-c.replies:
		if !ok {
			return r, errSilent(nil)
		}
		return r, nil
	case <-ctx.Done():
		return reply{}, errSilent(ctx.Err())
	}
}

// ready makes a connection if there is none, or if the server has closed it. Once a voice was set, only a new
// connection has none.
func (c *client) ready(voice string, start bool) error {
	for c.conn != nil {
		select {
		case _, ok := <-c.replies:
			if !ok {
				c.close()
			}
			continue
		default:
		}
		if voice != "" || c.voice == "" {
			return nil
		}
		c.close()
	}
	return c.connect(start)
}

// speak says a text. Any error closes the connection, and the next text makes a new one.
func (c *client) speak(ctx context.Context, text string, o Options) error {
	if err := c.ready(o.Voice, true); err != nil {
		return err
	}
	c.voice = o.Voice
	err := c.say(ctx, text, o)
	if err != nil {
		c.close()
	}
	return err
}

func (c *client) say(ctx context.Context, text string, o Options) error {
	// The answers to commands come at once, so they are awaited even if ctx has ended.
	begin := context.Background()
	commands := []string{"SET SELF LANGUAGE " + word(o.Language), fmt.Sprint("SET SELF RATE ", ssipRate(o.Rate))}
	if o.Voice != "" {
		commands = append(commands, "SET SELF SYNTHESIS_VOICE "+line(o.Voice))
	}
	for _, command := range append(commands, "SPEAK") {
		if _, err := c.command(begin, command); err != nil {
			return err
		}
		if ctx.Err() != nil && command != "SPEAK" {
			return nil
		}
	}
	// speech-dispatcher sends events and answers on different threads: a short text may end before its ID is known.
	ended := map[string]bool{}
	r, err := c.doWith(begin, stuffed(text)+".", func(event reply) {
		ended[event.id()] = ended[event.id()] || event.isEnd()
	})
	if err != nil || ended[r.id()] {
		return err
	}
	return c.waitSpoken(ctx, r.id())
}

// waitSpoken waits until a text has been said, or cancels it when ctx ends.
func (c *client) waitSpoken(ctx context.Context, id string) error {
	limit, stop := context.WithTimeout(ctx, longest)
	defer stop()
	for {
		r, err := c.nextReply(limit)
		switch {
		case ctx.Err() != nil:
			_, err := c.command(context.Background(), "CANCEL SELF")
			return err
		case err != nil:
			return err
		case r.isEnd() && r.id() == id:
			return nil
		}
	}
}

// voices returns the voices of all languages.
func (c *client) voices(ctx context.Context) ([]string, error) {
	if err := c.ready(c.voice, false); err != nil {
		return nil, err
	}
	r, err := c.command(ctx, "LIST SYNTHESIS_VOICES")
	if err != nil {
		c.close()
		return nil, err
	}
	var names []string
	for _, l := range r.lines {
		name, _, _ := strings.Cut(l, "\t")
		names = append(names, name)
	}
	return names, nil
}

// errSilent returns the error for a server that no longer answers.
func errSilent(err error) error {
	if err == nil || errors.Is(err, context.DeadlineExceeded) {
		return say.Error("voice.silent")
	}
	return say.Wrap(err, "voice.broken")
}
