// Package config holds every setting of the service. The tags of one struct give
// the names, the documentation and the defaults.
package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// Database says where the data is.
type Database struct {
	Database      string `help:"Where the data is stored: a file for the embedded, encrypted database, or postgres://user:password@host:5432/name." default:"./data/crm.db" env:"CRM_DATABASE" group:"Data:"`
	MasterKey     string `help:"The master key: 32 bytes in base64 (openssl rand -base64 32). It encrypts the embedded database and every stored secret. Keep a copy: without it nothing can be decrypted." env:"CRM_MASTER_KEY" placeholder:"BASE64" group:"Data:"`
	MasterKeyFile string `help:"File that holds the master key, instead of --master-key. With the embedded database it defaults to master.key beside the database and is created at the first start." env:"CRM_MASTER_KEY_FILE" placeholder:"FILE" group:"Data:"`
}

// Log says how the process tells what happens.
type Log struct {
	LogLevel  string `help:"debug, info, warn or error." default:"info" enum:"debug,info,warn,error" env:"CRM_LOG_LEVEL" group:"Logs:"`
	LogFormat string `help:"text for people, json for machines." default:"text" enum:"text,json" env:"CRM_LOG_FORMAT" group:"Logs:"`
}

// ProviderApp is this service's app at the provider.
type ProviderApp struct {
	AppID        string `name:"app-id" help:"Id of your app at the provider. The embedded signup needs it." env:"CRM_APP_ID" group:"Provider:"`
	AppSecret    string `help:"App secret of your app at the provider. It verifies the webhooks to /provider/webhook." env:"CRM_APP_SECRET" group:"Provider:"`
	SignupConfig string `help:"Configuration of the embedded signup, from the provider's app settings: Facebook Login for Business." env:"CRM_SIGNUP_CONFIG" placeholder:"ID" group:"Provider:"`
	VerifyToken  string `help:"Verify token that you set with the callback URL at the provider." env:"CRM_VERIFY_TOKEN" group:"Provider:"`
	CallbackURL  string `help:"Public URL of /provider/webhook. When set, connected accounts are subscribed to it." env:"CRM_CALLBACK_URL" group:"Provider:"`
}

// Serve is every setting of crm serve.
type Serve struct {
	Database
	Listen string `help:"Address to listen on. Put a TLS proxy in front of it." default:"127.0.0.1:8080" env:"CRM_LISTEN" group:"Server:"`

	ProviderURL     string `help:"Base URL of the provider's Graph API." default:"https://graph.facebook.com" env:"CRM_PROVIDER_URL" group:"Provider:"`
	ProviderVersion string `help:"Version of the Graph API." default:"v25.0" env:"CRM_PROVIDER_VERSION" group:"Provider:"`
	ProviderApp

	AllowLoopbackReceivers bool     `help:"Allow http://localhost for webhook endpoints and AI providers: for development, or for a model on this machine." env:"CRM_ALLOW_LOOPBACK_RECEIVERS" group:"Webhook endpoints:"`
	AllowNetworks          []string `help:"Private networks (CIDR) that webhook endpoints and AI providers may be in." env:"CRM_ALLOW_NETWORKS" placeholder:"CIDR" group:"Webhook endpoints:"`
	NAT64Networks          []string `name:"nat64-networks" help:"Networks of your NAT64 (CIDR, for example 64:ff9b::/96). The service checks the IPv4 address that such an address contains." env:"CRM_NAT64_NETWORKS" placeholder:"CIDR" group:"Webhook endpoints:"`
	EgressProxy            string   `help:"Proxy for webhook endpoints and for fetching files: http://, https:// or socks5://[user:password@]host:port. It receives checked addresses, never names." env:"CRM_EGRESS_PROXY" placeholder:"URL" group:"Webhook endpoints:"`
	WebhookSchedule        string   `help:"Pauses before the second and later attempts of a webhook." default:"5s,5m,30m,2h,5h,10h,14h,20h,24h" env:"CRM_WEBHOOK_SCHEDULE" group:"Webhook endpoints:"`

	RedeliveryRate int `help:"Maximum number of events per second and endpoint of a bulk redelivery. New events do not wait for them." default:"500" env:"CRM_REDELIVERY_RATE" group:"Webhook endpoints:"`

	RateLimit       int           `help:"Requests per second per API key." default:"1000" env:"CRM_RATE_LIMIT" group:"Server:"`
	SendConcurrency int           `help:"Maximum number of concurrent calls to the provider." default:"64" env:"CRM_SEND_CONCURRENCY" group:"Provider:"`
	UnknownGrace    time.Duration `help:"How long a send with an unknown outcome waits for a status before it is repeated." default:"1m" env:"CRM_UNKNOWN_GRACE" group:"Provider:"`
	NodeLease       time.Duration `help:"How long a silent node is considered alive before others take over its work. A shorter lease fails over faster but may evict a slow node." default:"20s" env:"CRM_NODE_LEASE" group:"Server:"`
	ShutdownTimeout time.Duration `help:"How long running work may take to finish at shutdown." default:"20s" env:"CRM_SHUTDOWN_TIMEOUT" group:"Server:"`
	PprofListen     string        `help:"Address for Go profiles; keep it on loopback. Off by default." env:"CRM_PPROF_LISTEN" placeholder:"HOST:PORT" group:"Server:"`

	Replies   `group:"Automated replies:"`
	People    `group:"People:"`
	Simulator `group:"Sandbox:"`
	Mail      `group:"Mail:"`
	Media     `group:"Files:"`
	Streams   `group:"Live streams:"`
	Log
	LogRequests bool `help:"Log every request with its route, status, time, size, workspace and actor (such as the API key); never its texts, queries or secrets." env:"CRM_LOG_REQUESTS" group:"Logs:"`
}

// scheme is the beginning of a URL.
var scheme = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]+):`)

// Validate refuses what is neither the path of a file nor a PostgreSQL URL.
func (d *Database) Validate() error {
	name := d.Database
	switch found := scheme.FindStringSubmatch(name); {
	case strings.HasPrefix(name, "postgres://"), strings.HasPrefix(name, "postgresql://"):
		return nil
	case found != nil:
		return fmt.Errorf("--database: %q is not a supported database; write the path of a file, or postgres://user:password@host:5432/name", found[0])
	case strings.Contains(name, "dbname="), strings.HasPrefix(name, "host="):
		return errors.New("--database: write a PostgreSQL database as postgres://user:password@host:5432/name")
	}
	return nil
}

// Validate returns every wrong setting, each with what to write instead.
func (c *Serve) Validate() error {
	var errs []error
	bad := func(name, format string, args ...any) {
		errs = append(errs, fmt.Errorf("--%s: %s", name, fmt.Sprintf(format, args...)))
	}
	for name, value := range map[string]string{"listen": c.Listen, "sandbox-listen": c.SandboxListen, "pprof-listen": c.PprofListen} {
		if value == "" && name == "pprof-listen" {
			continue
		}
		if _, _, err := net.SplitHostPort(value); err != nil {
			bad(name, "%q is not an address; write HOST:PORT, for example 127.0.0.1:8080", value)
		}
	}
	for name, value := range map[string]string{"provider-url": c.ProviderURL, "callback-url": c.CallbackURL} {
		if u, err := url.Parse(value); value != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
			bad(name, "%q is not a URL; write https://…", value)
		}
	}
	if !strings.HasPrefix(c.ProviderVersion, "v") {
		bad("provider-version", "%q is not a version; write for example v25.0", c.ProviderVersion)
	}
	if c.MasterKey != "" && c.MasterKeyFile != "" {
		bad("master-key", "give either --master-key or --master-key-file, not both")
	} else if key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(c.MasterKey)); c.MasterKey != "" && (err != nil || len(key) != 32) {
		bad("master-key", "the master key must be 32 bytes in base64; make one with: openssl rand -base64 32")
	}
	if c.SignupConfig != "" && (c.AppID == "" || c.AppSecret == "") {
		bad("signup-config", "the embedded signup also needs --app-id and --app-secret")
	}
	if c.AppSecret != "" && c.VerifyToken == "" {
		bad("verify-token", "--app-secret is set, so set the verify token too: the provider checks it before it posts webhooks")
	}
	for name, value := range map[string]int{"rate-limit": c.RateLimit, "send-concurrency": c.SendConcurrency, "redelivery-rate": c.RedeliveryRate} {
		if value < 1 || value > 100_000 {
			bad(name, "%d is out of range; write a number from 1 to 100000", value)
		}
	}
	if c.UnknownGrace < time.Second || c.UnknownGrace > 24*time.Hour {
		bad("unknown-grace", "%s is out of range; write a duration from 1s to 24h", c.UnknownGrace)
	}
	if c.NodeLease < 2*time.Second || c.NodeLease > 5*time.Minute {
		bad("node-lease", "%s is out of range; write a duration from 2s to 5m", c.NodeLease)
	}
	if _, err := c.Networks(); err != nil {
		bad("allow-networks", "%v; write for example 10.1.0.0/16", err)
	}
	if _, err := c.nat64(); err != nil {
		bad("nat64-networks", "%v; write for example 64:ff9b::/96", err)
	}
	if u, err := url.Parse(c.EgressProxy); c.EgressProxy != "" && (err != nil || !crm.CheckProxy(u)) {
		bad("egress-proxy", "this is not a proxy; write for example http://proxy.internal:3128 or socks5://proxy.internal:1080")
	}
	if _, err := c.Schedule(); err != nil {
		bad("webhook-schedule", "%v; write durations such as 5s,5m,30m", err)
	}
	errs = append(errs, c.Database.Validate())
	c.validateReplies(bad)
	c.validatePeople(bad)
	c.validateMedia(bad)
	c.validateStreams(bad)
	c.validateMail(bad)
	return errors.Join(errs...)
}

// Networks returns the networks that webhook endpoints may be in.
func (c *Serve) Networks() ([]netip.Prefix, error) { return prefixes(c.AllowNetworks) }

func (c *Serve) nat64() ([]netip.Prefix, error) {
	list, err := prefixes(c.NAT64Networks)
	for _, p := range list {
		if !crm.CheckNAT64(p) {
			return nil, fmt.Errorf("%s is not an IPv6 network of 32, 40, 48, 56, 64 or 96 bits", p)
		}
	}
	return list, err
}

// Proxy returns the proxy for what customers name; nil for none. Validate must
// have succeeded.
func (c *Serve) Proxy() *url.URL {
	if c.EgressProxy == "" {
		return nil
	}
	u, _ := url.Parse(c.EgressProxy)
	return u
}

func prefixes(list []string) (out []netip.Prefix, err error) {
	for _, text := range list {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a network", text)
		}
		out = append(out, p)
	}
	return out, nil
}

// Schedule returns the pauses between the attempts of a webhook.
func (c *Serve) Schedule() (out []time.Duration, err error) {
	for text := range strings.SplitSeq(c.WebhookSchedule, ",") {
		d, err := time.ParseDuration(strings.TrimSpace(text))
		if err != nil || d <= 0 || d > 7*24*time.Hour {
			return nil, fmt.Errorf("%q is not a pause between 1ms and 168h", text)
		}
		out = append(out, d)
	}
	if len(out) > 20 {
		return nil, fmt.Errorf("there are %d pauses; at most 20 are allowed", len(out))
	}
	return out, nil
}

// EndpointRules returns which receivers the deployment allows. Validate must
// have succeeded.
func (c *Serve) EndpointRules() crm.EndpointRules {
	networks, _ := c.Networks()
	nat64, _ := c.nat64()
	return crm.EndpointRules{AllowLoopback: c.AllowLoopbackReceivers, AllowPrivate: networks, NAT64: nat64}
}
