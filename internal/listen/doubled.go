package listen

import (
	"context"
	"net"
	"net/url"
	"strings"
	"time"

	service "service.example/crm/sdk/go"
)

// lookPatience is how long the look for an endpoint may take: it is a service to
// people, not a condition.
const lookPatience = 5 * time.Second

// warnOfDouble says so where an enabled endpoint of the workspace posts to the
// same receiver: it would get every event twice. A key that may not list the
// endpoints learns nothing, which is no error.
func (f *forwarder) warnOfDouble(ctx context.Context, client *service.Client) {
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	for e, err := range client.WebhookEndpoints.List(service.ListWebhookEndpoints{}).All(ctx) {
		if err != nil {
			return
		}
		if e.Enabled && sameReceiver(e.URL, f.o.ForwardTo) {
			f.say("The webhook endpoint %s also posts to %s, so your receiver gets every event twice, signed with two secrets. Disable that endpoint, or stop this command.\n\n", e.ID, e.URL)
			return
		}
	}
}

// sameReceiver reports whether two URLs lead to the same place, whatever name
// this machine has in them.
func sameReceiver(a, b string) bool {
	x, errX := url.Parse(a)
	y, errY := url.Parse(b)
	return errX == nil && errY == nil && x.Scheme == y.Scheme && hostOf(x) == hostOf(y) && portOf(x) == portOf(y) &&
		strings.TrimRight(x.EscapedPath(), "/") == strings.TrimRight(y.EscapedPath(), "/") && x.RawQuery == y.RawQuery
}

func hostOf(u *url.URL) string {
	host := strings.ToLower(u.Hostname())
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return "localhost"
	}
	return host
}

func portOf(u *url.URL) string {
	if u.Port() != "" {
		return u.Port()
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}
