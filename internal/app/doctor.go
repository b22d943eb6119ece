package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"service.example/crm/internal/blob"
	"service.example/crm/internal/config"
	"service.example/crm/internal/db"
	"service.example/crm/internal/mail"
	"service.example/crm/internal/passkey"
	"service.example/crm/internal/schema"
	"service.example/crm/internal/service/media"
	"service.example/crm/internal/service/people"
)

// checkup tells the result of each check in a line.
type checkup struct {
	out            io.Writer
	failed, warned int
	object         string // one that the store of files must have; "" for none
}

func (c *checkup) line(mark, name, format string, args ...any) {
	fmt.Fprintf(c.out, "%s %s\n", mark, strings.TrimSpace(fmt.Sprintf("%-14s %s", name, fmt.Sprintf(format, args...))))
}

// check tells whether something works.
func (c *checkup) check(name string, err error) bool {
	if err != nil {
		c.failed++
		c.line("✗", name, "%v", err)
		return false
	}
	c.line("✓", name, "")
	return true
}

// warn tells of something that works and is not what a deployment needs.
func (c *checkup) warn(name, format string, args ...any) {
	c.warned++
	c.line("!", name, format, args...)
}

// note tells of something that is not there yet and need not be.
func (c *checkup) note(name, format string, args ...any) { c.line("–", name, format, args...) }

// Doctor checks settings, key, database, files and provider, tells each result
// in a line, and returns an error when something must be fixed. It changes
// nothing: what the first start will make is said, not made. unknown is a warning
// about the environment, or empty.
func Doctor(ctx context.Context, cfg config.Serve, unknown string, out io.Writer) error {
	c := &checkup{out: out}
	c.check("settings", cfg.Validate())
	if unknown != "" {
		c.warn("environment", "%s", unknown)
	}
	c.live(cfg)
	c.data(ctx, cfg)
	c.media(ctx, cfg)
	c.mail(ctx, cfg)
	c.check("provider", reach(ctx, cfg.ProviderURL))
	switch {
	case c.failed > 0:
		return fmt.Errorf("%s to fix, marked ✗", points(c.failed))
	case c.warned > 0:
		fmt.Fprintf(out, "\nThe service can start. Check %s marked ! before customers use it.\n", points(c.warned))
	default:
		fmt.Fprintln(out, "\nEverything is fine.")
	}
	return nil
}

func points(n int) string {
	if n == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", n)
}

// live looks at what the provider needs to reach a live workspace.
func (c *checkup) live(cfg config.Serve) {
	for _, s := range []struct{ name, value, flag, without string }{
		{"app secret", cfg.AppSecret, "--app-secret (CRM_APP_SECRET)", "provider webhooks for live workspaces are refused, unless the account has its own app secret"},
		{"verify token", cfg.VerifyToken, "--verify-token (CRM_VERIFY_TOKEN)", "the provider cannot confirm your callback URL"},
		{"callback URL", cfg.CallbackURL, "--callback-url (CRM_CALLBACK_URL)", "connected accounts are not subscribed to it; set it at the provider by hand"},
	} {
		if s.value == "" {
			c.warn(s.name, "not set: %s; see %s", s.without, s.flag)
			continue
		}
		if u, err := url.Parse(s.value); s.name == "callback URL" && err == nil && u.Scheme != "https" {
			c.warn(s.name, "%s is not https: the provider posts to https only", s.value)
			continue
		}
		c.check(s.name, nil)
	}
}

// data looks at the key, the database and what is in it.
func (c *checkup) data(ctx context.Context, cfg config.Serve) {
	embedded := !db.IsPostgres(cfg.Database.Database)
	if embedded {
		if fresh, err := notMadeYet(cfg.Database.Database); err != nil {
			c.check("database", err)
			return
		} else if fresh {
			c.freshData(cfg)
			return
		}
	}
	key, err := MasterKey(cfg.Database, false)
	if !c.check("master key", err) {
		return
	}
	base, err := schema.Connect(ctx, db.Options{URL: cfg.Database.Database, Key: key.DatabaseKey()})
	if !c.check("database", err) {
		return
	}
	defer base.Close() // nothing was written
	if c.schema(ctx, base) {
		_, err = OpenBox(ctx, base, key)
		c.check("secrets", err)
		c.passkeys(ctx, base, cfg)
		c.search(ctx, base)
		c.backup(ctx, base)
		if c.object, err = media.AnObject(ctx, base); err != nil {
			c.check("files", err)
		}
	}
	risks, harmless, err := base.Risks(ctx)
	if err != nil {
		c.check("durability", err)
	}
	for _, risk := range risks {
		c.warn("durability", "%s", risk)
	}
	for _, text := range harmless {
		c.note("durability", "%s", text)
	}
}

// passkeys looks whether browsers still find the passkeys that people have: each is
// bound to the host at which it was made.
func (c *checkup) passkeys(ctx context.Context, base *db.DB, cfg config.Serve) {
	host := ""
	site, none := passkey.NewSite(cfg.Site(), "CRM")
	if none == nil {
		host = site.ID()
	}
	other, err := people.OtherSite(ctx, base, host)
	switch {
	case err != nil:
		c.check("passkeys", err)
	case other != "" && host == "":
		c.warn("passkeys", "people have passkeys for %s, but there are none: %v; see --public-url (CRM_PUBLIC_URL)", other, none)
	case other != "":
		c.warn("passkeys", "people have passkeys for %s, which do not work at %s; see --public-url (CRM_PUBLIC_URL)", other, host)
	case host == "":
		c.note("passkeys", "there are none: %v", none)
	default:
		c.check("passkeys", nil)
	}
}

// oldBackup is how old the last backup is when the doctor warns.
const oldBackup = 48 * time.Hour

// backup looks when the embedded database was backed up last.
func (c *checkup) backup(ctx context.Context, base *db.DB) {
	if base.Engine() == "postgres" {
		c.note("backup", "PostgreSQL is backed up by its own means, of which this program does not know")
		return
	}
	b, found, err := base.LastBackup(ctx)
	switch age := time.Since(b.At); {
	case err != nil:
		c.check("backup", err)
	case !found:
		c.note("backup", "crm backup has not made any yet; other ways are not known to this program")
	case age > oldBackup:
		c.warn("backup", "the last one is of %s, %d days ago; run crm backup every day", b.At.Format(time.DateTime), int(age.Hours()/24))
	default:
		c.check("backup", nil)
	}
}

// notMadeYet reports whether an embedded database is still to be made. It is an
// error where it could not be.
func notMadeYet(path string) (bool, error) {
	file, err := db.Locate(path, false)
	if errors.Is(err, fs.ErrNotExist) {
		return true, db.Writable(path)
	}
	if err != nil {
		return false, err
	}
	_, err = os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return true, db.Writable(path)
	}
	return false, err
}

func (c *checkup) freshData(cfg config.Serve) {
	switch _, err := MasterKey(cfg.Database, false); {
	case err == nil:
		c.check("master key", nil)
	case cfg.MasterKey != "", !errors.Is(err, fs.ErrNotExist):
		c.check("master key", err)
	default:
		c.note("master key", "does not exist yet; the first start creates it")
	}
	c.note("database", "%s does not exist yet; the first start creates it", cfg.Database.Database)
}

// schema reports whether the database has the tables of this program.
func (c *checkup) schema(ctx context.Context, base *db.DB) bool {
	have, known, err := base.SchemaVersion(ctx)
	switch {
	case err != nil:
		return c.check("schema", err)
	case have == 0:
		c.note("schema", "the database is empty; crm serve or crm migrate creates the tables")
		return false
	case have < known:
		c.warn("schema", "version %d; this program needs %d; crm serve or crm migrate updates it", have, known)
		return false
	case have > known:
		return c.check("schema", fmt.Errorf("version %d is newer than this program supports (%d); run the newer program", have, known))
	}
	return c.check("schema", nil)
}

// filesGone is what to do where the store has less than the database knows.
const filesGone = "restore the files together with the database, or name their place by --media (CRM_MEDIA)"

// media looks at the store of files, whether it has those of the database, and at the
// virus scanner.
func (c *checkup) media(ctx context.Context, cfg config.Serve) {
	ctx, cancel := context.WithTimeout(ctx, mediaCheckTimeout)
	defer cancel()
	if _, _, bucket := cfg.MediaBucket(); !bucket {
		if _, err := os.Stat(cfg.MediaDirectory()); errors.Is(err, fs.ErrNotExist) {
			if c.object != "" {
				c.check("media", fmt.Errorf("%s does not exist, but the database has files: %s", cfg.MediaDirectory(), filesGone))
				return
			}
			c.note("media", "%s does not exist yet; the first start creates it", cfg.MediaDirectory())
			return
		}
	}
	store, scanner, err := openMedia(cfg)
	if !c.check("media", err) {
		return
	}
	if c.check("media store", store.Check(ctx)) && c.object != "" {
		if r, err := store.Open(ctx, c.object, make([]byte, 32), 0); err == nil {
			_ = r.Close()
		} else if errors.Is(err, blob.ErrNotFound) {
			c.check("files", fmt.Errorf("the database has a file that is not in the store (%s): %s", c.object, filesGone))
		}
	}
	if scanner == nil {
		c.note("virus scanner", "none is set (--media-scanner): files are not scanned")
		return
	}
	found, err := scanner.Scan(ctx, strings.NewReader("a harmless text"))
	if err == nil && found != "" {
		err = fmt.Errorf("it reports %q for a harmless text", found)
	}
	c.check("virus scanner", err)
}

// mail looks at the mail server: that it answers, encrypts and lets us in.
func (c *checkup) mail(ctx context.Context, cfg config.Serve) {
	if cfg.SMTPURL == "" {
		c.note("mail", "no mail server is set (--smtp-url): invitations answer with their link, and nobody can ask for a new password by mail")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	sender, err := mail.New(cfg.SMTPURL, cfg.MailFrom)
	if err == nil {
		err = sender.Check(ctx)
	}
	c.check("mail", err)
}

// reach asks only whether somebody answers at the URL.
func reach(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return withoutURL(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%s does not answer: %w", req.URL.Redacted(), withoutURL(err))
	}
	return res.Body.Close()
}

// withoutURL is an error of a request without the method and address that it
// repeats.
func withoutURL(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}
