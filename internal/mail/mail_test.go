package mail

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// server is a mail server that keeps what it is given.
type server struct {
	mu      sync.Mutex
	letters []string
	users   []string
	refuse  *smtp.SMTPError // at RCPT
}

type dialogue struct{ *server }

func (dialogue) Reset()                                 {}
func (dialogue) Logout() error                          { return nil }
func (d dialogue) Mail(string, *smtp.MailOptions) error { return nil }
func (d dialogue) AuthMechanisms() []string             { return []string{sasl.Plain} }
func (d dialogue) Rcpt(to string, _ *smtp.RcptOptions) error {
	if d.refuse != nil {
		return d.refuse
	}
	return nil
}

func (d dialogue) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.letters = append(d.letters, string(raw))
	return err
}

func (d dialogue) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if password != "päss@word" {
			return smtp.ErrAuthFailed
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		d.users = append(d.users, user)
		return nil
	}), nil
}

// serve starts a mail server and returns it with its address.
func serve(t *testing.T, s *server, cert *tls.Certificate, tlsAtOnce bool) string {
	t.Helper()
	srv := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return dialogue{s}, nil }))
	srv.Domain, srv.AllowInsecureAuth = "mail.test", cert == nil
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if cert != nil {
		srv.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*cert}}
		if tlsAtOnce {
			l = tls.NewListener(l, srv.TLSConfig)
		}
	}
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { _ = srv.Close() })
	return l.Addr().String()
}

func certificate(t *testing.T, name string) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, pool
}

func sender(t *testing.T, address, at string) *Sender {
	t.Helper()
	s, err := New(address, "Lumière <service@crm.test>")
	if err != nil {
		t.Fatal(err)
	}
	if at != "" {
		s.dial = func(ctx context.Context, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "tcp", at)
		}
	}
	return s
}

var letter = Invitation("Café\r\nBcc: mallory@evil.test", "Ada <b>Lovelace</b>", "https://crm.test/invitation#token=inv_1&x=<y>", time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC))

func TestLetterArrives(t *testing.T) {
	s := &server{}
	at := serve(t, s, nil, false)
	if err := sender(t, "smtp://"+at, "").Send(t.Context(), "amelie@shop.test", letter); err != nil {
		t.Fatal(err)
	}
	m, err := netmail.ReadMessage(strings.NewReader(s.letters[0]))
	if err != nil {
		t.Fatal(err)
	}
	if m.Header.Get("To") != "<amelie@shop.test>" || m.Header.Get("Bcc") != "" || m.Header.Get("Auto-Submitted") != "auto-generated" || m.Header.Get("Message-ID") == "" {
		t.Errorf("headers: %v", m.Header)
	}
	if !strings.HasPrefix(m.Header.Get("Content-Type"), "multipart/alternative") {
		t.Error("not as text and HTML: ", m.Header.Get("Content-Type"))
	}
	for _, secret := range []string{"Ada <b>Lovelace</b> has invited you to work in Café Bcc: mallory@evil.test.", "https://crm.test/invitation#token=inv_1&x=<y>", "30 November 2026"} {
		if !strings.Contains(letter.Text(), secret) {
			t.Errorf("the text lacks %q:\n%s", secret, letter.Text())
		}
	}
	html, err := letter.HTML()
	if err != nil || strings.Contains(html, "<b>") || !strings.Contains(html, "Ada &lt;b&gt;Lovelace") || !strings.Contains(html, `href="https://crm.test/invitation#token=inv_1&amp;x=%3cy%3e"`) {
		t.Errorf("%v\n%s", err, html)
	}
}

// Off loopback nothing is said in clear, whoever stands in between.
func TestStartTLSIsRequired(t *testing.T) {
	cert, pool := certificate(t, "mail.test")
	stripped, good := &server{}, &server{}
	s := sender(t, "smtp://ada:p%C3%A4ss%40word@mail.test:587", serve(t, stripped, nil, false))
	if err := s.Send(t.Context(), "amelie@shop.test", letter); err == nil || len(stripped.letters)+len(stripped.users) > 0 {
		t.Errorf("without encryption: %v, %d letters, %v", err, len(stripped.letters), stripped.users)
	} else if strings.Contains(err.Error(), "word") || strings.Contains(err.Error(), "amelie") {
		t.Errorf("the error tells too much: %v", err)
	}
	at := serve(t, good, &cert, false)
	s = sender(t, "smtp://ada:p%C3%A4ss%40word@mail.test:587", at)
	if err := s.Check(t.Context()); err == nil {
		t.Error("a certificate that nobody vouches for is good enough")
	}
	s.roots = pool
	if err := s.Send(t.Context(), "amelie@shop.test", letter); err != nil || len(good.letters) != 1 || len(good.users) != 1 || good.users[0] != "ada" {
		t.Errorf("with STARTTLS: %v, %d letters, %v", err, len(good.letters), good.users)
	}
	s = sender(t, "smtp://ada:wrong@mail.test", at)
	s.roots = pool
	if err := s.Check(t.Context()); err == nil || strings.Contains(err.Error(), "wrong") {
		t.Errorf("a wrong password: %v", err)
	}
}

func TestTLSAtOnce(t *testing.T) {
	cert, pool := certificate(t, "mail.test")
	good := &server{}
	s := sender(t, "smtps://ada:p%C3%A4ss%40word@mail.test", serve(t, good, &cert, true))
	s.roots = pool
	if err := s.Send(t.Context(), "amelie@shop.test", letter); err != nil || len(good.letters) != 1 || len(good.users) != 1 {
		t.Errorf("%v, %d letters, %v", err, len(good.letters), good.users)
	}
	if s.Server() != "mail.test:465" {
		t.Error(s.Server())
	}
}

// What the server refuses for good is told apart from what may pass.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		code    int
		forGood bool
	}{{550, true}, {450, false}} {
		s := &server{refuse: &smtp.SMTPError{Code: c.code, Message: "no"}}
		err := sender(t, "smtp://"+serve(t, s, nil, false), "").Send(t.Context(), "amelie@shop.test", letter)
		var refused *Refused
		if err == nil || errors.As(err, &refused) != c.forGood {
			t.Errorf("%d: %v", c.code, err)
		}
	}
	var refused *Refused
	if err := sender(t, "smtp://127.0.0.1:1", "").Send(t.Context(), "no address", letter); !errors.As(err, &refused) {
		t.Error("no address: ", err)
	}
	if err := sender(t, "smtp://127.0.0.1:1", "").Send(t.Context(), "amelie@shop.test", letter); err == nil || errors.As(err, &refused) {
		t.Error("nobody listens: ", err)
	}
}

// A server that says nothing holds nobody beyond the context.
func TestSendEndsWithTheContext(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		if c, err := l.Accept(); err == nil {
			defer c.Close()
			_, _ = io.WriteString(c, "220 mail.test\r\n")
			_, _ = c.Read(make([]byte, 64)) // it says who it is, and waits
			cancel()
			_, _ = io.Copy(io.Discard, c)
		}
	}()
	began := time.Now()
	if err := sender(t, "smtp://"+l.Addr().String(), "").Check(ctx); err == nil || time.Since(began) > sendTimeout/2 {
		t.Error(err, time.Since(began))
	}
}

func TestSettings(t *testing.T) {
	for _, bad := range []string{"", "mail.test", "mail.test:25", "http://mail.test", "smtp://", "smtp://mail.test/x", "smtp://u:s3cret@mail.test:x", "smtp://mail.test?tls=no"} {
		if _, err := New(bad, "a@b.test"); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, from := range []string{"", "nobody", "a@b.test, c@d.test"} {
		if _, err := New("smtp://mail.test", from); err == nil {
			t.Errorf("from %q", from)
		}
	}
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{"a\r\nb": "a b", " a\u2028\u202eb\x00 ": "a b", strings.Repeat("é", 99): strings.Repeat("é", 9) + "…"} {
		if got := oneLine(in, 10); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	for _, l := range []Letter{letter, Reset("https://x.test/#1", 30*time.Minute), PasswordChanged(time.Now(), "::1"), FactorRemoved("The passkey a\nb", time.Now(), ""), FactorAdded("x", time.Now(), ""), Invitation("W", "", "https://x.test", time.Now())} {
		if strings.ContainsAny(l.Subject, "\r\n") || !bytes.Contains([]byte(l.Text()), []byte("Hello,\n\n")) {
			t.Errorf("%+v", l)
		}
	}
}

// A letter that can be ended says so to mail programs, and no other letter does.
func TestUnsubscribeByOneClick(t *testing.T) {
	s := &server{}
	from := sender(t, "smtp://"+serve(t, s, nil, false), "")
	const link = "https://crm.test/notifications/unsubscribe?token=abc"
	for _, l := range []Letter{Digest("Lumière\r\nBcc: a@b.test", []Count{{"A note mentions you", 2}}, "https://crm.test/", link), Reset("https://crm.test/", time.Hour)} {
		if err := from.Send(context.Background(), "amelie@shop.test", l); err != nil {
			t.Fatal(err)
		}
	}
	m, err := netmail.ReadMessage(strings.NewReader(s.letters[0]))
	if err != nil {
		t.Fatal(err)
	}
	if m.Header.Get("List-Unsubscribe") != "<"+link+">" || m.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || m.Header.Get("Bcc") != "" {
		t.Errorf("the digest has the headers %v", m.Header)
	}
	if strings.Contains(s.letters[1], "List-Unsubscribe") {
		t.Error("a letter that cannot be ended says that it can")
	}
}
