package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/listen"
	service "service.example/crm/sdk/go"
)

type listenCommand struct {
	ForwardTo string        `help:"Post each event to this URL, signed like a webhook." placeholder:"URL"`
	Events    []string      `help:"Only these events: names, or messages.* for all names that begin with messages. By default all events." placeholder:"NAME"`
	Number    []string      `name:"phone-number" help:"Only events of phone numbers with these ids, and events that belong to no number." placeholder:"ID"`
	Since     string        `help:"Start in the past: after an event (evt_…), or this long ago (10m, 2h)." placeholder:"EVENT|DURATION"`
	PrintJSON bool          `name:"print-json" help:"Write each event's body to standard output, one per line. Everything else goes to standard error."`
	URL       string        `help:"URL of the service." env:"CRM_URL" placeholder:"URL"`
	APIKey    string        `help:"An API key with the scope events:read. Without a key and a URL, crm listen uses those of the demo in ./data/demo/demo.json." env:"CRM_API_KEY" placeholder:"KEY"`
	Secret    string        `help:"The signing secret. By default it is derived from the API key and stays the same." env:"CRM_LISTEN_SECRET" placeholder:"whsec_…"`
	Restart   time.Duration `help:"How long to wait for a receiver that accepts no connection, for example while it restarts." default:"10s"`
	Timeout   time.Duration `help:"How long the receiver may take to answer." default:"30s"`
}

// Help is what crm listen --help says.
func (c *listenCommand) Help() string {
	return `Get the workspace's events on your own machine while you develop: no public address, no tunnel.

Examples:

  crm listen --forward-to http://localhost:3000/webhook
  crm listen --forward-to http://localhost:3000/webhook --events messages.received,template.*
  crm listen --print-json --since 1h > events.jsonl

It prints the signing secret first: put it where your receiver looks for the secret of its endpoint. Ids, bodies and headers are those of real webhooks. Each event is one line: its time, its name, your receiver's answer, and how long the answer took.

Events of one conversation are posted one after the other. The answer of your receiver is shown; a failed post is not retried. While nothing listens on the port, each post waits. If the connection to the service breaks, it is reopened after the last event, so none is lost or repeated. Ctrl-C stops it and prints how to continue from there.`
}

// demoFile is where make run leaves the address and key of the demo.
const demoFile = "data/demo/demo.json"

// Run listens until the process is told to end.
func (c *listenCommand) Run(ctx context.Context) error {
	of := ""
	if c.APIKey == "" && c.URL == "" {
		var demo app.DemoInfo
		if text, err := os.ReadFile(demoFile); err == nil && json.Unmarshal(text, &demo) == nil {
			c.URL, c.APIKey = demo.URL, demo.APIKey
			of = "the demo of " + demoFile
		}
	}
	if c.APIKey == "" {
		return errors.New("--api-key (CRM_API_KEY) is not set; create one with: crm admin create-key WORKSPACE --scopes events:read")
	}
	if c.URL == "" {
		c.URL = "http://127.0.0.1:8080"
	}
	o := listen.Options{URL: c.URL, APIKey: c.APIKey, ForwardTo: c.ForwardTo, Of: of, Secret: c.Secret, JSON: c.PrintJSON, Restart: c.Restart, Timeout: c.Timeout,
		Query: service.StreamEvents{Events: c.Events, PhoneNumberIDs: c.Number}, Events: os.Stdout, Log: os.Stderr}
	if u, err := url.Parse(c.ForwardTo); c.ForwardTo != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return fmt.Errorf("--forward-to: %q is not a URL; write, for example, http://localhost:3000/webhook", c.ForwardTo)
	}
	switch {
	case c.Since == "":
	case strings.HasPrefix(c.Since, crm.PrefixEvent+"_"):
		o.Query.LastEventID = c.Since
	default:
		d, err := time.ParseDuration(c.Since)
		if err != nil || d < 0 {
			return fmt.Errorf("--since: %q is neither an event (evt_…) nor a duration; write, for example, 30m", c.Since)
		}
		o.Query.Since = time.Now().Add(-d)
	}
	if c.ForwardTo != "" {
		secret := c.Secret
		if secret == "" {
			secret = listen.SecretOf(c.APIKey)
		}
		fmt.Fprintf(os.Stderr, "Signing secret  %s\nForwarding to   %s\nStop with Ctrl-C.\n\n", secret, c.ForwardTo)
	}
	return listen.Run(ctx, o)
}
