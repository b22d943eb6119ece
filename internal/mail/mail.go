// Package mail sends letters by SMTP. It stores nothing.
package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// sendTimeout bounds each step of a dialogue with the mail server.
const sendTimeout = 10 * time.Second

// Sender sends letters through one mail server. It is safe for concurrent use.
type Sender struct {
	host           string
	port           int
	tls            bool // from the first byte on
	user, password string
	from           netmail.Address
	roots          *x509.CertPool // nil for those of the machine; tests set it
	dial           func(ctx context.Context, address string) (net.Conn, error)
}

// New returns the sender for smtp://user:password@host:port, which encrypts by
// STARTTLS, or smtps://…, which encrypts at once. Only a server on loopback may
// be spoken to in clear. from is "name@example.com" or "Name <name@example.com>".
func New(address, from string) (*Sender, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
		// The error of url.Parse would repeat the password.
		return nil, errors.New("this is no mail server; write smtp://user:password@host:587 or smtps://user:password@host:465")
	}
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("%q is no sender; write for example \"Service <service@example.com>\"", from)
	}
	s := &Sender{host: u.Hostname(), tls: u.Scheme == "smtps", user: u.User.Username(), from: *sender}
	s.password, _ = u.User.Password()
	s.port = 587
	if s.tls {
		s.port = 465
	}
	if p := u.Port(); p != "" {
		s.port, _ = strconv.Atoi(p)
	}
	s.dial = func(ctx context.Context, address string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", address)
	}
	return s, nil
}

// Server is the mail server without its password, for logs and checks.
func (s *Sender) Server() string { return net.JoinHostPort(s.host, strconv.Itoa(s.port)) }

// Refused is the error of a letter that the mail server will never take.
type Refused struct{ Code int }

func (r *Refused) Error() string {
	return fmt.Sprintf("the mail server refused the letter for good (%d)", r.Code)
}

// Send gives a letter to the mail server. It fails with *Refused where trying
// again is of no use. Errors name neither the address nor the text.
func (s *Sender) Send(ctx context.Context, to string, l Letter) error {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(&s.from)
	if err := m.To(to); err != nil {
		return &Refused{Code: 553} // the code of servers for such an address
	}
	m.SetMessageID()
	m.SetDate()
	m.SetGenHeader("Auto-Submitted", "auto-generated") // no answers of absent people
	if l.Unsubscribe != "" {
		m.SetGenHeader("List-Unsubscribe", "<"+l.Unsubscribe+">")
		m.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	m.Subject(oneLine(l.Subject, 200))
	m.SetBodyString(gomail.TypeTextPlain, l.Text())
	html, err := l.HTML()
	if err != nil {
		return err
	}
	m.AddAlternativeString(gomail.TypeTextHTML, html)
	return s.talk(ctx, func(c *gomail.Client) error {
		if err := c.Send(m); err != nil {
			var refused *gomail.SendError
			if errors.As(err, &refused) {
				if code := refused.ErrorCode(); code >= 500 && code < 600 {
					return &Refused{Code: code}
				} else if code > 0 {
					return fmt.Errorf("the mail server did not take the letter (%d)", code)
				}
			}
			return errors.New("the mail server did not take the letter")
		}
		return nil
	})
}

// Check reports whether the mail server answers, encrypts, and lets us in.
func (s *Sender) Check(ctx context.Context) error {
	return s.talk(ctx, func(*gomail.Client) error { return nil })
}

// talk opens a connection, which ends with the context.
func (s *Sender) talk(ctx context.Context, say func(*gomail.Client) error) error {
	var conn net.Conn
	hangUp := func() bool { return true }
	options := []gomail.Option{gomail.WithPort(s.port), gomail.WithTimeout(sendTimeout), gomail.WithTLSPolicy(gomail.TLSMandatory),
		gomail.WithTLSConfig(s.config()),
		gomail.WithDialContextFunc(func(dialing context.Context, _, address string) (net.Conn, error) {
			raw, err := s.dial(dialing, address)
			if err != nil {
				return nil, err
			}
			hangUp = context.AfterFunc(ctx, func() { _ = raw.Close() })
			if conn = raw; s.tls {
				conn = tls.Client(raw, s.config())
			}
			return conn, nil
		})}
	defer func() { hangUp() }()
	ways := []gomail.SMTPAuthType{gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin}
	if loopback(s.host) {
		ways = []gomail.SMTPAuthType{gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc}
	}
	if s.tls || loopback(s.host) {
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS)) // no STARTTLS
	}
	if s.user != "" {
		options = append(options, gomail.WithOpportunisticSMTPAuth(ways...), gomail.WithUsername(s.user), gomail.WithPassword(s.password))
	}
	client, err := gomail.NewClient(s.host, options...)
	if err != nil {
		return err
	}
	if err := client.DialWithContext(ctx); err != nil {
		if conn != nil {
			_ = conn.Close()
		}
		return fmt.Errorf("the mail server at %s: %w", s.Server(), err)
	}
	defer client.Close() // what was taken stays taken, whatever comes of the good-bye
	return say(client)
}

func (s *Sender) config() *tls.Config {
	return &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12, RootCAs: s.roots}
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
