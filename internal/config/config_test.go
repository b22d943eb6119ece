package config

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// defaults reads the settings that the tags promise.
func defaults(t *testing.T) Serve {
	t.Helper()
	var c Serve
	fill(t, reflect.ValueOf(&c).Elem())
	return c
}

func fill(t *testing.T, v reflect.Value) {
	for i := range v.NumField() {
		f, tag := v.Field(i), v.Type().Field(i).Tag
		value, given := tag.Lookup("default")
		if f.Kind() == reflect.Struct {
			fill(t, f)
			continue
		}
		if !given {
			continue
		}
		switch f.Interface().(type) {
		case string:
			f.SetString(value)
		case int:
			n, err := strconv.Atoi(value)
			if err != nil {
				t.Fatal(err)
			}
			f.SetInt(int64(n))
		case time.Duration:
			d, err := time.ParseDuration(value)
			if err != nil {
				t.Fatal(err)
			}
			f.SetInt(int64(d))
		default:
			t.Fatalf("a default of %s is not known here", f.Type())
		}
	}
}

func TestDefaultsAreValid(t *testing.T) {
	c := defaults(t)
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	list, err := c.Schedule()
	if err != nil || len(list) != 9 || list[0] != 5*time.Second || list[8] != 24*time.Hour {
		t.Errorf("the schedule is %v, %v", list, err)
	}
	if rules := c.EndpointRules(); rules.AllowLoopback || len(rules.AllowPrivate) != 0 {
		t.Errorf("by default receivers may be %+v", rules)
	}
}

// Every setting is documented and can be given by the environment.
func TestEverySettingIsDocumented(t *testing.T) {
	seen := map[string]bool{}
	var check func(reflect.Type)
	check = func(typ reflect.Type) {
		for i := range typ.NumField() {
			f := typ.Field(i)
			if f.Type.Kind() == reflect.Struct {
				check(f.Type)
				continue
			}
			help, env := f.Tag.Get("help"), f.Tag.Get("env")
			if !strings.HasSuffix(help, ".") || !strings.HasPrefix(env, "CRM_") || seen[env] {
				t.Errorf("%s: help %q, env %q", f.Name, help, env)
			}
			seen[env] = true
		}
	}
	check(reflect.TypeFor[Serve]())
}

func TestValidateNamesEveryFault(t *testing.T) {
	for name, break_ := range map[string]func(*Serve){
		"listen":           func(c *Serve) { c.Listen = "8080" },
		"sandbox-listen":   func(c *Serve) { c.SandboxListen = "" },
		"pprof-listen":     func(c *Serve) { c.PprofListen = "here" },
		"provider-url":     func(c *Serve) { c.ProviderURL = "graph.example" },
		"callback-url":     func(c *Serve) { c.CallbackURL = "ftp://example.com" },
		"provider-version": func(c *Serve) { c.ProviderVersion = "25.0" },
		"master-key":       func(c *Serve) { c.MasterKey, c.MasterKeyFile = "a", "b" },
		"master-key ":      func(c *Serve) { c.MasterKey = "c2hvcnQ=" },
		"verify-token":     func(c *Serve) { c.AppSecret = "secret" },
		"rate-limit":       func(c *Serve) { c.RateLimit = 0 },
		"send-concurrency": func(c *Serve) { c.SendConcurrency = 100_001 },
		"node-lease":       func(c *Serve) { c.NodeLease = time.Second },
		"unknown-grace":    func(c *Serve) { c.UnknownGrace = time.Millisecond },
		"allow-networks":   func(c *Serve) { c.AllowNetworks = []string{"10.0.0.1"} },
		"webhook-schedule": func(c *Serve) { c.WebhookSchedule = "5s,never" },
		"media":            func(c *Serve) { c.Media.Media = "gs://bucket" },
		"media-s3-endpoint": func(c *Serve) {
			c.Media.Media, c.MediaS3Endpoint, c.MediaS3AccessKey, c.MediaS3SecretKey = "s3://bucket", "minio:9000", "a", "b"
		},
		"media-s3-access-key": func(c *Serve) { c.Media.Media = "s3://bucket" },
		"smtp-url":            func(c *Serve) { c.SMTPURL, c.MailFrom = "mail.example:587", "a@b.example" },
		"mail-from":           func(c *Serve) { c.SMTPURL = "smtp://mail.example" },
		"ai-retention":        func(c *Serve) { c.AIRetention = time.Hour },
		"ai-concurrency":      func(c *Serve) { c.AIConcurrency = 0 },
		"name-server":         func(c *Serve) { c.NameServer = "192.0.2.53" },
		"public-url":          func(c *Serve) { c.PublicURL = "crm.example.com" },
		"media-retention":     func(c *Serve) { c.MediaRetention = time.Hour },
	} {
		c := defaults(t)
		break_(&c)
		err := c.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), "--"+strings.TrimSpace(name)+": ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := Serve{}
	if n := strings.Count(c.Validate().Error(), "\n") + 1; n < 6 {
		t.Errorf("an empty configuration has %d faults only", n)
	}
}

func TestMediaPlaces(t *testing.T) {
	c := defaults(t)
	for _, want := range []struct{ media, database, directory, bucket, prefix string }{
		{"", "/srv/crm/crm.db", "/srv/crm/media", "", ""}, {"", "postgres://host/crm", "data/media", "", ""}, {"/mnt/files", "crm.db", "/mnt/files", "", ""},
		{"s3://files", "crm.db", "", "files", ""}, {"s3://files/crm/prod/", "crm.db", "", "files", "crm/prod"},
	} {
		c.Media.Media, c.Database.Database = want.media, want.database
		bucket, prefix, ok := c.MediaBucket()
		if bucket != want.bucket || prefix != want.prefix || ok != (want.bucket != "") || !ok && c.MediaDirectory() != want.directory {
			t.Errorf("%q beside %s is %q %q or %q", want.media, want.database, bucket, prefix, c.MediaDirectory())
		}
	}
}

func TestScheduleBounds(t *testing.T) {
	for text, ok := range map[string]bool{"5s": true, " 5s , 5m ": true, "": false, "0s": false, "-1s": false, "169h": false, "168h": true,
		strings.TrimSuffix(strings.Repeat("1s,", 20), ","): true, strings.TrimSuffix(strings.Repeat("1s,", 21), ","): false, "5": false} {
		c := Serve{WebhookSchedule: text}
		if _, err := c.Schedule(); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestNetworks(t *testing.T) {
	c := Serve{AllowNetworks: []string{"10.1.0.0/16", "fd00::/8"}, AllowLoopbackReceivers: true}
	if rules := c.EndpointRules(); !rules.AllowLoopback || len(rules.AllowPrivate) != 2 {
		t.Errorf("the rules are %+v", rules)
	}
	c.AllowNetworks = append(c.AllowNetworks, "ten")
	if _, err := c.Networks(); err == nil || !strings.Contains(err.Error(), `"ten"`) {
		t.Errorf("the error is %v", err)
	}
}

// Where browsers find the service, by whatever setting says it.
func TestSite(t *testing.T) {
	for _, c := range []struct{ public, callback, listen, address, site string }{
		{"https://crm.example.com/", "https://hooks.example.com/provider/webhook", "0.0.0.0:8080", "https://crm.example.com", "https://crm.example.com"},
		{"", "https://hooks.example.com/provider/webhook", "127.0.0.1:8080", "https://hooks.example.com", "https://hooks.example.com"},
		{"", "https://hooks.example.com/elsewhere", "127.0.0.1:8080", "", "http://localhost:8080"},
		{"", "", "[::1]:9000", "", "http://localhost:9000"},
		{"", "", "0.0.0.0:8080", "", ""},
		{"", "", "192.0.2.1:8080", "", ""},
	} {
		s := Serve{Listen: c.listen, ProviderApp: ProviderApp{CallbackURL: c.callback}, People: People{PublicURL: c.public}}
		if got := s.PublicAddress(); got != c.address {
			t.Errorf("%+v: the public address is %q", c, got)
		}
		if got := s.Site(); got != c.site {
			t.Errorf("%+v: the site is %q", c, got)
		}
	}
}
