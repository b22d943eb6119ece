package sandbox

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkSendAndStatuses measures a send and its three statuses, without the
// HTTP server in front but with real posts to a receiver on loopback.
func BenchmarkSendAndStatuses(b *testing.B) {
	for _, batch := range []int{1, 100} {
		b.Run(fmt.Sprintf("batch=%d", batch), func(b *testing.B) {
			var posts atomic.Int64
			back := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				posts.Add(1)
				_, _ = io.Copy(io.Discard, r.Body)
			}))
			defer back.Close()
			account := DefaultAccount()
			account.Phones[0].Throughput = 1_000_000
			s := New(Config{
				CallbackURL: back.URL, Accounts: []Account{account}, AutoRead: true,
				WebhookBatch: batch, StatusDelay: 5 * time.Millisecond,
			})
			defer started(s)()
			handler := s.Handler()
			body := templateTo(customerOne, "order_shipped_tracking", "en_US", shippedComponents)
			b.ReportAllocs()
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					r := httptest.NewRequest("POST", "/v25.0/"+testPhone+"/messages", strings.NewReader(body))
					r.Header.Set("Authorization", "Bearer "+DefaultToken)
					w := httptest.NewRecorder()
					handler.ServeHTTP(w, r)
					if w.Code != http.StatusOK {
						b.Errorf("answered %d %s", w.Code, w.Body)
					}
				}
			})
			if err := s.Wait(context.Background()); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(posts.Load())/float64(b.N), "posts/op")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "msgs/s")
		})
	}
}

// BenchmarkSend measures a send alone.
func BenchmarkSend(b *testing.B) {
	account := DefaultAccount()
	account.Phones[0].Throughput = 1_000_000
	s := New(Config{Accounts: []Account{account}})
	handler := s.Handler()
	body := templateTo(customerOne, "order_shipped_tracking", "en_US", shippedComponents)
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest("POST", "/v25.0/"+testPhone+"/messages", strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+DefaultToken)
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
}
