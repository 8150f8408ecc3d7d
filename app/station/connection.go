package station

import (
	"cmp"
	"context"
	"net"
	"net/url"
	"time"

	"sextant/app/demo"
	"sextant/app/say"
	"sextant/app/service"
	"sextant/app/settings"
	"sextant/assets"
)

// megabyte is the unit of limits in the settings.
const megabyte = 1_000_000

// A Connection is the client of a configured service, or the built-in demo with its client. It is safe for concurrent
// use.
type Connection struct {
	Client *service.Client
	// Zone is the time zone of the times in the service's page documents.
	Zone *time.Location
	// IsDemo reports whether the service is the built-in demo.
	IsDemo bool

	demo    *demo.Service // nil for another service
	address string        // of the service
	demoAt  string        // where the demo listens
	stop    func()        // ends the demo
}

// Connect makes the connection to a service, without a request. Each request passes gate, which may be nil.
func Connect(s settings.Service, a Access, now func() time.Time, gate service.Gate) (*Connection, error) {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return nil, say.Wrap(err, "zone.unusable")
	}
	c := &Connection{Zone: zone, address: a.BaseURL, stop: func() {}}
	var dial func(ctx context.Context, network, address string) (net.Conn, error)
	if a.BaseURL == "" {
		if err := c.serveDemo(a, now); err != nil {
			return nil, err
		}
		a.BaseURL, a.MediaBaseURL, dial = demoURL, cmp.Or(a.MediaBaseURL, demoURL), c.dial
	}
	c.Client, err = service.New(service.Config{
		BaseURL: a.BaseURL, MediaBaseURL: a.MediaBaseURL, AppID: a.AppID, AppKey: a.AppKey,
		MediaCredentials: s.MediaCredentials,
		Timeout:          time.Duration(s.Timeout) * time.Second,
		Stall:            time.Duration(s.Stall) * time.Second,
		MaxDocument:      int64(s.DocumentMB) * megabyte,
		MaxImage:         int64(s.PictureMB) * megabyte,
		UserAgent:        "Sextant/" + assets.Version,
		Now:              now,
		Gate:             gate,
		Dial:             dial,
	})
	if err != nil {
		c.stop()
		return nil, err
	}
	return c, nil
}

// Close closes the connection, and ends the demo where that is the service.
func (c *Connection) Close() {
	c.Client.Close()
	c.stop()
}

// Service returns the name of the service's files, which has nothing secret.
func (c *Connection) Service() string { return serviceName(c.address) }

// Title returns the service's name before any page is known: its host.
func (c *Connection) Title() string {
	if c.IsDemo {
		return "Sextant"
	}
	u, err := url.Parse(c.address)
	if err != nil || u.Hostname() == "" {
		return "Teletext"
	}
	return u.Hostname()
}

// demoURL is the built-in service's address, the same at each start, since recordings are stored by their addresses. No
// network has such a name (RFC 6761, section 6.4).
const demoURL = "http://" + demoHost

const demoHost = "demo.sextant.invalid"

// serveDemo starts the built-in service on a free loopback port.
func (c *Connection) serveDemo(a Access, now func() time.Time) error {
	handler, err := demo.New(demo.Options{AppID: a.AppID, AppKey: a.AppKey, Now: now, Zone: c.Zone})
	if err != nil {
		return say.Wrap(err, "demo.notStarted")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return say.Wrap(err, "demo.notStarted")
	}
	c.demo = handler
	c.IsDemo, c.demoAt = true, listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = handler.Serve(ctx, listener) // after an error requests fail
	}()
	c.stop = func() {
		cancel()
		<-done
	}
	return nil
}

// dial connects to the demo's port, and to any other host as usual.
func (c *Connection) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if host, _, err := net.SplitHostPort(address); err == nil && host == demoHost {
		address = c.demoAt
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}

// Outside returns an address with which other programs can reach the demo.
func (c *Connection) Outside(address *url.URL) *url.URL {
	u := *address
	if c.IsDemo && u.Host == demoHost {
		u.Host = c.demoAt
	}
	return &u
}
