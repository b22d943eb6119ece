package mail

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Letter is what is sent to one person, as text and as simple HTML.
type Letter struct {
	Subject string
	Body    []string // paragraphs
	Link    string   // "" for none
	Press   string   // what stands on the link
	Foot    []string // paragraphs after the link
	// Unsubscribe is where a mail program ends letters of the kind by one click
	// (RFC 8058); "" for letters that cannot be ended.
	Unsubscribe string
}

// Text returns the letter for those who read no HTML.
func (l Letter) Text() string {
	parts := append([]string{}, l.Body...)
	if l.Link != "" {
		parts = append(parts, l.Press+":\n"+l.Link)
	}
	return strings.Join(append(parts, l.Foot...), "\n\n") + "\n"
}

var page = template.Must(template.New("letter").Parse(`<!doctype html>
<html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:36em;margin:2em auto;padding:0 1em">
{{range .Body}}<p>{{.}}</p>
{{end}}{{if .Link}}<p><a href="{{.Link}}" style="display:inline-block;padding:.6em 1.2em;background:#1a1a1a;color:#fff;text-decoration:none;border-radius:6px">{{.Press}}</a></p>
{{end}}{{range .Foot}}<p style="color:#555;font-size:14px">{{.}}</p>
{{end}}</body></html>
`))

// HTML returns the letter for those who read HTML.
func (l Letter) HTML() (string, error) {
	var out bytes.Buffer
	err := page.Execute(&out, l)
	return out.String(), err
}

// Invitation asks somebody to join a workspace. by may be empty.
func Invitation(workspace, by, link string, until time.Time) Letter {
	workspace, by = oneLine(workspace, 80), oneLine(by, 80)
	who := "You are"
	if by != "" {
		who = by + " has"
	}
	first := fmt.Sprintf("%s invited you to work in %s.", who, workspace)
	if by == "" {
		first = fmt.Sprintf("%s invited to work in %s.", who, workspace)
	}
	return Letter{Subject: "Invitation to " + workspace, Body: []string{"Hello,", first}, Link: link, Press: "Accept the invitation",
		Foot: []string{fmt.Sprintf("The link works once, until %s. If you do not know what this is about, ignore this letter: nothing happens without you.", day(until))}}
}

// Count is how many there are of something.
type Count struct {
	Of string
	N  int
}

// Digest tells somebody how much they have not read in a workspace. unsubscribe ends
// these letters.
func Digest(workspace string, unread []Count, link, unsubscribe string) Letter {
	workspace = oneLine(workspace, 80)
	l := Letter{Subject: "Unread in " + workspace, Body: []string{"Hello,", fmt.Sprintf("this is what you have not read in %s:", workspace)}, Link: link, Press: "Open the service", Unsubscribe: unsubscribe,
		Foot: []string{"You get this because you chose to in your settings. To get no more of them, open " + unsubscribe}}
	for _, c := range unread {
		l.Body = append(l.Body, fmt.Sprintf("%s: %d", oneLine(c.Of, 80), c.N))
	}
	return l
}

// Reset lets somebody choose a new password.
func Reset(link string, lasts time.Duration) Letter {
	return Letter{Subject: "Choose a new password", Body: []string{"Hello,", "Somebody, probably you, asked for a new password for this address."}, Link: link, Press: "Choose a new password",
		Foot: []string{fmt.Sprintf("The link works once, for %d minutes. If you did not ask for it, ignore this letter: your password stays as it is.", int(lasts.Minutes()))}}
}

// PasswordChanged tells the owner of an account that its password is new.
func PasswordChanged(at time.Time, ip string) Letter {
	return notice("Your password was changed", "The password of your account was changed on "+moment(at, ip)+". Your other devices are signed out.")
}

// FactorRemoved tells the owner of an account that a way to sign in is gone.
// factor says which, such as "The passkey Phone" or "The authenticator app".
func FactorRemoved(factor string, at time.Time, ip string) Letter {
	return notice("A way to sign in was removed", oneLine(factor, 80)+" was removed from your account on "+moment(at, ip)+".")
}

// FactorAdded tells the owner of an account that there is a new way to sign in.
func FactorAdded(factor string, at time.Time, ip string) Letter {
	return notice("A way to sign in was added", oneLine(factor, 80)+" was added to your account on "+moment(at, ip)+".")
}

func notice(subject, said string) Letter {
	return Letter{Subject: subject, Body: []string{"Hello,", said},
		Foot: []string{"If this was not you, ask for a new password at once, and tell whoever manages your workspace."}}
}

func moment(at time.Time, ip string) string {
	out := at.UTC().Format("2 January 2006 at 15:04 UTC")
	if ip != "" {
		out += " from the address " + oneLine(ip, 45)
	}
	return out
}

func day(at time.Time) string { return at.UTC().Format("2 January 2006") }

// oneLine keeps what others wrote on one line and within a length: names must
// not add lines to a letter, or headers.
func oneLine(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most-1]) + "…"
	}
	return s
}
