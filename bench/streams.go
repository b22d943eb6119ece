package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"service.example/crm/bench/process"
)

const (
	openStreams   = 5000
	loudStreams   = 10  // of which get every event
	streamsMemory = 200 // MB, for all of them
	streamSends   = 50  // messages per second while latency is measured
	eventEpoch    = 10  // characters of an id that are its time
)

// streamed is what the open live streams came to.
type streamed struct {
	before, after float64 // memory of serve in MB
	live          latencies
	idle          float64 // processor seconds per second while nothing happens
	silent        time.Duration
}

// streams opens live event streams, looks at what they cost, and measures how
// long events take to reach them.
func streams(ctx context.Context, o options, engine string) (*streamed, error) {
	progress("%s: %d live streams", engine, openStreams)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err != nil {
		return nil, err
	}
	out := &streamed{silent: 10 * time.Second}
	if err := rest(ctx, 3*time.Second); err != nil {
		return nil, err
	}
	out.before = process.Memory(e.serve.PID())
	var conns []net.Conn
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	var reading sync.WaitGroup
	var mu sync.Mutex
	for i := range openStreams {
		query := "?events=template.*"
		if i < loudStreams {
			query = "?events=messages.*"
		}
		c, lines, err := openStream(e.url, e.keys[i%len(e.keys)], query)
		if err != nil {
			return nil, fmt.Errorf("stream %d: %w", i, err)
		}
		conns = append(conns, c)
		if i < loudStreams {
			reading.Go(func() {
				own := readLatencies(lines)
				mu.Lock()
				out.live = append(out.live, own...)
				mu.Unlock()
			})
		}
	}
	if err := rest(ctx, 5*time.Second); err != nil {
		return nil, err
	}
	out.after = process.Memory(e.serve.PID())
	began := e.use()
	if err := rest(ctx, out.silent); err != nil {
		return nil, err
	}
	used := e.use().since(began)
	out.idle = used.Serve / used.Seconds
	tick := time.NewTicker(time.Second / streamSends)
	defer tick.Stop()
	w, err := sender(e.url, func(i int) (string, []byte) { return e.keys[i%len(e.keys)], e.bodies[i%len(e.bodies)] }, func([]byte) {})
	if err != nil {
		return nil, err
	}
	defer w.close()
	for i := range 10 * streamSends {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-tick.C:
		}
		if err := w.do(i); err != nil {
			return nil, err
		}
	}
	if err := rest(ctx, 2*time.Second); err != nil {
		return nil, err
	}
	for _, c := range conns {
		_ = c.Close()
	}
	reading.Wait()
	slices.Sort(out.live)
	progress("  %.0f MB before, %.0f MB with the streams: %.1f KB each; idle %.1f %% of a core; %d events reached a stream after p50 %.1f ms, p99 %.1f ms",
		out.before, out.after, out.each(), 100*out.idle, len(out.live), out.live.at(.5), out.live.at(.99))
	return out, nil
}

func rest(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func openStream(url, key, query string) (net.Conn, *bufio.Reader, error) {
	host := strings.TrimPrefix(url, "http://")
	c, err := net.Dial("tcp", host)
	if err != nil {
		return nil, nil, err
	}
	who := "Authorization: Bearer " + key
	if secret, ok := strings.CutPrefix(key, sessionKey); ok {
		who = "Cookie: crm=" + secret
	}
	_, err = fmt.Fprintf(c, "GET /v1/events/stream%s HTTP/1.1\r\nHost: %s\r\n%s\r\n\r\n", query, host, who)
	r := bufio.NewReaderSize(c, 512)
	for err == nil {
		var line string
		if line, err = r.ReadString('\n'); strings.HasPrefix(line, "retry: ") {
			return c, r, nil
		}
		if strings.HasPrefix(line, "HTTP/1.1 ") && !strings.HasPrefix(line, "HTTP/1.1 200") {
			err = fmt.Errorf("it was answered with %s", strings.TrimSpace(line))
		}
	}
	_ = c.Close()
	return nil, nil, err
}

// readLatencies notes how long after their making events came, until the
// connection ends. An event's id has the millisecond in which it was made,
// within its transaction: the commit is a part of what is measured.
func readLatencies(r *bufio.Reader) (out latencies) {
	id := ""
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return out
		}
		switch {
		case strings.HasPrefix(line, "id: evt_"):
			id = line[len("id: evt_"):]
		case strings.HasPrefix(line, "data: ") && id != "":
			out.add(time.Since(madeAt(id)))
		}
	}
}

// madeAt reads the time in an identifier: its first ten characters are its
// first 48 bits, after two that are zero.
func madeAt(id string) time.Time {
	var ms int64
	for _, c := range id[:eventEpoch] {
		ms = ms<<5 | int64(strings.IndexRune("0123456789abcdefghjkmnpqrstvwxyz", c))
	}
	return time.UnixMilli(ms)
}

func (s *streamed) each() float64 { return (s.after - s.before) * 1000 / openStreams }

func (s *streamed) figures(engine string) []figure {
	return []figure{
		{Engine: engine, Name: fmt.Sprintf("memory of %d live streams", openStreams), Value: s.after - s.before, Unit: "MB", Target: streamsMemory, AtMost: true},
		{Engine: engine, Name: "memory per live stream", Value: s.each(), Unit: "KB"},
		{Engine: engine, Name: "processor of the idle streams", Value: 100 * s.idle, Unit: "% of a core"},
		{Engine: engine, Name: "event made → on a live stream, p50", Value: s.live.at(.5), Unit: "ms"},
		{Engine: engine, Name: "event made → on a live stream, p99", Value: s.live.at(.99), Unit: "ms"},
	}
}
