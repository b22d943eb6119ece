// Package config is every setting of the service: one struct whose tags are
// the names, the documentation and the defaults.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"service.example/crm/internal/crm"
)

// Database says where the data is.
type Database struct {
	Database      string `help:"Where the data is: a file for the embedded, encrypted database, or postgres://user:password@host:5432/name." default:"./data/crm.db" env:"CRM_DATABASE"`
	MasterKey     string `help:"The master key: 32 bytes in base64 (openssl rand -base64 32). It encrypts the embedded database and every stored secret; keep a copy, nothing opens without it." env:"CRM_MASTER_KEY" placeholder:"BASE64"`
	MasterKeyFile string `help:"File that holds the master key, instead of --master-key. With the embedded database it defaults to master.key beside the database and is made at the first start." env:"CRM_MASTER_KEY_FILE" placeholder:"FILE"`
}

// Log says how the process tells what happens.
type Log struct {
	LogLevel  string `help:"debug, info, warn or error." default:"info" enum:"debug,info,warn,error" env:"CRM_LOG_LEVEL"`
	LogFormat string `help:"text for people, json for machines." default:"text" enum:"text,json" env:"CRM_LOG_FORMAT"`
}

// Serve is every setting of crm serve.
type Serve struct {
	Database
	Log
	Media
	Streams
	Listen string `help:"Address to listen on. Put a TLS proxy before it." default:"127.0.0.1:8080" env:"CRM_LISTEN"`

	ProviderURL     string `help:"Base URL of the provider's Graph API." default:"https://graph.facebook.com" env:"CRM_PROVIDER_URL"`
	ProviderVersion string `help:"Version of the Graph API." default:"v25.0" env:"CRM_PROVIDER_VERSION"`
	AppSecret       string `help:"App secret of your app at the provider: it verifies the webhooks that come to /provider/webhook." env:"CRM_APP_SECRET"`
	VerifyToken     string `help:"Verify token that you set with the callback URL at the provider." env:"CRM_VERIFY_TOKEN"`
	CallbackURL     string `help:"Public URL of /provider/webhook. When set, connected accounts are subscribed to it." env:"CRM_CALLBACK_URL"`

	Sandbox       bool   `help:"Run the built-in provider simulator for test workspaces." env:"CRM_SANDBOX"`
	SandboxListen string `help:"Address of the simulator; keep it on loopback." default:"127.0.0.1:0" env:"CRM_SANDBOX_LISTEN"`

	AllowLoopbackReceivers bool     `help:"Let webhook endpoints and AI providers be http://localhost: for development, or for a model on this machine." env:"CRM_ALLOW_LOOPBACK_RECEIVERS"`
	AllowNetworks          []string `help:"Private networks (CIDR) that webhook endpoints and AI providers may be in." env:"CRM_ALLOW_NETWORKS" placeholder:"CIDR"`
	NAT64Networks          []string `name:"nat64-networks" help:"Networks of your NAT64 (CIDR, for example 64:ff9b::/96): an address in them is judged by the IPv4 address that it carries." env:"CRM_NAT64_NETWORKS" placeholder:"CIDR"`
	EgressProxy            string   `help:"Proxy for what customers name, webhook endpoints and files to fetch: http://, https:// or socks5://[user:password@]host:port. It is given addresses that were checked, never names." env:"CRM_EGRESS_PROXY" placeholder:"URL"`
	WebhookSchedule        string   `help:"Pauses before the second and later attempts of a webhook." default:"5s,5m,30m,2h,5h,10h,14h,20h,24h" env:"CRM_WEBHOOK_SCHEDULE"`

	RedeliveryRate int `help:"Events per second and endpoint that a bulk redelivery puts on their way at most. New events do not wait for them." default:"500" env:"CRM_REDELIVERY_RATE"`

	RateLimit       int           `help:"Requests per second and API key." default:"1000" env:"CRM_RATE_LIMIT"`
	SendConcurrency int           `help:"Calls to the provider at once." default:"64" env:"CRM_SEND_CONCURRENCY"`
	AIConcurrency   int           `help:"Automated replies that are written at once; one workspace gets half of them." default:"2048" env:"CRM_AI_CONCURRENCY"`
	AIRetention     time.Duration `name:"ai-retention" help:"How long single turns of assistants, calls to AI providers, notices that have ended and questions without evidence are kept. Sums per day stay." default:"2160h" env:"CRM_AI_RETENTION"`
	UnknownGrace    time.Duration `help:"How long a send whose outcome is unknown waits for a status before it is made again." default:"1m" env:"CRM_UNKNOWN_GRACE"`
	NodeLease       time.Duration `help:"How long a node that went silent is believed alive, before others take over what it held. Shorter takes over sooner after a crash, and takes a node that was only slow for dead." default:"20s" env:"CRM_NODE_LEASE"`
	ShutdownTimeout time.Duration `help:"How long running work may take to end at shutdown." default:"20s" env:"CRM_SHUTDOWN_TIMEOUT"`
	PprofListen     string        `help:"Address for Go profiles; keep it on loopback. Off by default." env:"CRM_PPROF_LISTEN" placeholder:"HOST:PORT"`
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
			bad(name, "%q is no address; write HOST:PORT, for example 127.0.0.1:8080", value)
		}
	}
	for name, value := range map[string]string{"provider-url": c.ProviderURL, "callback-url": c.CallbackURL} {
		if u, err := url.Parse(value); value != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
			bad(name, "%q is no URL; write https://…", value)
		}
	}
	if !strings.HasPrefix(c.ProviderVersion, "v") {
		bad("provider-version", "%q is no version; write for example v25.0", c.ProviderVersion)
	}
	if c.MasterKey != "" && c.MasterKeyFile != "" {
		bad("master-key", "give either --master-key or --master-key-file, not both")
	}
	if c.AppSecret != "" && c.VerifyToken == "" {
		bad("verify-token", "--app-secret is set, so set the verify token too: the provider checks it before it posts webhooks")
	}
	for name, value := range map[string]int{"rate-limit": c.RateLimit, "send-concurrency": c.SendConcurrency, "redelivery-rate": c.RedeliveryRate, "ai-concurrency": c.AIConcurrency} {
		if value < 1 || value > 100_000 {
			bad(name, "%d is out of range; write a number from 1 to 100000", value)
		}
	}
	if c.UnknownGrace < time.Second || c.UnknownGrace > 24*time.Hour {
		bad("unknown-grace", "%s is out of range; write a duration from 1s to 24h", c.UnknownGrace)
	}
	if c.AIRetention < 48*time.Hour || c.AIRetention > 10*365*24*time.Hour {
		bad("ai-retention", "%s is out of range; write a duration from 48h to 87600h", c.AIRetention)
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
		bad("egress-proxy", "this is no proxy; write for example http://proxy.internal:3128 or socks5://proxy.internal:1080")
	}
	if _, err := c.Schedule(); err != nil {
		bad("webhook-schedule", "%v; write durations such as 5s,5m,30m", err)
	}
	c.validateMedia(bad)
	c.validateStreams(bad)
	return errors.Join(errs...)
}

// Networks returns the networks that webhook endpoints may be in.
func (c *Serve) Networks() ([]netip.Prefix, error) { return prefixes(c.AllowNetworks) }

func (c *Serve) nat64() ([]netip.Prefix, error) {
	list, err := prefixes(c.NAT64Networks)
	for _, p := range list {
		if !crm.CheckNAT64(p) {
			return nil, fmt.Errorf("%s is no IPv6 network of 32, 40, 48, 56, 64 or 96 bits", p)
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
			return nil, fmt.Errorf("%q is no network", text)
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
			return nil, fmt.Errorf("%q is no pause between 1ms and 168h", text)
		}
		out = append(out, d)
	}
	if len(out) > 20 {
		return nil, fmt.Errorf("there are %d pauses, at most 20 are taken", len(out))
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
