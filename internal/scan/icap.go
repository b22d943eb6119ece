package scan

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httputil"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// icap speaks RFC 3507 as far as a scan needs it: RESPMOD with the file as the
// body of an answer, one connection per file. A server that has nothing to
// change answers 204; what it would change is infected.
type icap struct {
	address *url.URL
	host    string
}

const (
	icapPort    = "1344"
	icapConnect = 10 * time.Second
	maxICAPHead = 64 << 10
)

func newICAP(u *url.URL) *icap {
	port := u.Port()
	if port == "" {
		port = icapPort
	}
	return &icap{u, net.JoinHostPort(u.Hostname(), port)}
}

func (c *icap) Scan(ctx context.Context, file io.Reader) (string, error) {
	found, err := c.scan(ctx, file)
	if err != nil {
		return "", fmt.Errorf("the virus scanner failed: %w", errors.Join(err, ctx.Err()))
	}
	return found, nil
}

func (c *icap) scan(ctx context.Context, file io.Reader) (string, error) {
	conn, err := (&net.Dialer{Timeout: icapConnect}).DialContext(ctx, "tcp", c.host)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	// A server may answer before it has read the whole file, so that the
	// answer is what counts, not whether everything could be sent.
	sent := make(chan error, 1)
	source := &source{Reader: file}
	go func() {
		err := c.send(conn, source)
		if source.err != nil {
			_ = conn.Close() // the server would wait for the rest
		}
		sent <- err
	}()
	found, err := readVerdict(conn)
	_ = conn.Close()
	if sending := <-sent; err != nil && sending != nil {
		err = errors.Join(sending, err)
	} else if err == nil && sending != nil && found == "" {
		err = fmt.Errorf("the file was not read to its end: %w", sending)
	}
	return found, err
}

// answerHead is the head of the answer that the server is asked about.
const answerHead = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

func (c *icap) send(conn io.Writer, file io.Reader) error {
	w := bufio.NewWriterSize(conn, 64<<10)
	fmt.Fprintf(w, "RESPMOD %s ICAP/1.0\r\nHost: %s\r\nUser-Agent: crm\r\nAllow: 204\r\nConnection: close\r\nEncapsulated: res-hdr=0, res-body=%d\r\n\r\n%s",
		c.address, c.host, len(answerHead), answerHead)
	body := httputil.NewChunkedWriter(w)
	_, err := io.CopyBuffer(writerOnly{body}, file, make([]byte, 32<<10))
	if err != nil {
		return err
	}
	if err := body.Close(); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "\r\n"); err != nil {
		return err
	}
	return w.Flush()
}

// source remembers that the file could not be read.
type source struct {
	io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// writerOnly hides the other methods, so that the copy uses its own buffer.
type writerOnly struct{ io.Writer }

// readVerdict reads the head of the server's answer: 204 means that the file
// is clean, 200 or 201 that the server has put something else in its place.
func readVerdict(conn io.Reader) (string, error) {
	r := textproto.NewReader(bufio.NewReader(io.LimitReader(conn, maxICAPHead)))
	for {
		line, err := r.ReadLine()
		if err != nil {
			return "", fmt.Errorf("no answer: %w", err)
		}
		protocol, rest, _ := strings.Cut(line, " ")
		code, text, _ := strings.Cut(rest, " ")
		status, err := strconv.Atoi(code)
		if err != nil || !strings.HasPrefix(protocol, "ICAP/") {
			return "", fmt.Errorf("not an ICAP answer: %.80q", line)
		}
		head, err := r.ReadMIMEHeader()
		if err != nil {
			return "", fmt.Errorf("the answer's head is broken: %w", err)
		}
		switch status {
		case 100:
			continue
		case 204:
			return "", nil
		case 200, 201:
			return threat(head), nil
		}
		return "", fmt.Errorf("the server answers %d %s", status, text)
	}
}

// threat is the name that the server gives to what it found.
func threat(head textproto.MIMEHeader) string {
	// X-Infection-Found: Type=0; Resolution=2; Threat=Eicar;
	for part := range strings.SplitSeq(head.Get("X-Infection-Found"), ";") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(part), "Threat="); ok && name != "" {
			return name
		}
	}
	for _, name := range []string{"X-Virus-Id", "X-Virus-Name", "X-Infection-Found", "X-Violations-Found"} {
		if v := head.Get(name); v != "" {
			return strings.ToValidUTF8(v, "")
		}
	}
	return "infected"
}
