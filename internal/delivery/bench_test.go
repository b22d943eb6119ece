package delivery_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
)

// BenchmarkDeliveries appends events of 200 keys and waits until a receiver in
// this process has all of them and every attempt is recorded.
func BenchmarkDeliveries(b *testing.B) {
	for _, postgres := range []bool{false, true} {
		b.Run(map[bool]string{false: "sqlite", true: "postgres"}[postgres], func(b *testing.B) {
			k := testkit.New(b, testkit.Options{Postgres: postgres})
			var came atomic.Int64
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				_, _ = io.Copy(io.Discard, req.Body)
				came.Add(1)
			}))
			b.Cleanup(s.Close)
			id := k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": s.URL + "/events"}).Text("id")
			k.Quiet()
			data, _ := crm.EventSample(crm.EventMessagesStatusUpdated)
			b.ResetTimer()
			began, before := time.Now(), processorTime()
			const lanes, batch = 200, 8
			var next atomic.Int64
			var all sync.WaitGroup
			for lane := range lanes {
				all.Go(func() {
					key := fmt.Sprintf("cnv_%026d", lane)
					for n := next.Add(batch) - batch; n < int64(b.N); n = next.Add(batch) - batch {
						k.Must(k.DB().Update(context.Background(), key, func(tx *db.Tx) error {
							for range min(batch, int64(b.N)-n) {
								if err := event.AppendEvent(tx, crm.EventMessagesStatusUpdated, k.WorkspaceID, key, crm.EventScope{PhoneNumberID: k.NumberID}, data); err != nil {
									return err
								}
							}
							return nil
						}))
					}
				})
			}
			all.Wait()
			appended := processorTime() - before
			poll := time.NewTicker(10 * time.Millisecond)
			defer poll.Stop()
			for came.Load() < int64(b.N) || recorded(k, id, "succeeded") < b.N {
				<-poll.C
			}
			b.ReportMetric(float64(b.N)/time.Since(began).Seconds(), "deliveries/s")
			b.ReportMetric(float64((processorTime()-before).Microseconds())/float64(b.N), "cpu-µs/delivery")
			b.ReportMetric(float64(appended.Microseconds())/float64(b.N), "cpu-µs/append")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// processorTime is what this process has used, user and system.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
