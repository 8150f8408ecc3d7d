package bus

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// Limits in bytes: of the handshake, and of a message.
const (
	mostHandshake = 16 << 10
	mostMessage   = 16 << 20
)

// fixed is the length of a message's header before its fields, in bytes.
const fixed = 16

var (
	errHandshake = errors.New("the bus sends too much before the first message")
	errMessage   = errors.New("the bus sends what is no message")
)

// A pipe is a bus's socket. After the handshake it passes on only whole messages whose lengths agree: the library
// (v5.2.2) ends the program for some others, and allocates what their lengths claim.
type pipe struct {
	socket  net.Conn
	in      *bufio.Reader
	greeted atomic.Bool  // the handshake has ended
	shaken  int          // bytes of the handshake that were read
	rest    bytes.Reader // of the current message
}

func (p *pipe) Read(to []byte) (int, error) {
	if !p.greeted.Load() {
		n, err := p.in.Read(to)
		if p.shaken += n; p.shaken > mostHandshake {
			return 0, errHandshake
		}
		return n, err
	}
	if p.rest.Len() == 0 {
		message, err := readMessage(p.in)
		if err != nil {
			return 0, err
		}
		p.rest.Reset(message)
	}
	return p.rest.Read(to)
}

// Write sends data. After a timeout it closes the connection, because a part may have been sent.
func (p *pipe) Write(data []byte) (int, error) {
	if string(data) == "BEGIN\r\n" {
		p.greeted.Store(true) // the library reads messages from now on
	}
	_ = p.socket.SetWriteDeadline(time.Now().Add(Answers)) // fails only on a closed socket
	n, err := p.socket.Write(data)
	if err != nil {
		_ = p.socket.Close()
	}
	return n, err
}

func (p *pipe) Close() error { return p.socket.Close() }

// readMessage reads a whole message, and checks its lengths.
func readMessage(r io.Reader) ([]byte, error) {
	message := make([]byte, fixed)
	if _, err := io.ReadFull(r, message); err != nil {
		return nil, err
	}
	var order binary.ByteOrder = binary.LittleEndian
	if message[0] == 'B' {
		order = binary.BigEndian
	} else if message[0] != 'l' {
		return nil, errMessage
	}
	body, fields := order.Uint32(message[4:]), order.Uint32(message[12:])
	if body > mostMessage || fields > mostMessage {
		return nil, errMessage
	}
	head := fixed + (int(fields)+7)&^7
	whole := bytes.NewBuffer(message) // grows with what is received, not with what is claimed
	if _, err := io.CopyN(whole, r, int64(head)+int64(body)-fixed); err != nil {
		return nil, err
	}
	message = whole.Bytes()
	signature, ok := signatureIn(message[:fixed+int(fields)], order)
	w := walker{data: message[head:], order: order}
	if !ok || !w.skipAll(signature) {
		return nil, errMessage
	}
	return message, nil
}

// signatureField is the code of the header field with the signature of the body.
const signatureField = 8

// signatureIn returns the signature of the body, "" for none, and reports whether the header's lengths agree.
func signatureIn(head []byte, order binary.ByteOrder) (signature string, ok bool) {
	w := walker{data: head, at: fixed, order: order}
	for w.at < len(head) {
		if !w.move(8, 1) {
			return "", false
		}
		code, from := head[w.at-1], w.at
		if _, ok := w.skip("v", 1); !ok {
			return "", false
		}
		if value := head[from:w.at]; code == signatureField && string(value[:3]) == "\x01g\x00" {
			signature = string(value[4 : len(value)-1])
		}
	}
	return signature, true
}
