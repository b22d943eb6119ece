package stream_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testpg"
)

func TestMain(m *testing.M) { testpg.Main(m) }

// patience is how long a listener waits for what must come.
const patience = testkit.Patience

// listener is one connection to a stream, read line by line.
type listener struct {
	t      testing.TB
	status int
	header http.Header
	conn   net.Conn
	lines  *bufio.Reader
	body   *http.Response
	// last is the newest id, of an event or without one.
	last string
}

// block is what stands between two empty lines.
type block struct{ id, event, data, comment string }

// listen opens a stream; last is "" for one that begins now.
func listen(t testing.TB, url, key, last, query string) *listener {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.(*net.TCPConn).SetReadBuffer(16 << 10) // what is not read stays with the service
	l := &listener{t: t, conn: conn, last: last}
	t.Cleanup(l.cut)
	req, _ := http.NewRequest(http.MethodGet, url+"/v1/events/stream"+query, nil)
	if session, found := strings.CutPrefix(key, testkit.SessionKey); found {
		req.AddCookie(&http.Cookie{Name: "crm", Value: session})
	} else {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	if err := req.Write(conn); err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	if l.body, err = http.ReadResponse(bufio.NewReaderSize(conn, 512), req); err != nil {
		t.Fatal(err)
	}
	l.status, l.header, l.lines = l.body.StatusCode, l.body.Header, bufio.NewReader(l.body.Body)
	return l
}

func (l *listener) cut() { _ = l.conn.Close() }

// next reads a block; false is the end of the connection.
func (l *listener) next() (b block, ok bool) {
	l.t.Helper()
	_ = l.conn.SetReadDeadline(time.Now().Add(patience))
	for {
		line, err := l.lines.ReadString('\n')
		var late net.Error
		if err != nil {
			if asTimeout(err, &late) {
				l.t.Fatal("nothing came")
			}
			return b, false
		}
		line = strings.TrimSuffix(line, "\n")
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "":
			if b.id != "" {
				l.last = b.id
			}
			return b, true
		case name == "":
			b.comment = line
		case name == "id":
			b.id = value
		case name == "event":
			b.event = value
		case name == "data":
			b.data = value
		}
	}
}

func asTimeout(err error, e *net.Error) bool {
	late, ok := err.(net.Error) //nolint:errorlint // of the connection itself
	*e = late
	return ok && late.Timeout()
}

// nextEvent reads on to an event of the log; false is the end of the stream.
func (l *listener) nextEvent() (b block, ok bool) {
	l.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); { // heart-beats come for ever
		if b, ok = l.next(); !ok || b.event != "" {
			return b, false
		}
		if b.data != "" {
			return b, true
		}
	}
	l.t.Fatal("no event came")
	return b, false
}

// ended reads on to the last words of the stream and returns the reason.
func (l *listener) ended() string {
	l.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		b, ok := l.next()
		if !ok {
			return "cut"
		}
		if b.event == "stream.ended" {
			return strings.Split(b.data, `"`)[3]
		}
	}
	return "still open"
}

// logged are the ids of the events of the workspace that * selects, after one, in
// the order of the log.
func logged(k *testkit.Kit, workspaceID, after string) (ids []string) {
	for _, row := range k.Rows("SELECT id FROM events WHERE workspace_id = '%s' AND endpoint_id = '' AND kind <> 'audit.recorded' ORDER BY position", workspaceID) {
		ids = append(ids, row["id"].(string))
	}
	return ids[slices.Index(ids, after)+1:]
}

// newest is the last event of the workspace's log; "" when there is none.
func newest(k *testkit.Kit) string {
	list := logged(k, k.WorkspaceID, "")
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

type told struct {
	Writer, Number int
	Padding        string
}

// write commits an event of a size and waits until it is on disk.
func write(k *testkit.Kit, base *db.DB, workspaceID string, kind crm.EventKind, writer, n, size int, scope ...crm.EventScope) {
	var of crm.EventScope
	if len(scope) > 0 {
		of = scope[0]
	}
	key := fmt.Sprint("key", writer)
	k.Must(base.Update(context.Background(), key, func(tx *db.Tx) error {
		return event.AppendEvent(tx, kind, workspaceID, key, of, told{writer, n, strings.Repeat("x", size)})
	}))
}
