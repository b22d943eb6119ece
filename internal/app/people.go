package app

import (
	"service.example/crm/internal/mail"
	"service.example/crm/internal/passkey"
	"service.example/crm/internal/service/people"
)

// sandboxSender is who writes the letters that the simulator's mail server takes.
const sandboxSender = "Service <service@sandbox.invalid>"

// peopleOptions says how passwords are hashed and where letters go: to the mail
// server of the settings, else to that of the simulator. Only what goes to the
// former is read by those whom it is for.
func (a *App) peopleOptions(o Options) (opt people.Options, err error) {
	opt.Passwords, opt.HandOver, opt.Address = o.Passwords, true, a.site
	if opt.Site, err = passkey.NewSite(a.cfg.Site(), "CRM"); err != nil {
		a.log.Info("there are no passkeys", "error", err)
		opt.Site = nil
	}
	var sender *mail.Sender
	err = nil
	switch {
	case a.cfg.SMTPURL != "":
		opt.HandOver = false
		sender, err = mail.New(a.cfg.SMTPURL, a.cfg.MailFrom)
	case a.Sandbox != nil:
		sender, err = mail.New(a.Sandbox.MailURL, sandboxSender)
	}
	if sender != nil {
		opt.Mail = sender
	}
	return opt, err
}

// site is where people open the service in a browser.
func (a *App) site() string {
	if address := a.cfg.PublicAddress(); address != "" || a.address == nil {
		return address
	}
	return a.URL()
}
