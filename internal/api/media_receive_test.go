package api_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// sendsFile has a customer send a file and returns our id of the message.
func sendsFile(k *testkit.Kit, kind string, data []byte, more map[string]any) string {
	content := map[string]any{"data": base64.StdEncoding.EncodeToString(data)}
	for name, v := range more {
		content[name] = v
	}
	sent, err := k.Sandbox().CustomerSends(sandbox.CustomerMessage{From: ada, To: k.Number, Type: kind, Content: content})
	k.Must(err)
	id := ""
	k.Eventually("the message is stored", func() bool {
		for _, row := range k.Rows("SELECT message_id AS id FROM message_states WHERE provider_message_id = '%s'", sent.MessageID) {
			id = row["id"].(string)
		}
		return id != ""
	})
	return id
}

// fileOf is the file of a message, and why it is not there.
func fileOf(k *testkit.Kit, messageID, kind string) (id, fault string) {
	m, _ := k.Message(messageID)[kind].(map[string]any)
	id, _ = m["mediaId"].(string)
	fault, _ = m["fault"].(string)
	return id, fault
}

func get(k *testkit.Kit, fileID string) testkit.Response {
	return k.Do(http.MethodGet, "/v1/media/"+fileID, k.Key, nil)
}

func state(k *testkit.Kit, fileID string) string {
	return k.Do(http.MethodGet, "/v1/media/"+fileID+"/info", k.Key, nil).Text("state")
}

func downloads(k *testkit.Kit) (n int) {
	list, _ := k.Sandbox().Log(0, 10_000)
	for _, c := range list {
		if strings.HasPrefix(c.Path, "/_media/") && c.Status == http.StatusOK {
			n++
		}
	}
	return n
}

// What a customer sends has an id at once and its content a moment later, kept
// once however often it comes.
func TestReceiveFile(t *testing.T) {
	both(t, func(t *testing.T, k *testkit.Kit) {
		photo := jpeg(200_000)
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "media"}, DelayMs: 300, Times: 1}))
		first := sendsFile(k, "image", photo, map[string]any{"mime_type": "image/jpeg", "caption": "Look"})
		id, _ := fileOf(k, first, "image")
		if r := get(k, id); r.Status != http.StatusOK || !bytes.Equal(r.Body, photo) || r.Header.Get("Content-Type") != "image/jpeg" {
			t.Fatalf("the picture is %d with %d bytes", r.Status, len(r.Body))
		}
		events := k.Rows("SELECT body FROM events WHERE kind = 'messages.upsert' AND workspace_id = '%s'", k.WorkspaceID)
		if body, _ := events[0]["body"].([]byte); !strings.Contains(string(body), id) {
			t.Errorf("the event does not name the file: %s", body)
		}
		second := sendsFile(k, "image", photo, map[string]any{"mime_type": "image/jpeg"})
		if again, _ := fileOf(k, second, "image"); again != id || downloads(k) != 1 {
			t.Errorf("the same picture is %s, was %s, after %d downloads", again, id, downloads(k))
		}
		if uses := k.Rows("SELECT uses FROM media")[0]["uses"].(int64); uses != 2 {
			t.Errorf("it counts %d messages", uses)
		}
		own := upload(k, k.Key, "bill.pdf", "", pdf(500)).Text("id")
		third := sendsFile(k, "document", pdf(500), map[string]any{"filename": "Rechnung.pdf", "mime_type": "application/pdf"})
		if same, _ := fileOf(k, third, "document"); same != own || downloads(k) != 1 {
			t.Errorf("a document that is here already is %s, not %s", same, own)
		}
		if r := k.Do(http.MethodPost, "/v1/messages", k.Key, map[string]any{"to": ada, "type": "image", "image": map[string]any{"mediaId": id}}); r.Status != http.StatusAccepted {
			t.Errorf("it cannot be sent back: %d %s", r.Status, r.Body)
		}
	})
}

// Downloads that fail are made again: by the URL while it works, then by id,
// with growing pauses, and a file that arrives changed is not taken.
func TestReceiveFileRetries(t *testing.T) {
	both(t, func(t *testing.T, k *testkit.Kit) {
		media := sandbox.Match{Kind: "media"}
		photo := jpeg(100_000)
		for what, faults := range map[string][]sandbox.Fault{
			"the URL is refused":       {{Match: media, Status: 404, Code: 100, Times: 1}},
			"the connection is lost":   {{Match: media, Drop: "after", Times: 3}},
			"half of it arrives":       {{Match: media, Malformed: true, Times: 3}},
			"it fails again and again": {{Match: media, Drop: "before", Times: 9}},
		} {
			k.Must(k.Sandbox().SetFaults(faults...))
			photo[len(photo)-1]++
			id, _ := fileOf(k, sendsFile(k, "image", photo, nil), "image")
			k.Eventually("the file arrives although "+what, func() bool {
				if state(k, id) == "ready" {
					return true
				}
				if k.Count("jobs", "kind = 'fetch_media' AND owner = '' AND attempt > 0") > 0 {
					k.Advance(2 * time.Minute)
				}
				return false
			})
			if r := get(k, id); !bytes.Equal(r.Body, photo) {
				t.Errorf("%s: %d bytes are not the picture", what, len(r.Body))
			}
		}
	})
}

// What cannot be had any more is told, and its message stays.
func TestReceiveFileInVain(t *testing.T) {
	both(t, func(t *testing.T, k *testkit.Kit) {
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "media"}, Drop: "before"}))
		message := sendsFile(k, "image", jpeg(1000), map[string]any{"caption": "Look"})
		id, _ := fileOf(k, message, "image")
		if r := get(k, id); r.Status != http.StatusConflict || r.Code() != "media_not_ready" || r.Header.Get("Retry-After") == "" {
			t.Errorf("while it is fetched it is %d %s", r.Status, r.Body)
		}
		k.Advance(8 * 24 * time.Hour)
		k.Eventually("it is given up", func() bool { return state(k, id) == "failed" })
		if r := get(k, id); r.Status != http.StatusNotFound || r.Code() != "media_unavailable" {
			t.Errorf("a file that could not be had is %d %s", r.Status, r.Body)
		}
		k.Eventually("the message tells", func() bool { _, fault := fileOf(k, message, "image"); return fault != "" })
		k.Must(k.Sandbox().SetFaults())
		second := sendsFile(k, "image", jpeg(1000), nil)
		if again, _ := fileOf(k, second, "image"); again != id {
			t.Errorf("the same bytes are %s, not %s", again, id)
		}
		k.Eventually("the second message brings it", func() bool { return state(k, id) == "ready" })
		if m := k.Message(message); m["image"].(map[string]any)["caption"] != "Look" {
			t.Errorf("the first message is %v", m)
		}
	})
}

// With a virus scanner nothing infected is kept or given out, and nothing is
// taken while the scanner cannot tell.
func TestScanner(t *testing.T) {
	script := filepath.Join(t.TempDir(), "scanner")
	broken := filepath.Join(t.TempDir(), "broken")
	if err := os.WriteFile(script, []byte(fmt.Sprintf("#!/bin/sh\n[ -e %s ] && exit 2\ngrep -q EVIL && { echo 'Eicar FOUND'; exit 1; }\nexit 0\n", broken)), 0o700); err != nil {
		t.Fatal(err)
	}
	dir, o := mediaFolder(t, testkit.Options{Config: func(c *config.Serve) { c.MediaScanner = script }})
	k := testkit.New(t, o)
	evil := append(pdf(1000), "EVIL"...)
	if r := upload(k, k.Key, "a.pdf", "", evil); r.Status != http.StatusUnprocessableEntity || r.Code() != "media_infected" || !strings.Contains(r.Text("detail"), "Eicar FOUND") {
		t.Errorf("an infected upload: %d %s", r.Status, r.Body)
	}
	if r := upload(k, k.Key, "a.pdf", "", pdf(1000)); r.Status != http.StatusCreated {
		t.Errorf("a clean upload: %d %s", r.Status, r.Body)
	}
	message := sendsFile(k, "document", evil, nil)
	id, _ := fileOf(k, message, "document")
	k.Eventually("it is found", func() bool { return state(k, id) == "infected" })
	k.Eventually("the message tells", func() bool { _, fault := fileOf(k, message, "document"); return strings.Contains(fault, "Eicar") })
	if r := get(k, id); r.Status != http.StatusForbidden || r.Code() != "media_infected" {
		t.Errorf("an infected file: %d %s", r.Status, r.Body)
	}
	if _, fault := fileOf(k, sendsFile(k, "document", evil, nil), "document"); fault == "" {
		t.Error("the same file is not known to be infected")
	}
	if r := upload(k, k.Key, "a.pdf", "", evil); r.Code() != "media_infected" {
		t.Errorf("an upload of it: %d %s", r.Status, r.Body)
	}
	if n := len(blobs(t, dir)); n != 1 {
		t.Errorf("%d objects are kept", n)
	}

	k.Must(os.WriteFile(broken, nil, 0o600))
	if r := upload(k, k.Key, "b.pdf", "", pdf(1001)); r.Status != http.StatusServiceUnavailable {
		t.Errorf("without an answer of the scanner: %d %s", r.Status, r.Body)
	}
	waiting, _ := fileOf(k, sendsFile(k, "document", pdf(1002), nil), "document")
	k.Eventually("it waits for the scanner", func() bool { return k.Count("jobs", "kind = 'fetch_media' AND owner = '' AND attempt > 0") == 1 })
	k.Must(os.Remove(broken))
	k.Advance(time.Minute)
	k.Eventually("it is taken", func() bool { return state(k, waiting) == "ready" })
}
