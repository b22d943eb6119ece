package webhook

import (
	"bufio"
	"bytes"
	"context"
	"net"
	"testing"
	"time"
)

// BenchmarkPost posts to a receiver that costs next to nothing: what is counted
// is the client's.
func BenchmarkPost(b *testing.B) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go answer(conn)
		}
	}()
	c := newClient(local)
	call := Call{URL: "http://" + l.Addr().String() + "/webhook", ID: "evt_01jd5k3v6rf0w8m2a4t9x7bq1e", Secrets: []string{NewSecret()},
		Body: bytes.Repeat([]byte("a"), 600)}
	b.ReportAllocs()
	b.SetParallelism(2)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if r := c.Post(context.Background(), call); !r.OK() {
				b.Errorf("%+v", r)
				return
			}
		}
	})
}

// answer says 200 to whatever comes, without a thought.
func answer(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReaderSize(conn, 8<<10)
	for {
		for {
			line, err := in.ReadSlice('\n')
			if err != nil {
				return
			}
			if len(line) == 2 {
				break
			}
		}
		if _, err := in.Discard(600); err != nil {
			return
		}
		if _, err := conn.Write([]byte("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nDate: Sat, 21 Nov 2026 18:00:00 GMT\r\n\r\n")); err != nil {
			return
		}
	}
}

func BenchmarkSign(b *testing.B) {
	body := bytes.Repeat([]byte("a"), 600)
	at := time.Unix(1767225600, 0)
	for name, secret := range map[string]string{"v1": NewSecret(), "v1a": NewPrivateKey()} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Sign([]string{secret}, "evt_01jd5k3v6rf0w8m2a4t9x7bq1e", at, body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
