package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	// Certificates of authorities, for images and machines that have none.
	_ "golang.org/x/crypto/x509roots/fallback"
)

type healthcheckCommand struct {
	Listen  string        `help:"Address of the service." default:"127.0.0.1:8080" env:"CRM_LISTEN"`
	Timeout time.Duration `help:"How long to wait for the answer." default:"4s"`
}

// Run asks the service on this machine whether it is ready, and fails unless
// it is. Containers without a shell need a check of their own.
func (c *healthcheckCommand) Run(ctx context.Context) error {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("--listen: %q is not an address; write HOST:PORT, for example 127.0.0.1:8080", c.Listen)
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1" // it listens on every address; "localhost" may have no entry here
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	address := "http://" + net.JoinHostPort(host, port) + "/readyz"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	res, err := (&http.Client{Transport: &http.Transport{}}).Do(req) // no proxy
	if err != nil {
		return fmt.Errorf("the service at %s does not answer; is it running, and does it listen there (CRM_LISTEN)? %w", net.JoinHostPort(host, port), err)
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, 1<<10)) // it only explains a refusal
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %d: %s", address, res.StatusCode, strings.TrimSpace(string(body)))
	}
	return nil
}
