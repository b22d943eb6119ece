package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// calls counts the calls to the provider whose path ends so.
func calls(k *testkit.Kit, method, end string) (n int) {
	list, _ := k.Sandbox().Log(0, 10_000)
	for _, c := range list {
		if c.Method == method && strings.HasSuffix(c.Path, end) {
			n++
		}
	}
	return n
}

func uploads(k *testkit.Kit) int { return calls(k, http.MethodPost, "/media") }

const ada = "+14155550123"

func picture(id string) map[string]any {
	return map[string]any{"to": ada, "type": "image", "image": map[string]any{"mediaId": id, "caption": "A cat"}}
}

// both runs a test on both engines, with statuses that come at once.
func both(t *testing.T, test func(t *testing.T, k *testkit.Kit)) {
	for _, engine := range engines() {
		t.Run(engine, func(t *testing.T) { test(t, testkit.New(t, testkit.Options{Postgres: engine == "postgres"})) })
	}
}

// A file goes to the provider once per number, however many messages have it,
// and again when the provider's copy is about to end.
func TestSendFile(t *testing.T) {
	both(t, func(t *testing.T, k *testkit.Kit) {
		k.CustomerWrites(ada, "Hello")
		id := upload(k, k.Key, "cat.jpg", "image/jpeg", jpeg(10_000)).Text("id")
		var wait sync.WaitGroup
		for range 10 {
			wait.Go(func() { k.SendMessage(picture(id)) })
		}
		wait.Wait()
		k.Eventually("ten pictures arrive", func() bool { return k.Count("message_states", "status = 'delivered'") == 10 })
		if n := uploads(k); n != 1 {
			t.Errorf("the file was uploaded %d times", n)
		}
		if uses := k.Rows("SELECT uses FROM media")[0]["uses"].(int64); uses != 10 {
			t.Errorf("it counts %d messages", uses)
		}
		k.Advance(28 * 24 * time.Hour)
		k.CustomerWrites(ada, "Again")
		k.EventuallyMessage(k.SendMessage(picture(id)), "delivered")
		if n := uploads(k); n != 1 {
			t.Errorf("before its end it was uploaded %d times", n)
		}
		k.Advance(30 * time.Hour) // within the margin
		k.CustomerWrites(ada, "And again")
		k.EventuallyMessage(k.SendMessage(picture(id)), "delivered")
		if n := uploads(k); n != 2 {
			t.Errorf("near its end it was uploaded %d times", n)
		}
		for _, a := range k.Rows("SELECT s.attempts FROM message_states s JOIN messages m ON m.id = s.message_id WHERE m.direction = 'outbound'") {
			if strings.Contains(a["attempts"].(string), "unknown") {
				t.Errorf("an outcome is unknown: %v", a)
			}
		}
	})
}

// What the provider lost is uploaded anew: by itself when it says so at once,
// for the next message when it says so later.
func TestSendLostFile(t *testing.T) {
	both(t, func(t *testing.T, k *testkit.Kit) {
		k.CustomerWrites(ada, "Hello")
		id := upload(k, k.Key, "cat.jpg", "image/jpeg", jpeg(1000)).Text("id")
		k.EventuallyMessage(k.SendMessage(picture(id)), "delivered")

		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "image"}, Status: 400, Code: 131053, Times: 1}))
		m := k.EventuallyMessage(k.SendMessage(picture(id)), "delivered")
		if n := len(m["attempts"].([]any)); n != 2 || uploads(k) != 2 {
			t.Errorf("after a refusal there were %d attempts and %d uploads", n, uploads(k))
		}

		forgetAtProvider(k)
		m = k.EventuallyMessage(k.SendMessage(picture(id)), "failed")
		if uploads(k) != 2 {
			t.Errorf("a copy that is believed good was uploaded anew: %v", m)
		}
		k.EventuallyMessage(k.SendMessage(picture(id)), "delivered")
		if uploads(k) != 3 {
			t.Errorf("a lost copy was uploaded %d times", uploads(k))
		}
	})
}

// forgetAtProvider removes every copy of a file from the simulator.
func forgetAtProvider(k *testkit.Kit) {
	for _, row := range k.Rows("SELECT provider_media_id FROM media_uploads") {
		req, err := http.NewRequest(http.MethodDelete, k.App.Sandbox.URL+"/v25.0/"+row["provider_media_id"].(string), nil)
		k.Must(err)
		req.Header.Set("Authorization", "Bearer "+k.App.Sandbox.Token)
		res, err := http.DefaultClient.Do(req)
		k.Must(err)
		res.Body.Close()
	}
}

// An upload that fails for a while delays the message and leaves no doubt
// whether it was sent; one that is refused fails it.
func TestSendFileWhenUploadsFail(t *testing.T) {
	both(t, func(t *testing.T, k *testkit.Kit) {
		k.CustomerWrites(ada, "Hello")
		id := upload(k, k.Key, "cat.jpg", "image/jpeg", jpeg(1000)).Text("id")
		k.Must(k.Sandbox().SetFaults(
			sandbox.Fault{Match: sandbox.Match{Kind: "media"}, Drop: "before", Times: 1},
			sandbox.Fault{Match: sandbox.Match{Kind: "media"}, Drop: "after", Times: 1}))
		m := k.EventuallyMessage(k.SendMessage(picture(id)), "delivered")
		for _, a := range m["attempts"].([]any) {
			if a.(map[string]any)["outcome"] == "unknown" {
				t.Errorf("an outcome is unknown: %v", m["attempts"])
			}
		}
		if n := calls(k, http.MethodPost, "/messages"); n != 1 {
			t.Errorf("the message was sent %d times", n)
		}

		second := upload(k, k.Key, "dog.jpg", "image/jpeg", jpeg(1001)).Text("id")
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "media"}, Status: 400, Code: 100, Times: 1}))
		m = k.EventuallyMessage(k.SendMessage(picture(second)), "failed")
		if m["error"].(map[string]any)["providerError"].(map[string]any)["code"] != 100.0 {
			t.Errorf("a refused upload fails the message with %v", m["error"])
		}
	})
}

// A document is named after its file, and goes by templates too.
func TestSendDocument(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	k.CustomerWrites(ada, "Hello")
	id := upload(k, k.Key, "receipt.pdf", "application/pdf", pdf(5000)).Text("id")
	k.EventuallyMessage(k.SendMessage(map[string]any{"to": ada, "type": "document", "document": map[string]any{"mediaId": id}}), "delivered")
	k.EventuallyMessage(k.SendMessage(map[string]any{"to": ada, "type": "template", "templateName": "receipt_document",
		"headerMedia": map[string]any{"mediaId": id, "filename": "r.pdf"}, "parameters": map[string]string{"1": "Ada"}}), "delivered")
	if n := uploads(k); n != 1 {
		t.Errorf("it was uploaded %d times", n)
	}
	list, _ := k.Sandbox().Log(0, 1000)
	named := 0
	for _, c := range list {
		if strings.Contains(string(c.Body), `"filename":"receipt.pdf"`) {
			named++
		}
	}
	if named != 1 {
		t.Errorf("%d messages have the name of the file", named)
	}
}

// What cannot be sent is told before the message is accepted.
func TestSendFileRules(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	k.CustomerWrites(ada, "Hello")
	cat := upload(k, k.Key, "cat.jpg", "image/jpeg", jpeg(1000)).Text("id")
	mp3 := upload(k, k.Key, "a.mp3", "audio/mpeg", append([]byte("\xff\xfb\x90\x64"), make([]byte, 1000)...)).Text("id")
	foreign := upload(k, k.Other.Key, "cat.jpg", "image/jpeg", jpeg(1000)).Text("id")
	send := func(kind string, media map[string]any) testkit.Response {
		return k.Do(http.MethodPost, "/v1/messages", k.Key, map[string]any{"to": ada, "type": kind, kind: media})
	}
	for _, c := range []struct {
		what, kind string
		media      map[string]any
		code       crm.Code
	}{
		{"a picture as a film", "video", map[string]any{"mediaId": cat}, crm.CodeMediaType},
		{"a picture as a sticker", "sticker", map[string]any{"mediaId": cat}, crm.CodeMediaType},
		{"music as a voice message", "audio", map[string]any{"mediaId": mp3, "voice": true}, crm.CodeMediaType},
		{"a foreign file", "image", map[string]any{"mediaId": foreign}, crm.CodeNotFound},
		{"no file", "image", map[string]any{"mediaId": "med_1"}, crm.CodeNotFound},
	} {
		r := send(c.kind, c.media)
		if r.Status != http.StatusUnprocessableEntity || r.Code() != string(c.code) || !strings.Contains(string(r.Body), `"pointer":"/`+c.kind+`/mediaId"`) {
			t.Errorf("%s: %d %s", c.what, r.Status, r.Body)
		}
	}
	r := k.Do(http.MethodPost, "/v1/messages", k.Key, map[string]any{"to": ada, "type": "template", "templateName": "receipt_document",
		"headerMedia": map[string]any{"mediaId": foreign}, "parameters": map[string]string{"1": "Ada"}})
	if r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"pointer":"/headerMedia/mediaId"`) {
		t.Errorf("a foreign file in a template: %d %s", r.Status, r.Body)
	}
	if r := send("document", map[string]any{"mediaId": cat}); r.Status != http.StatusAccepted {
		t.Errorf("a picture as a document: %d %s", r.Status, r.Body)
	}
	if n := k.Count("messages", "direction = 'outbound'"); n != 1 {
		t.Errorf("%d messages were stored", n)
	}
}

// A file that is deleted while its message waits fails the message.
func TestDeleteFileOfAWaitingMessage(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	k.CustomerWrites(ada, "Hello")
	id := upload(k, k.Key, "cat.jpg", "image/jpeg", jpeg(1000)).Text("id")
	sent := k.EventuallyMessage(k.SendMessage(picture(id)), "delivered")
	later := picture(id)
	later["scheduledAt"] = k.Now().Add(time.Hour)
	waiting := k.SendMessage(later)
	if r := k.Do(http.MethodDelete, "/v1/media/"+id, k.Key, nil); r.Status != http.StatusNoContent {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	k.Eventually("the provider's copy is gone", func() bool {
		list, _ := k.Sandbox().Log(0, 1000)
		for _, c := range list {
			if c.Method == http.MethodDelete && c.Status == http.StatusOK {
				return true
			}
		}
		return false
	})
	k.Advance(2 * time.Hour)
	m := k.EventuallyMessage(waiting, "failed")
	if m["error"].(map[string]any)["code"] != "not_found" || k.Message(sent["id"].(string))["status"] != "delivered" {
		t.Errorf("the message failed with %v", m["error"])
	}
}
