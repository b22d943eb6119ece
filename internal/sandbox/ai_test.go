package sandbox

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

const shopPrompt = `You answer for a shop. Cite the passage you use.

[hours] We are open Monday to Saturday from 9 to 18.
[delivery] Delivery takes 2 to 4 days and costs $5.
[returns] You can return anything within 30 days.`

func chat(system, question, extra string) string {
	messages, _ := json.Marshal([]map[string]string{{"role": "system", "content": system}, {"role": "user", "content": question}})
	return `{"model":"sandbox-1","messages":` + string(messages) + extra + `}`
}

func TestChatAnswersFromThePassages(t *testing.T) {
	b := newBench(t, nil)
	for question, want := range map[string]string{
		"How long does delivery take?":      "Delivery takes 2 to 4 days and costs $5. [delivery]",
		"When are you open on Saturday?":    "We are open Monday to Saturday from 9 to 18. [hours]",
		"Can I return my lamp?":             "You can return anything within 30 days. [returns]",
		"Is the moon made of green cheese?": noAnswer,
		"Hello":                             greeting,
	} {
		status, answer := b.do("POST", "/ai/one/v1/chat/completions", chat(shopPrompt, question, ""))
		got := answer.first("choices").sub("message").str("content")
		if status != 200 || got != want || answer.sub("usage").str("total_tokens") == "0" {
			t.Errorf("%s: %d %q, want %q", question, status, got, want)
		}
	}
}

func TestChatFillsASchema(t *testing.T) {
	b := newBench(t, nil)
	schema := `,"response_format":{"type":"json_schema","json_schema":{"schema":{"type":"object","properties":{
		"action":{"type":"string","enum":["reply","hand_off"]},"text":{"type":"string"},
		"citations":{"type":"array"},"confidence":{"type":"number"},"handOff":{"type":"boolean"}}}}}`
	for question, want := range map[string]string{
		"How long does delivery take?": `{"action":"reply","citations":["delivery"],"confidence":1,"handOff":false,"text":"Delivery takes 2 to 4 days and costs $5. [delivery]"}`,
		"Green cheese?":                `{"action":"hand_off","citations":[],"confidence":0,"handOff":true,"text":"` + noAnswer + `"}`,
	} {
		_, answer := b.do("POST", "/v1/chat/completions", chat(shopPrompt, question, schema))
		got := answer.first("choices").sub("message").str("content")
		var v any
		if json.Unmarshal([]byte(got), &v) != nil || !strings.Contains(got, want[:len(want)/3]) && got != want {
			t.Errorf("%s: %s, want %s", question, got, want)
		}
	}
}

func TestChatStreams(t *testing.T) {
	b := newBench(t, nil)
	res, err := http.Post(b.url+"/v1/chat/completions", "application/json", strings.NewReader(chat(shopPrompt, "delivery?", `,"stream":true`)))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, done := "", false
	for lines := bufio.NewScanner(res.Body); lines.Scan(); {
		data, _ := strings.CutPrefix(lines.Text(), "data: ")
		if f, e := parseFields([]byte(data)); e == nil {
			text += f.first("choices").sub("delta").str("content")
		}
		done = done || data == "[DONE]"
	}
	if text != "Delivery takes 2 to 4 days and costs $5. [delivery]" || !done {
		t.Errorf("streamed %q, done %v", text, done)
	}
}

func TestChatFaults(t *testing.T) {
	b := newBench(t, nil)
	b.control("POST", "ai", `[{"match":{"path":"/ai/one/"},"status":429,"times":1},{"match":{"path":"/ai/two/"},"drop":"before"}]`)
	if status, answer := b.do("POST", "/ai/one/v1/chat/completions", chat(shopPrompt, "x", "")); status != 429 || answer.sub("error").str("type") != "rate_limit_error" {
		t.Errorf("%d %v", status, answer)
	}
	if status, _ := b.do("POST", "/ai/one/v1/chat/completions", chat(shopPrompt, "x", "")); status != 200 {
		t.Errorf("after the fault: %d", status)
	}
	if status, _ := b.do("POST", "/ai/two/v1/chat/completions", chat(shopPrompt, "x", "")); status != 0 {
		t.Errorf("not dropped: %d", status)
	}
	if status, _ := b.do("POST", "/v1/chat/completions", `{"messages":[]}`); status != 400 {
		t.Errorf("no messages: %d", status)
	}
}

// A share strikes evenly, and what was told of the use is summed up by name.
func TestAIShareAndUsage(t *testing.T) {
	b := newBench(t, nil)
	b.control("POST", "ai", `[{"match":{"path":"/ai/one/"},"fail":"overloaded","share":0.25}]`)
	got := ""
	for range 8 {
		status, _ := b.do("POST", "/ai/one/v1/messages", `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"Hello"}]}`)
		got += map[int]string{200: ".", 529: "x"}[status]
	}
	if got != "...x...x" {
		t.Errorf("struck %s", got)
	}
	_, answer := b.control("GET", "ai", "")
	if u := answer.sub("usage").sub("one"); u.str("calls") != "6" || u.str("inputUncached") == "0" {
		t.Errorf("told %v", answer)
	}
	if status, _ := b.do("POST", "/ai/one/v1/messages", `{"model":"m","messages":[]}`); status != 400 {
		t.Errorf("no messages: %d", status)
	}
	if status, _ := b.do("POST", "/v1beta/models/m:countTokens", `{"contents":[{"parts":[{"text":"x"}]}]}`); status != 400 {
		t.Errorf("another method: %d", status)
	}
}

// Vectors are the same for the same text; what means the same is near, and what
// does not is not.
func TestEmbeddings(t *testing.T) {
	near := func(a, b string) float64 {
		x, y := Embed("m", a, 256), Embed("m", b, 256)
		sum := 0.0
		for i := range x {
			sum += float64(x[i]) * float64(y[i])
		}
		return sum
	}
	question := "Can you reimburse me?"
	right, wrong := near(question, "Refunds take five days."), near(question, "Parking is free for guests.")
	if near(question, question) < 0.999 || right < wrong+0.2 {
		t.Errorf("near %.2f and %.2f", right, wrong)
	}
	if across := near("reembolso", "money back? refund"); across < 0.5 {
		t.Errorf("another language is %.2f away", across)
	}
	b := newBench(t, nil)
	status, answer := b.do("POST", "/ai/one/v1/embeddings", `{"model":"m","input":["Refunds take five days.","x"],"dimensions":16}`)
	if status != 200 || len(answer.list("data")) != 2 || answer.str("model") != "m" || answer.sub("usage").str("prompt_tokens") != "7" {
		t.Fatalf("%d %v", status, answer)
	}
	if status, answer = b.do("POST", "/v1/embeddings", `{"model":"m","input":"one text"}`); status != 200 || len(answer.first("data").list("embedding")) != 256 {
		t.Errorf("%d %v", status, answer)
	}
	for _, bad := range []string{`{"model":"m"}`, `{"model":"m","input":[]}`, `{"model":"m","input":[""]}`, `{"model":"m","input":["x"],"dimensions":5000}`, `{"model":"m","input":["x"],"encoding_format":"base64"}`, `no`} {
		if status, _ := b.do("POST", "/v1/embeddings", bad); status != 400 {
			t.Errorf("%s: %d", bad, status)
		}
	}
	b.control("POST", "ai", `[{"match":{"path":"/embeddings"},"fail":"rate_limit","times":1},{"fail":"wrong_dimensions","times":1},{"fail":"too_few","times":1}]`)
	if status, _ := b.do("POST", "/v1/embeddings", `{"model":"m","input":"x"}`); status != 429 {
		t.Errorf("%d", status)
	}
	if _, answer := b.do("POST", "/v1/embeddings", `{"model":"m","input":"x"}`); len(answer.first("data").list("embedding")) != 257 {
		t.Errorf("%v", answer)
	}
	if _, answer := b.do("POST", "/v1/embeddings", `{"model":"m","input":"x"}`); len(answer.list("data")) != 0 {
		t.Errorf("%v", answer)
	}
}
