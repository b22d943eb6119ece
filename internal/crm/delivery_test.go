package crm_test

import (
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

func TestAttemptCounts(t *testing.T) {
	c := crm.NewAttemptCounts()
	if c.Latency(.5) != 0 || c.Attempts() != 0 {
		t.Error("nothing has a latency")
	}
	for range 98 {
		c.Count("succeeded", 8*time.Millisecond)
	}
	c.Count("timeout", 15*time.Second)
	c.Count("of a later version", time.Minute)
	if c.Attempts() != 100 || c.Succeeded() != 98 {
		t.Errorf("%d attempts, %d succeeded", c.Attempts(), c.Succeeded())
	}
	if p := c.Latency(.5); p < 5*time.Millisecond || p > 10*time.Millisecond {
		t.Errorf("half took %s at most", p)
	}
	if p := c.Latency(.99); p < 10*time.Second || p > 15*time.Second {
		t.Errorf("99 %% took %s at most", p)
	}
	if p := c.Latency(1); p != 30*time.Second { // all that is known of the last
		t.Errorf("all took %s at most", p)
	}
	sum := crm.NewAttemptCounts()
	sum.Add(c)
	sum.Add(c)
	if sum.Attempts() != 200 || sum.Latency(.5) != c.Latency(.5) {
		t.Errorf("twice the same is %+v", sum)
	}
}

func TestClassOfAttempt(t *testing.T) {
	for _, c := range []struct {
		status  int
		failure string
		want    crm.AttemptClass
	}{{204, "", "succeeded"}, {302, "status_302", "redirect"}, {410, "status_410", "client_error"}, {503, "status_503", "server_error"},
		{0, "timeout", "timeout"}, {0, "connection_lost", "connection"}, {0, "dns", "dns"}, {0, "tls", "tls"},
		{0, "forbidden_address", "forbidden"}, {0, "proxy_down", "own_network"}, {0, "invalid_request", "other"}, {101, "", "other"}} {
		if have := crm.ClassOfAttempt(c.status, c.failure); have != c.want {
			t.Errorf("%d %q is %s, want %s", c.status, c.failure, have, c.want)
		}
	}
}

func TestWhatARedeliveryPicks(t *testing.T) {
	e := &crm.WebhookEndpoint{Enabled: true, Subscription: crm.Subscription{Events: []crm.EventPattern{"messages.*"}}}
	for _, c := range []struct {
		req    crm.RedeliveryRequest
		kind   crm.EventKind
		state  crm.DeliveryState
		passed bool
		want   bool
	}{
		{crm.RedeliveryRequest{What: crm.RedeliverFailed}, crm.EventMessagesUpsert, "failed", true, true},
		{crm.RedeliveryRequest{What: crm.RedeliverFailed}, crm.EventMessagesUpsert, "", true, false},
		{crm.RedeliveryRequest{What: crm.RedeliverMissed}, crm.EventMessagesUpsert, "", true, true},
		{crm.RedeliveryRequest{What: crm.RedeliverMissed}, crm.EventMessagesUpsert, "", false, false}, // it comes by itself
		{crm.RedeliveryRequest{What: crm.RedeliverMissed}, crm.EventTemplateStatusUpdated, "", true, false},
		{crm.RedeliveryRequest{What: crm.RedeliverMissed}, crm.EventTemplateStatusUpdated, "skipped", true, true},
		{crm.RedeliveryRequest{What: crm.RedeliverMissed}, crm.EventMessagesUpsert, "pending", true, false},
		{crm.RedeliveryRequest{What: crm.RedeliverRange}, crm.EventMessagesUpsert, "succeeded", true, false},
		{crm.RedeliveryRequest{What: crm.RedeliverRange, IncludeSucceeded: true}, crm.EventMessagesUpsert, "succeeded", true, true},
		{crm.RedeliveryRequest{What: crm.RedeliverRange, IncludeSucceeded: true}, crm.EventMessagesUpsert, "pending", true, false},
		{crm.RedeliveryRequest{What: crm.RedeliverRange, Events: []crm.EventPattern{"template.*"}}, crm.EventMessagesUpsert, "failed", true, false},
	} {
		if have := c.req.Picks(e, c.kind, crm.EventScope{}, c.state, c.passed); have != c.want {
			t.Errorf("%+v of %s, %q, passed %t: %t", c.req, c.kind, c.state, c.passed, have)
		}
	}
}
