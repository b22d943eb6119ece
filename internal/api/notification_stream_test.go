package api_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"service.example/crm/internal/testkit"
)

// notices is what a live stream told without an id, by the name of the event.
type notices struct {
	mu   sync.Mutex
	said map[string][]string
}

func (x *notices) has(name, part string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, text := range x.said[name] {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// hearNotices reads a live stream until the test ends.
func hearNotices(t *testing.T, k *testkit.Kit, key string) *notices {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.App.URL()+"/v1/events/stream", nil)
	k.Must(err)
	if secret, ok := strings.CutPrefix(key, testkit.SessionKey); ok {
		req.AddCookie(&http.Cookie{Name: "crm", Value: secret})
	} else {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := http.DefaultClient.Do(req)
	k.Must(err)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("the stream is answered %d", res.StatusCode)
	}
	x, ended := &notices{said: map[string][]string{}}, make(chan bool)
	go func() {
		defer close(ended)
		name := ""
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if n, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				name = n
			}
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok && name != "" {
				x.mu.Lock()
				x.said[name] = append(x.said[name], text)
				x.mu.Unlock()
				name = ""
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		_ = res.Body.Close()
	})
	return x
}
