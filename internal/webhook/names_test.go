package webhook

import (
	"context"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/egress"
)

// names is a name server that answers what a hostile zone could.
type names struct {
	conn  net.PacketConn
	mu    sync.Mutex
	asked map[string]int // by name, questions of type A
	zone  map[string]zone
}

// zone is what is answered for one name: at the n-th question for IPv4
// addresses the n-th list, at later ones the last.
type zone struct {
	lists [][]string
	v6    []string
	alias []string // names in between
	code  dnsmessage.RCode
	raw   []byte
	mute  bool
}

func newNames(t *testing.T, zones map[string]zone) *names {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	n := &names{conn: conn, asked: map[string]int{}, zone: zones}
	go n.serve()
	return n
}

func (n *names) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", n.conn.LocalAddr().String())
	}}
}

func (n *names) serve() {
	buf := make([]byte, 1500)
	for {
		size, from, err := n.conn.ReadFrom(buf)
		if err != nil {
			return
		}
		var query dnsmessage.Message
		if query.Unpack(buf[:size]) != nil || len(query.Questions) != 1 {
			continue
		}
		if answer := n.reply(&query); answer != nil {
			_, _ = n.conn.WriteTo(answer, from)
		}
	}
}

func (n *names) reply(query *dnsmessage.Message) []byte {
	q := query.Questions[0]
	n.mu.Lock()
	z, known := n.zone[strings.TrimSuffix(q.Name.String(), ".")]
	var list []string
	if q.Type == dnsmessage.TypeAAAA {
		list = z.v6
	} else if len(z.lists) > 0 {
		list = z.lists[min(n.asked[q.Name.String()], len(z.lists)-1)]
		n.asked[q.Name.String()]++
	}
	n.mu.Unlock()
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: query.ID, Response: true, RecursionAvailable: true, RCode: z.code}, Questions: query.Questions}
	switch {
	case z.mute:
		return nil
	case z.raw != nil:
		return append([]byte{byte(query.ID >> 8), byte(query.ID)}, z.raw...)
	case !known:
		m.RCode = dnsmessage.RCodeNameError
	}
	owner := q.Name
	for _, alias := range z.alias {
		to := dnsmessage.MustNewName(alias + ".")
		m.Answers = append(m.Answers, dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: owner, Class: dnsmessage.ClassINET}, Body: &dnsmessage.CNAMEResource{CNAME: to}})
		owner = to
	}
	for _, text := range list {
		r := dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: owner, Class: dnsmessage.ClassINET}}
		if a := netip.MustParseAddr(text); a.Is4() {
			r.Body = &dnsmessage.AResource{A: a.As4()}
		} else {
			r.Body = &dnsmessage.AAAAResource{AAAA: a.As16()}
		}
		m.Answers = append(m.Answers, r)
	}
	out, _ := m.Pack()
	return out
}

// inner stands for a service inside: nothing may ever reach it.
type inner struct{ calls atomic.Int64 }

// listen starts a server on each of the addresses, all on one port, and
// returns the port.
func listen(t *testing.T, handlers map[string]http.Handler) string {
	t.Helper()
	for range 50 {
		port, ok := "0", true
		var servers []*httptest.Server
		for _, address := range slices.Sorted(maps.Keys(handlers)) {
			l, err := net.Listen("tcp", net.JoinHostPort(address, port))
			if err != nil {
				ok = false // somebody else has the port on this address
				break
			}
			_, port, _ = net.SplitHostPort(l.Addr().String())
			s := httptest.NewUnstartedServer(handlers[address])
			_ = s.Listener.Close()
			s.Listener = l
			s.Start()
			servers = append(servers, s)
		}
		if ok {
			t.Cleanup(func() {
				for _, s := range servers {
					s.Close()
				}
			})
			return port
		}
		for _, s := range servers {
			s.Close()
		}
	}
	t.Fatal("no port is free on all addresses")
	return ""
}

// A hostile zone gets nobody to an address that the rules forbid: the very
// addresses that were judged are dialled, whatever the next question brings.
func TestHostileNames(t *testing.T) {
	many := make([]string, 200)
	for i := range many {
		many[i] = netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}).String()
	}
	// 127.0.0.1 and 127.0.0.3 stand for public addresses; nobody listens on the
	// latter.
	const public, dead, secret = "127.0.0.1", "127.0.0.3", "127.0.0.2"
	dns := newNames(t, map[string]zone{
		"good.example":      {lists: [][]string{{public}}},
		"rebinds.example":   {lists: [][]string{{public}, {secret}}},
		"metadata.example":  {lists: [][]string{{public}, {"169.254.169.254"}}},
		"turns.example":     {lists: [][]string{{secret}, {public}}},
		"mixed.example":     {lists: [][]string{{"10.0.0.1", secret, "169.254.169.254", public}}, v6: []string{"::1", "fd00:ec2::254"}},
		"fallback.example":  {lists: [][]string{{dead, secret}}},
		"private.example":   {lists: [][]string{{secret, "192.168.0.1", "0.0.0.0"}}},
		"mapped.example":    {v6: []string{"::ffff:127.0.0.2", "::ffff:169.254.169.254"}},
		"nat64.example":     {v6: []string{"64:ff9b::7f00:2", "64:ff9b:1::a9fe:a9fe"}},
		"tunnel.example":    {v6: []string{"2002:7f00:2::1", "2001:0:4136:e378::1"}},
		"local.example":     {v6: []string{"::1", "fe80::1", "fc00::1"}},
		"many.example":      {lists: [][]string{many}},
		"chain.example":     {alias: []string{"a.example", "b.example", "c.example"}, lists: [][]string{{public}}},
		"badchain.example":  {alias: []string{"good.example", "localhost"}, lists: [][]string{{secret}}},
		"loop.example":      {alias: []string{"loop.example"}},
		"nothing.example":   {},
		"servfail.example":  {code: dnsmessage.RCodeServerFailure},
		"refused.example":   {code: dnsmessage.RCodeRefused},
		"mute.example":      {mute: true},
		"garbage.example":   {raw: []byte{0x81, 0x80, 0, 1, 0xff}},
		"six.example":       {v6: []string{"::ffff:127.0.0.1"}},
		"tooclever.example": {lists: [][]string{{"255.255.255.255", "224.0.0.1", "240.0.0.1"}}},
	})
	var inside inner
	port := listen(t, map[string]http.Handler{
		public: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
		secret: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { inside.calls.Add(1) }),
	})
	rules := crm.EndpointRules{AllowPrivate: []netip.Prefix{netip.MustParsePrefix(public + "/32"), netip.MustParsePrefix(dead + "/32")}}
	c := NewClient(&egress.Guard{Rules: rules, Resolver: dns.resolver()}, 4)
	for host, want := range map[string][]string{ // the error of one call after the other
		"good.example": {"", ""}, "rebinds.example": {"", ErrorForbidden, ErrorForbidden}, "metadata.example": {"", ErrorForbidden},
		"turns.example": {ErrorForbidden, ""}, "mixed.example": {"", ""}, "fallback.example": {ErrorRefused}, "private.example": {ErrorForbidden},
		"mapped.example": {ErrorForbidden}, "nat64.example": {ErrorForbidden}, "tunnel.example": {ErrorForbidden}, "local.example": {ErrorForbidden},
		"many.example": {ErrorForbidden}, "chain.example": {""}, "badchain.example": {ErrorForbidden}, "tooclever.example": {ErrorForbidden},
		"loop.example": {ErrorDNS}, "nothing.example": {ErrorDNS}, "unknown.example": {ErrorDNS}, "six.example": {""},
		"servfail.example": {ErrorResolver}, "refused.example": {ErrorResolver},
	} {
		for i, failure := range want {
			r := c.Post(context.Background(), Call{URL: "http://" + host + ":" + port, ID: "evt_1", Timeout: 30 * time.Second})
			if r.Error != failure || r.OK() != (failure == "") || ours(r) != (failure == ErrorResolver) {
				t.Errorf("%s, call %d: %+v, want %q", host, i+1, r, failure)
			}
			c.transport.CloseIdleConnections()
		}
	}
	for _, host := range []string{"mute.example", "garbage.example"} {
		r := c.Post(context.Background(), Call{URL: "http://" + host + ":" + port, ID: "evt_1", Timeout: 500 * time.Millisecond})
		if r.Error != ErrorResolver || !ours(r) {
			t.Errorf("%s: %+v", host, r)
		}
	}
	if n := inside.calls.Load(); n != 0 {
		t.Errorf("the service inside was called %d times", n)
	}
}

// ours reports whether a call failed by what is ours, so that nothing is known
// of the receiver.
func ours(r *Result) bool {
	return crm.ClassOfAttempt(r.StatusCode, r.Error) == crm.AttemptOwnNetwork
}
