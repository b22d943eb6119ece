package sandbox

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

const (
	maxLetters     = 200       // kept; the oldest go first
	maxLetterBytes = 256 << 10 // of one letter
)

// Letter is one mail that the simulated mail server took.
type Letter struct {
	ID         int       `json:"id"` // counts up
	From       string    `json:"from"`
	To         []string  `json:"to"`
	Subject    string    `json:"subject"`
	Text       string    `json:"text"`
	HTML       string    `json:"html"`
	Links      []string  `json:"links"` // the addresses in the text
	ReceivedAt time.Time `json:"receivedAt"`
}

// LetterBox is the simulated mail server. It keeps the letters that it took.
type LetterBox struct {
	now func() time.Time

	mu      sync.Mutex
	letters []Letter
	taken   int
}

// Serve takes mail for everybody on a listener until ctx ends. What it took is
// read at /_sandbox/mail.
func (b *LetterBox) Serve(ctx context.Context, listener net.Listener) error {
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &mailSession{box: b}, nil }))
	server.Domain, server.MaxMessageBytes, server.MaxRecipients = "sandbox.invalid", maxLetterBytes, 50
	server.ReadTimeout, server.WriteTimeout = time.Minute, time.Minute
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(listener); ctx.Err() == nil && !errors.Is(err, smtp.ErrServerClosed) {
		return err
	}
	return nil
}

// control answers /_sandbox/mail.
func (b *LetterBox) control(r *http.Request) (any, *badInput) {
	if r.Method == http.MethodDelete {
		b.clear()
	}
	return map[string]any{"messages": b.Letters(r.URL.Query().Get("to"))}, nil
}

// Letters returns the letters that were taken, oldest first: all, or what was for
// one address.
func (b *LetterBox) Letters(to string) []Letter {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := []Letter{}
	for _, l := range b.letters {
		if to == "" || slices.ContainsFunc(l.To, func(a string) bool { return strings.EqualFold(a, to) }) {
			out = append(out, l)
		}
	}
	return out
}

func (b *LetterBox) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.letters = nil
}

func (b *LetterBox) put(l Letter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken++
	l.ID = b.taken
	b.letters = append(b.letters, l)
	if over := len(b.letters) - maxLetters; over > 0 {
		b.letters = slices.Clone(b.letters[over:])
	}
}

// mailSession is one dialogue with a client.
type mailSession struct {
	box  *LetterBox
	from string
	to   []string
}

func (m *mailSession) Reset()        { m.from, m.to = "", nil }
func (m *mailSession) Logout() error { return nil }

func (m *mailSession) Mail(from string, _ *smtp.MailOptions) error { m.from = from; return nil }

func (m *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error { m.to = append(m.to, to); return nil }

func (m *mailSession) Data(r io.Reader) error {
	l, err := readLetter(r)
	if err != nil {
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "this is no letter"}
	}
	l.From, l.To, l.ReceivedAt = m.from, slices.Clone(m.to), m.box.now().UTC()
	m.box.put(l)
	return nil
}

var links = regexp.MustCompile(`https?://[^\s<>"]+`)

func readLetter(r io.Reader) (l Letter, err error) {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return l, err
	}
	if l.Subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		l.Subject = m.Header.Get("Subject")
	}
	err = l.read(m.Header.Get("Content-Type"), m.Header.Get("Content-Transfer-Encoding"), m.Body, 0)
	if l.Links = links.FindAllString(l.Text, -1); l.Links == nil {
		l.Links = []string{}
	}
	return l, err
}

// read takes the text and the HTML out of a part and the parts in it.
func (l *Letter) read(contentType, encoding string, body io.Reader, depth int) error {
	kind, params, err := mime.ParseMediaType(contentType)
	if contentType == "" {
		kind, err = "text/plain", nil
	}
	if err != nil || depth > 4 {
		return err
	}
	if strings.HasPrefix(kind, "multipart/") {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			if err := l.read(p.Header.Get("Content-Type"), p.Header.Get("Content-Transfer-Encoding"), p, depth+1); err != nil {
				return err
			}
		}
	}
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	raw, err := io.ReadAll(body)
	text := strings.ReplaceAll(strings.ToValidUTF8(string(raw), "\uFFFD"), "\r\n", "\n")
	switch {
	case kind == "text/plain" && l.Text == "":
		l.Text = text
	case kind == "text/html" && l.HTML == "":
		l.HTML = text
	}
	return err
}
