package sandbox

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// control makes a call of the control API.
func (b *bench) control(method, path, body string) (int, fields) {
	b.Helper()
	return b.do(method, "/_sandbox/"+path, body)
}

func TestCustomerWritesAndActs(t *testing.T) {
	b := newBench(t, nil)
	status, sent := b.control("POST", "messages", `{"from":"+16505551234","text":"hello","name":"Ana"}`)
	if status != 200 || !strings.HasPrefix(sent.str("messageId"), "wamid.") || sent.str("to") != testPhone {
		t.Fatalf("message: %d %v", status, sent)
	}
	b.send(interactive(`"type":"button","body":{"text":"Which?"},"action":{"buttons":[{"type":"reply","reply":{"id":"yes","title":"Yes!"}}]}`))
	b.send(interactive(`"type":"list","body":{"text":"Which?"},"action":{"button":"go","sections":[{"rows":[{"id":"r1","title":"Row","description":"D"}]}]}`))
	b.send(templateTo(customerOne, "order_shipped_tracking", "en_US", shippedComponents))
	b.send(templateTo(customerOne, "appointment_flow", "en_US", with(body("a"),
		`{"type":"button","sub_type":"flow","index":"0","parameters":[{"type":"action","action":{"flow_token":"tok"}}]}`)))
	for _, tap := range []string{"yes", "r1", "Talk to us", "Choose a time"} {
		if status, answer := b.control("POST", "phones/+16505551234", `{"tap":"`+tap+`"}`); status != 200 {
			t.Errorf("tap %s: %d %v", tap, status, answer)
		}
	}
	b.settled()
	var got []string
	for _, v := range b.values() {
		for _, m := range v.objects("messages") {
			in := m.sub("interactive")
			got = append(got, m.str("type")+in.str("type")+in.sub("button_reply").str("id")+in.sub("list_reply").str("description")+m.sub("button").str("payload")+in.sub("nfm_reply").str("response_json"))
		}
	}
	all := strings.Join(got, " ")
	for _, want := range []string{"text", "interactivebutton_replyyes", "interactivelist_replyD", "buttonTalk to us", `interactivenfm_reply{"flow_token":"tok"}`} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is missing in %q", want, all)
		}
	}
	status, phone := b.control("GET", "phones/+16505551234", "")
	if list := phone.objects("messages"); status != 200 || len(list) != 4 || list[0].str("text") != "Which?" || list[1].first("buttons").str("section") != "" {
		t.Errorf("phone: %d %v", status, phone)
	}
	if _, answer := b.control("POST", "phones/+16505551234", `{"read":true}`); answer.str("read") != "0" {
		t.Errorf("a tap reads, so nothing is left: %v", answer)
	}
}

func TestCustomerSendsMedia(t *testing.T) {
	b := newBench(t, nil)
	if status, answer := b.control("POST", "messages", `{"from":"+16505551234","type":"image","image":{"caption":"look"}}`); status != 200 {
		t.Fatalf("%d %v", status, answer)
	}
	b.settled()
	image := b.values()[0].first("messages").sub("image")
	if image.str("caption") != "look" || image.str("mime_type") != "image/png" || len(image.str("sha256")) != 44 {
		t.Errorf("image: %v", image)
	}
	req, _ := http.NewRequest("GET", image.str("url"), nil)
	req.Header.Set("Authorization", "Bearer "+DefaultToken)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if data, _ := io.ReadAll(res.Body); res.StatusCode != 200 || !strings.HasPrefix(string(data), "\x89PNG") {
		t.Errorf("download: %d %q", res.StatusCode, data)
	}
}

func TestBadControlInputNamesTheField(t *testing.T) {
	b := newBench(t, nil)
	cases := []struct{ method, path, body, field string }{
		{"POST", "messages", `{"text":"hi"}`, "from"},
		{"POST", "messages", `{"from":"abc","text":"hi"}`, "from"},
		{"POST", "messages", `{"from":"+15550001000","text":"hi"}`, "from"},
		{"POST", "messages", `{"from":"+16505551234"}`, "text"},
		{"POST", "messages", `{"from":"+16505551234","text":"hi","to":"+1999999999"}`, "to"},
		{"POST", "messages", `{"from":"+16505551234","text":"hi","colour":"red"}`, "colour"},
		{"POST", "messages", `{"from":"+16505551234","type":"fax","fax":{}}`, "type"},
		{"POST", "messages", `{"from":"+16505551234","type":"location"}`, "location"},
		{"POST", "messages", `{"userId":"x","text":"hi"}`, "userId"},
		{"POST", "messages", `hi`, "body"},
		{"GET", "phones/nobody", ``, "number"},
		{"POST", "phones/+16505551234", `{"read":true}`, "number"},
		{"POST", "phones/+16505551234", `{}`, "body"},
		{"POST", "phones/+16505551234", `{"jump":1}`, "jump"},
		{"POST", "phones/+16505551234", `{"block":"yes"}`, "block"},
		{"POST", "faults", `[{"status":99}]`, "[0].status"},
		{"POST", "faults", `[{"match":{"colour":"red"}}]`, "colour"},
		{"POST", "faults", `[{"drop":"sideways"}]`, "drop"},
		{"POST", "faults", `[{"statuses":"eaten"}]`, "[0].statuses"},
		{"POST", "ai", `{"fail":"odd"}`, "[0].fail"},
		{"POST", "ai", `{"fail":"rate_limit","retryAfter":"soon:1"}`, "[0].retryAfter"},
		{"POST", "ai", `{"share":2}`, "[0].share"},
		{"POST", "ai", `{"cachedTokens":-1}`, "[0].cachedTokens"},
		{"POST", "clock", `{"advance":"tomorrow"}`, "advance"},
		{"POST", "clock", `{"advance":"-1h"}`, "advance"},
		{"POST", "config", `{"callbackUrl":"here"}`, "callbackUrl"},
		{"POST", "config", `{"webhookBatch":1001}`, "webhookBatch"},
		{"POST", "config", `{"autoRead":1}`, "autoRead"},
		{"POST", "templates/hello_world", `{"status":"ODD"}`, "status"},
		{"POST", "templates/nope", `{"status":"PAUSED"}`, "name"},
		{"GET", "log?after=x", ``, "after"},
		{"GET", "log?limit=0", ``, "limit"},
	}
	for _, c := range cases {
		status, answer := b.control(c.method, c.path, c.body)
		if status != 400 || answer.sub("error").str("field") != c.field || answer.sub("error").str("message") == "" {
			t.Errorf("%s %s %s: %d %v, want field %s", c.method, c.path, c.body, status, answer, c.field)
		}
	}
	if status, _ := b.control("GET", "nothing", ""); status != 404 {
		t.Errorf("unknown call: %d", status)
	}
}

func TestFaultsOnCalls(t *testing.T) {
	hello := templateTo(customerOne, "hello_world", "en_US", "")
	cases := []struct {
		name, fault    string
		status         int
		code           string
		effects, shown int // of two sends
	}{
		{"error", `{"code":131056,"times":1}`, 400, "131056", 1, 1},
		{"status", `{"status":503,"times":1}`, 503, "2", 1, 1},
		{"both", `{"status":429,"code":130429,"subcode":2494055,"times":1}`, 429, "130429", 1, 1},
		{"dropped before", `{"drop":"before","times":1}`, 0, "", 1, 1},
		{"dropped after", `{"drop":"after","times":1}`, 0, "", 2, 2},
		{"for another", `{"match":{"to":"+4999999999"},"status":500}`, 200, "", 2, 2},
		{"for this one", `{"match":{"to":"+1 650 555 1234","kind":"send","path":"/messages"},"status":500,"times":1}`, 500, "2", 1, 1},
		{"async", `{"code":131049,"async":true,"times":1}`, 200, "", 2, 1},
		{"delayed", `{"delayMs":5,"times":1}`, 200, "", 2, 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			if status, answer := b.control("POST", "faults", c.fault); status != 200 {
				t.Fatalf("faults: %d %v", status, answer)
			}
			status, answer := b.send(hello)
			if status != c.status || answer.sub("error").str("code") != c.code {
				t.Errorf("first: %d %v", status, answer)
			}
			if status, answer := b.send(hello); status != 200 {
				t.Errorf("second: %d %v", status, answer)
			}
			b.settled()
			if st := b.Stats(); st.Accepted != int64(c.effects) || len(b.Phone(customerOne)) != c.shown {
				t.Errorf("%d accepted, %d shown", st.Accepted, len(b.Phone(customerOne)))
			}
			_, list := b.control("DELETE", "faults", "")
			if len(list.objects("faults")) != 0 {
				t.Errorf("faults were not cleared: %v", list)
			}
		})
	}
}

func TestMalformedAnswer(t *testing.T) {
	b := newBench(t, nil)
	_ = b.SetFaults(Fault{Malformed: true, Times: 1})
	req, _ := http.NewRequest("POST", b.url+"/v25.0/"+testPhone+"/messages", strings.NewReader(templateTo(customerOne, "hello_world", "en_US", "")))
	req.Header.Set("Authorization", "Bearer "+DefaultToken)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, _ := io.ReadAll(res.Body)
	if _, ok := decodeAny(raw); ok || res.StatusCode != 200 || len(b.Phone(customerOne)) != 1 {
		t.Errorf("answered %d %s", res.StatusCode, raw)
	}
}

func TestClock(t *testing.T) {
	var told time.Duration
	b := newBench(t, func(c *Config) { c.OnClockAdvance = func(d time.Duration) { told += d } })
	before := b.Now()
	status, answer := b.control("POST", "clock", `{"advance":"25h"}`)
	if status != 200 || told != 25*time.Hour || b.Now().Sub(before) < 25*time.Hour || answer.str("advanced") != "25h0m0s" {
		t.Errorf("%d %v, told %s", status, answer, told)
	}
}

func TestAdvanceBringsStatuses(t *testing.T) {
	b := newBench(t, func(c *Config) { c.StatusDelay = 10 * time.Hour })
	b.send(templateTo(customerOne, "hello_world", "en_US", ""))
	for _, want := range []string{"sent", "sent delivered"} {
		b.until("a status waits for its time", func() bool {
			b.timers.mu.Lock()
			defer b.timers.mu.Unlock()
			return len(b.timers.heap) > 0
		})
		b.Advance(13 * time.Hour)
		b.until("the statuses are "+want, func() bool { return names(b.statuses()) == want })
	}
}

func TestLogTellsEveryCall(t *testing.T) {
	b := newBench(t, func(c *Config) { c.LogLimit = 3 })
	b.send(textTo(customerOne, "one"))
	b.send(`{"broken`)
	_ = b.SetFaults(Fault{Drop: dropBefore, Times: 1})
	b.send(textTo(customerOne, "three"))
	_, answer := b.control("GET", "log", "")
	list := answer.objects("calls")
	if len(list) != 3 || answer.str("last") != "3" {
		t.Fatalf("log: %v", answer)
	}
	if list[0].sub("body").sub("text").str("body") != "one" || !strings.HasPrefix(list[0].str("effect"), "accepted wamid.") || list[0].sub("answer").first("messages") == nil {
		t.Errorf("first: %v", list[0])
	}
	if list[1].str("body") != `{"broken` || list[1].str("status") != "400" || list[1].str("effect") != "refused 100" {
		t.Errorf("second: %v", list[1])
	}
	if list[2].str("status") != "0" || list[2].str("effect") != "connection dropped before the effect" {
		t.Errorf("third: %v", list[2])
	}
	b.send(textTo(customerOne, "four"))
	_, answer = b.control("GET", "log?after=0&limit=2", "")
	if list := answer.objects("calls"); len(list) != 2 || list[0].str("n") != "2" {
		t.Errorf("a full log: %v", answer)
	}
}

func TestConfigChanges(t *testing.T) {
	b := newBench(t, func(c *Config) { c.CallbackURL = "" })
	b.write("to nobody")
	b.settled()
	callback := b.hook
	if len(callback.all()) != 0 {
		t.Fatal("posted without a callback")
	}
	status, answer := b.control("POST", "config", `{"callbackUrl":"http://127.0.0.1:1/","statusDelayMs":5,"autoRead":true,"webhookBatch":50,"throughputs":{"+15550001000":500},"handshake":true}`)
	if status != 200 || !strings.HasPrefix(answer.str("handshake"), "failed") || answer.str("webhookBatch") != "50" {
		t.Errorf("config: %d %v", status, answer)
	}
	if got := answer.first("accounts").first("phones").str("throughput"); got != "500" {
		t.Errorf("throughput: %s", got)
	}
}

func TestTemplateIsPausedByControl(t *testing.T) {
	b := newBench(t, nil)
	if status, answer := b.control("POST", "templates/order_shipped_tracking", `{"status":"PAUSED","language":"es"}`); status != 200 || answer.str("changed") != "1" {
		t.Fatalf("%d %v", status, answer)
	}
	b.settled()
	if v := b.values()[0]; v.str("event") != "PAUSED" || v.str("message_template_language") != "es" {
		t.Errorf("webhook: %v", v)
	}
	if _, answer := b.send(templateTo(customerOne, "order_shipped_tracking", "es", shippedComponents)); answer.sub("error").str("code") != "132015" {
		t.Errorf("send: %v", answer)
	}
}
