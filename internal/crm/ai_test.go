package crm

import (
	"net/netip"
	"testing"
	"time"
)

func TestMicros(t *testing.T) {
	for text, want := range map[string]int64{"2.50": 2_500_000, "0": 0, "0.000001": 1, "100000": 100_000_000_000} {
		if n, ok := ParseMicros(text); !ok || n != want {
			t.Errorf("%q: %d %v", text, n, ok)
		}
	}
	for _, text := range []string{"", "-1", "1.", ".5", "1e3", "0.0000001", "100000.1", "9999999", "1,5", "٣"} {
		if n, ok := ParseMicros(text); ok {
			t.Errorf("%q is taken as %d", text, n)
		}
	}
	for n, want := range map[int64]string{0: "0.00", 1: "0.000001", 2_500_000: "2.50", 1_234_567: "1.234567", -10_000: "-0.01"} {
		if got := FormatMicros(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

// The base URL of a model is held against the rules of the deployment; http is
// for what they name.
func TestAIBaseURL(t *testing.T) {
	inside := EndpointRules{AllowPrivate: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}}
	for _, c := range []struct {
		url   string
		rules EndpointRules
		ok    bool
	}{
		{"", EndpointRules{}, true},
		{"https://api.openai.com/v1", EndpointRules{}, true},
		{"http://api.openai.com/v1", EndpointRules{}, false},
		{"https://10.1.2.3/v1", EndpointRules{}, false},
		{"http://10.1.2.3:8000/v1", inside, true},
		{"http://ollama:11434/v1", inside, true}, // the guard looks where it leads
		{"http://10.2.0.1/v1", inside, false},
		{"http://127.0.0.1:11434/v1", inside, false},
		{"http://127.0.0.1:11434/v1", EndpointRules{AllowLoopback: true}, true},
		{"https://169.254.169.254/latest", inside, false},
		{"ftp://example.com", inside, false},
		{"https://user:pass@example.com/v1", inside, false},
	} {
		var f Faults
		p := AIProvider{Name: "x", Kind: "openai", Model: "m", BaseURL: c.url}
		if p.Validate(c.rules, &f); f.Empty() != c.ok {
			t.Errorf("%s: %v", c.url, f.Err())
		}
	}
}

func TestKeyHint(t *testing.T) {
	for key, want := range map[string]string{"": "", "short": "…", "sk-0123456789abcdef": "…cdef"} {
		if got := KeyHint(key); got != want {
			t.Errorf("%q: %q", key, got)
		}
	}
}

func TestLatencyQuantiles(t *testing.T) {
	var h AILatencies
	if h.Quantile(0.5) != 0 {
		t.Error("nothing has a latency")
	}
	for range 99 {
		h.Observe(80 * time.Millisecond)
	}
	h.Observe(time.Hour)
	if p := h.Quantile(0.5); p < 50*time.Millisecond || p > 100*time.Millisecond {
		t.Errorf("p50 is %s", p)
	}
	if p := h.Quantile(1); p != 20*time.Second {
		t.Errorf("the slowest is %s", p)
	}
}
