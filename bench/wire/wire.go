// Package wire posts over HTTP with as little work as possible.
package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"
)

// Bounds of a request.
const (
	dialTimeout    = 5 * time.Second
	RequestTimeout = 30 * time.Second
	MaxAnswer      = 1 << 20
)

// Conn is one keep-alive HTTP/1.1 connection that carries one request at a
// time. The load generator shares the cores with what it measures, and this
// costs a fraction of what net/http's client does.
type Conn struct {
	addr     string
	c        net.Conn
	r        *bufio.Reader
	out      []byte
	answer   []byte
	deadline time.Time
}

// Dial opens a connection.
func Dial(addr string) (*Conn, error) {
	c := &Conn{addr: addr}
	return c, c.open()
}

func (c *Conn) open() error {
	nc, err := net.DialTimeout("tcp", c.addr, dialTimeout)
	if err != nil {
		return err
	}
	c.c, c.r, c.deadline = nc, bufio.NewReaderSize(nc, 4<<10), time.Time{}
	return nil
}

// Close ends it; the next Post opens another one.
func (c *Conn) Close() {
	if c.c != nil {
		_ = c.c.Close()
		c.c = nil
	}
}

// Post makes one request with a header of its own. The answer is valid until the next call. After an
// error the connection is opened anew by the next call.
func (c *Conn) Post(path, header string, body []byte) (status int, answer []byte, err error) {
	if c.c == nil {
		if err = c.open(); err != nil {
			return 0, nil, err
		}
	}
	if status, answer, err = c.exchange(path, header, body); err != nil {
		c.Close()
	}
	return status, answer, err
}

func (c *Conn) exchange(path, header string, body []byte) (int, []byte, error) {
	// One deadline serves many requests: setting it is not free.
	if now := time.Now(); c.deadline.Sub(now) < RequestTimeout/2 {
		c.deadline = now.Add(RequestTimeout)
		if err := c.c.SetDeadline(c.deadline); err != nil {
			return 0, nil, err
		}
	}
	b := append(c.out[:0], "POST "...)
	b = append(b, path...)
	b = append(b, " HTTP/1.1\r\nHost: "...)
	b = append(b, c.addr...)
	b = append(b, "\r\nContent-Type: application/json\r\n"...)
	b = append(b, header...)
	b = append(b, "\r\nContent-Length: "...)
	b = strconv.AppendInt(b, int64(len(body)), 10)
	b = append(b, "\r\n\r\n"...)
	b = append(b, body...)
	c.out = b
	if _, err := c.c.Write(b); err != nil {
		return 0, nil, err
	}
	return c.read()
}

func (c *Conn) read() (int, []byte, error) {
	line, err := c.r.ReadSlice('\n')
	if err != nil {
		return 0, nil, err
	}
	if len(line) < 12 {
		return 0, nil, fmt.Errorf("no status line: %q", line)
	}
	status, err := strconv.Atoi(string(line[9:12]))
	if err != nil {
		return 0, nil, fmt.Errorf("no status line: %q", line)
	}
	length, err := c.headers()
	if err != nil {
		return 0, nil, err
	}
	if cap(c.answer) < length {
		c.answer = make([]byte, length)
	}
	c.answer = c.answer[:length]
	_, err = io.ReadFull(c.r, c.answer)
	return status, c.answer, err
}

// headers reads up to the body and returns its length.
func (c *Conn) headers() (length int, err error) {
	length = -1
	for {
		line, err := c.r.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if len(line) <= 2 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if !bytes.EqualFold(name, []byte("Content-Length")) {
			continue
		}
		if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil || length < 0 || length > MaxAnswer {
			return 0, fmt.Errorf("Content-Length %q", value)
		}
	}
	if length < 0 {
		return 0, errors.New("the answer has no Content-Length")
	}
	return length, nil
}
