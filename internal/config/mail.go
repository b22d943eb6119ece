package config

import (
	"net/mail"
	"net/url"
)

// Simulator says how the built-in provider simulator runs.
type Simulator struct {
	Sandbox             bool   `help:"Run the built-in provider simulator for test workspaces." env:"CRM_SANDBOX"`
	SandboxListen       string `help:"Address of the simulator; keep it on loopback." default:"127.0.0.1:0" env:"CRM_SANDBOX_LISTEN"`
	SandboxControlToken string `help:"Lets callers on this machine with this bearer token use the simulator's control API (/_sandbox/). Off by default." env:"CRM_SANDBOX_CONTROL_TOKEN" placeholder:"TOKEN"`
}

// Mail says how invitations and other letters to users are sent.
type Mail struct {
	SMTPURL  string `name:"smtp-url" help:"Mail server: smtp://user:password@host:587, which must offer STARTTLS unless it is on this machine, or smtps://user:password@host:465. Without one, an invitation answers with its link." env:"CRM_SMTP_URL" placeholder:"URL"`
	MailFrom string `help:"Sender of letters, for example \"Service <service@example.com>\"." env:"CRM_MAIL_FROM" placeholder:"ADDRESS"`
}

func (m *Mail) validateMail(bad func(name, format string, args ...any)) {
	if m.SMTPURL == "" && m.MailFrom == "" {
		return
	}
	// What is wrong with the URL is not told: it has a password.
	if u, err := url.Parse(m.SMTPURL); err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
		bad("smtp-url", "this is not a mail server; write smtp://user:password@host:587 or smtps://user:password@host:465")
	}
	if _, err := mail.ParseAddress(m.MailFrom); err != nil {
		bad("mail-from", "%q is not a sender; write for example \"Service <service@example.com>\"", m.MailFrom)
	}
}
