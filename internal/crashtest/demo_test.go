package crashtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A demo that is killed while it is seeded is mended by the next start, and has
// nothing twice.
func TestAKilledDemoIsMended(t *testing.T) {
	bin := build(t)
	n, kills := rounds(t, 4), 0
	for range n {
		dir := t.TempDir()
		for range 3 {
			p := spawn(t, bin, nil, nil, "demo", "--data", dir, "--listen", "127.0.0.1:0", "--delay", "0s")
			time.Sleep(30*time.Millisecond + rand.N(2500*time.Millisecond))
			p.kill()
			kills++
			if bad := p.log.lines(); len(bad) > 0 {
				t.Fatal("the demo complained: ", bad)
			}
		}
		_ = os.Remove(filepath.Join(dir, "demo.json")) // of a start that was killed
		p := spawn(t, bin, nil, nil, "demo", "--data", dir, "--listen", "127.0.0.1:0", "--delay", "0s")
		var demo struct{ URL, APIKey string }
		awaitUntil(t, time.Minute, "the demo is seeded", func() (bool, string) {
			text, err := os.ReadFile(filepath.Join(dir, "demo.json"))
			return err == nil && json.Unmarshal(text, &demo) == nil, fmt.Sprint(err, p.log.lines())
		})
		for noun, want := range map[string]int{"ai/providers": 2, "knowledge/sources": 6, "assistants": 1, "conversations": 48, "contacts": 50, "messages": 117} {
			var list struct{ Data []json.RawMessage }
			req, _ := http.NewRequest("GET", demo.URL+"/v1/"+noun+"?limit=200", nil)
			req.Header.Set("Authorization", "Bearer "+demo.APIKey)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			err = json.NewDecoder(res.Body).Decode(&list)
			_ = res.Body.Close()
			if err != nil || len(list.Data) != want {
				t.Errorf("there are %d %s, want %d (%v)", len(list.Data), noun, want, err)
			}
		}
		p.kill()
	}
	t.Logf("%d demos, %d kills", n, kills)
}
