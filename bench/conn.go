package main

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

const (
	dialTimeout    = 5 * time.Second
	requestTimeout = 30 * time.Second
	maxAnswer      = 1 << 20
)

// conn is one keep-alive HTTP/1.1 connection that carries one request at a
// time. The load generator shares the cores with what it measures, and this
// costs a fraction of what net/http's client does.
type conn struct {
	addr     string
	c        net.Conn
	r        *bufio.Reader
	out      []byte
	answer   []byte
	deadline time.Time
}

func dial(addr string) (*conn, error) {
	c := &conn{addr: addr}
	return c, c.open()
}

func (c *conn) open() error {
	nc, err := net.DialTimeout("tcp", c.addr, dialTimeout)
	if err != nil {
		return err
	}
	c.c, c.r, c.deadline = nc, bufio.NewReaderSize(nc, 4<<10), time.Time{}
	return nil
}

func (c *conn) close() {
	if c.c != nil {
		_ = c.c.Close()
		c.c = nil
	}
}

// post makes one request with a header of its own. The answer is valid until the next call. After an
// error the connection is opened anew by the next call.
func (c *conn) post(path, header string, body []byte) (status int, answer []byte, err error) {
	if c.c == nil {
		if err = c.open(); err != nil {
			return 0, nil, err
		}
	}
	if status, answer, err = c.exchange(path, header, body); err != nil {
		c.close()
	}
	return status, answer, err
}

func (c *conn) exchange(path, header string, body []byte) (int, []byte, error) {
	// One deadline serves many requests: setting it is not free.
	if now := time.Now(); c.deadline.Sub(now) < requestTimeout/2 {
		c.deadline = now.Add(requestTimeout)
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

func (c *conn) read() (int, []byte, error) {
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
func (c *conn) headers() (length int, err error) {
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
		if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil || length < 0 || length > maxAnswer {
			return 0, fmt.Errorf("Content-Length %q", value)
		}
	}
	if length < 0 {
		return 0, errors.New("the answer has no Content-Length")
	}
	return length, nil
}
