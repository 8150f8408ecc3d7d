package testkit

import (
	"context"
	"net"
	"sync"
)

// Pipes is a listener whose connections are pipes within the process, so that they wait in virtual time.
type Pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// NewPipes returns a listener that is open.
func NewPipes() *Pipes { return &Pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

// Dial connects to the listener, whatever the network and the address.
func (p *Pipes) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements [net.Listener].
func (p *Pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (p *Pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr implements [net.Listener].
func (p *Pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }
