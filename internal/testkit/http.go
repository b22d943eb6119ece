package testkit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Response is an answer, read to its end; of a stream, which has none, the
// first block.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// JSON is the body as an object; nil when it is none.
func (r Response) JSON() map[string]any {
	var out map[string]any
	_ = json.Unmarshal(r.Body, &out)
	return out
}

// Text is a string in the body, by its names, or places in lists, from the
// outside in.
func (r Response) Text(names ...string) string {
	var v any = r.JSON()
	for _, name := range names {
		if list, ok := v.([]any); ok {
			if i, err := strconv.Atoi(name); err == nil && i < len(list) {
				v = list[i]
				continue
			}
		}
		m, _ := v.(map[string]any)
		v = m[name]
	}
	s, _ := v.(string)
	return s
}

// Code is the problem's code, "" when the answer is none.
func (r Response) Code() string { return r.Text("code") }

// Request describes a request in full. Header may be nil; Body is sent as it
// is.
type Request struct {
	Method, Path, Key string
	Header            map[string]string
	Body              []byte
}

// SessionKey begins a Key that is the secret of a person's session: it is sent as
// the cookie, as a browser does that is on a page of the service.
const SessionKey = "session "

// Send makes a request of the running service.
func (k *Kit) Send(r Request) Response {
	k.t.Helper()
	req, err := http.NewRequest(r.Method, k.App.URL()+r.Path, bytes.NewReader(r.Body))
	k.Must(err)
	switch secret, session := strings.CutPrefix(r.Key, SessionKey); {
	case session:
		req.Header.Set("Cookie", "crm="+secret)
		req.Header.Set("Origin", k.App.URL())
	case r.Key != "":
		req.Header.Set("Authorization", "Bearer "+r.Key)
	}
	if len(r.Body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, value := range r.Header {
		req.Header.Set(name, value)
	}
	res, err := k.client.Do(req)
	if err != nil {
		k.t.Errorf("%s %s: %v", r.Method, r.Path, err)
		return Response{}
	}
	defer res.Body.Close()
	body, err := readBody(res)
	if err != nil {
		k.t.Errorf("%s %s: %v", r.Method, r.Path, err)
	}
	return Response{Status: res.StatusCode, Header: res.Header, Body: body}
}

func readBody(res *http.Response) ([]byte, error) {
	if res.Header.Get("Content-Type") != "text/event-stream" {
		return io.ReadAll(res.Body)
	}
	var out []byte
	for r := bufio.NewReader(res.Body); !bytes.HasSuffix(out, []byte("\n\n")); {
		line, err := r.ReadBytes('\n')
		if out = append(out, line...); err == io.EOF {
			break
		} else if err != nil {
			return out, err
		}
	}
	return out, nil
}

// Do makes a request with a key. body is nil, a []byte or string sent as it
// is, or a value sent as JSON.
func (k *Kit) Do(method, path, key string, body any) Response {
	k.t.Helper()
	return k.Send(Request{Method: method, Path: path, Key: key, Body: k.encode(body)})
}

// DoIdempotent is Do with an Idempotency-Key.
func (k *Kit) DoIdempotent(method, path, key, idempotencyKey string, body any) Response {
	k.t.Helper()
	return k.Send(Request{Method: method, Path: path, Key: key, Body: k.encode(body),
		Header: map[string]string{"Idempotency-Key": idempotencyKey}})
}

func (k *Kit) encode(body any) []byte {
	switch b := body.(type) {
	case nil:
		return nil
	case []byte:
		return b
	case string:
		return []byte(b)
	}
	out, err := json.Marshal(body)
	k.Must(err)
	return out
}

// OrderShipped is a request that sends the simulator's template order_shipped.
func OrderShipped(to string) map[string]any {
	return map[string]any{"to": to, "type": "template", "templateName": "order_shipped", "language": "en_US",
		"parameters": map[string]string{"name": "Ada", "order_number": "48213", "eta": "on Friday"}}
}

// Text is a request that sends a text.
func Text(to, body string) map[string]any {
	return map[string]any{"to": to, "type": "text", "text": map[string]any{"body": body}}
}

// SendMessage sends a message with the first workspace's key and returns its
// identifier; anything but a 202 ends the test.
func (k *Kit) SendMessage(body any) string {
	k.t.Helper()
	r := k.Do(http.MethodPost, "/v1/messages", k.Key, body)
	if r.Status != http.StatusAccepted {
		k.t.Fatalf("the message was not accepted: %d %s", r.Status, r.Body)
	}
	return r.Text("messageId")
}

// Message returns a message of the first workspace as the API shows it.
func (k *Kit) Message(id string) map[string]any {
	k.t.Helper()
	r := k.Do(http.MethodGet, "/v1/messages/"+id, k.Key, nil)
	if r.Status != http.StatusOK {
		k.t.Fatalf("the message %s is not shown: %d %s", id, r.Status, r.Body)
	}
	return r.JSON()
}

// EventuallyMessage waits until a message of the first workspace has reached
// the status and returns it.
func (k *Kit) EventuallyMessage(id, status string) map[string]any {
	k.t.Helper()
	var m map[string]any
	k.Eventually("message "+id+" is "+status, func() bool {
		m = k.Message(id)
		return m["status"] == status
	})
	return m
}

// Eventually waits until a condition holds; it ends the test when it does not
// come to hold.
func (k *Kit) Eventually(what string, holds func() bool) {
	k.t.Helper()
	deadline := time.Now().Add(Patience)
	for pause := time.Millisecond; !holds(); pause = min(2*pause, 50*time.Millisecond) {
		if time.Now().After(deadline) {
			k.t.Fatalf("timed out waiting until %s", strings.TrimSpace(what))
		}
		time.Sleep(pause)
	}
}

// Number is the number at a path of JSON objects; 0 where there is none.
func Number(v any, names ...string) float64 {
	for _, n := range names {
		m, _ := v.(map[string]any)
		v = m[n]
	}
	f, _ := v.(float64)
	return f
}
