package api_test

import (
	"bytes"
	"net/http"
	"strconv"
	"testing"
	"time"

	"service.example/crm/internal/testkit"
)

// The recording and the transcript of a call are fetched like every file, also
// where they are told of before the call is.
func TestCallFilesAreFetched(t *testing.T) {
	both(t, func(t *testing.T, k *testkit.Kit) {
		photo := jpeg(1000)
		source := k.Message(sendsFile(k, "image", photo, map[string]any{"mime_type": "image/jpeg"}))["image"].(map[string]any)["providerMediaId"]
		call := func(id, event string, more map[string]any) map[string]any {
			out := map[string]any{"id": id, "from": customer, "event": event, "direction": "USER_INITIATED", "timestamp": strconv.FormatInt(k.Now().Unix(), 10)}
			for name, v := range more {
				out[name] = v
			}
			return out
		}
		recording := map[string]any{"call_recording": map[string]any{"type": "audio", "audio": map[string]any{"id": source, "mime_type": "image/jpeg"}}}
		transcript := map[string]any{"call_transcript": map[string]any{"document": map[string]any{"id": source, "mime_type": "image/jpeg"}}}
		end := map[string]any{"status": "COMPLETED", "duration": 12}
		post(t, k, "calls", "calls", call("wacid.1", "connect", nil), call("wacid.1", "call_recording_available", recording), call("wacid.1", "terminate", end))
		for range 2 {
			post(t, k, "calls", "calls", call("wacid.1", "call_transcription_available", transcript))
		}
		post(t, k, "calls", "calls", call("wacid.2", "call_recording_available", recording))
		post(t, k, "calls", "calls", call("wacid.2", "terminate", end))
		for id, parts := range map[string][]string{"wacid.1": {"recording", "transcript"}, "wacid.2": {"recording"}} {
			shown := shownAs(k, id)["call"].(map[string]any)
			if shown["state"] != "completed" {
				t.Errorf("%s is %v", id, shown)
			}
			for _, part := range parts {
				file, _ := shown[part].(map[string]any)
				fileID, _ := file["mediaId"].(string)
				k.Eventually("the file is here", func() bool { return state(k, fileID) == "ready" })
				if r := get(k, fileID); r.Status != http.StatusOK || !bytes.Equal(r.Body, photo) {
					t.Errorf("the %s of %s is %d with %d bytes", part, id, r.Status, len(r.Body))
				}
			}
		}
		k.Advance(time.Minute)
		k.Quiet()
		if n := k.Count("jobs", "kind = 'fetch_media'"); n != 0 {
			t.Errorf("%d downloads are left", n)
		}
	})
}
