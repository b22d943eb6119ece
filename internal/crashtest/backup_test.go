package crashtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A backup that is made while messages are sent and files are stored has everything that was
// acknowledged before it began, also when the service is killed meanwhile; one that is killed
// is no backup.
func TestABackupIsWhole(t *testing.T) {
	bin := build(t)
	w := newWorld(t, bin, filepath.Join(t.TempDir(), "crm.db"), 1)
	into := filepath.Join(t.TempDir(), "backups")
	done := w.keepBusy(w.nodes[0])
	done.await(t, 400)

	// Killed at some moment of its way, until one was cut short.
	cut := func() (n int) { list, _ := filepath.Glob(filepath.Join(into, "*.partial")); return len(list) }
	for tries := 0; cut() == 0; tries++ {
		if tries == 200 {
			t.Fatal("no backup was cut short")
		}
		p := spawn(t, bin, w.env, nil, "backup", into)
		awaitUntil(t, time.Minute, "the backup begins or ends", func() (bool, string) {
			select {
			case <-p.done:
				return true, ""
			default:
				return cut() > 0, ""
			}
		})
		p.kill()
	}

	for round := range 3 {
		before := done.list()
		p := spawn(t, bin, w.env, nil, "backup", "--keep", "2", into)
		if round == 1 {
			w.nodes[0].p.kill()
			w.start(w.nodes[0])
		}
		<-p.done
		if p.err != nil {
			t.Fatalf("round %d: %v %v", round, p.err, p.log.lines())
		}
		newest := backupsIn(t, into)
		checkBackup(t, w, newest[len(newest)-1], before)
		done.await(t, len(done.list())+50)
	}
	done.stop()
	if n := len(backupsIn(t, into)); n != 2 {
		t.Errorf("%d backups are kept, not 2", n)
	}
	if cut() == 0 {
		t.Error("what may still be written to was removed")
	}
	w.logs()
}

// backupsIn are the complete backups in a folder, the oldest first.
func backupsIn(t *testing.T, into string) (list []string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(into, "*", "backup.json"))
	if err != nil || len(all) == 0 {
		t.Fatalf("there is no backup: %v", err)
	}
	for _, path := range all {
		if folder := filepath.Dir(path); !strings.HasSuffix(folder, ".partial") {
			list = append(list, folder)
		}
	}
	return list
}

// checkBackup serves a copy of a backup, without a provider, and asks for everything.
func checkBackup(t *testing.T, w *world, folder string, want []stored) {
	t.Helper()
	restored := filepath.Join(t.TempDir(), "restored")
	if err := os.CopyFS(restored, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	env := append(append([]string(nil), w.env...), "CRM_DATABASE="+filepath.Join(restored, "crm.db"), "CRM_MEDIA="+filepath.Join(restored, "media"), "CRM_PROVIDER_URL=http://127.0.0.1:1")
	run(t, w.bin, env, "", "doctor", "counters")
	run(t, w.bin, env, "", "audit", "verify")
	url := "http://127.0.0.1:" + strconv.Itoa(freePort(t))
	p := spawn(t, w.bin, env, nil, "serve", "--listen", strings.TrimPrefix(url, "http://"), "--rate-limit", "100000", "--log-level", "error")
	defer p.kill()
	awaitReady(t, p, url, time.Now())
	files := 0
	for _, s := range want {
		status, answer, err := w.try(url, "GET", s.path, "", nil)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%s is not in %s: %d %v %.200s", s.path, folder, status, err, answer)
		}
		if s.content != "" {
			files++
			if string(answer) != s.content {
				t.Errorf("%s has %d bytes, not %d", s.path, len(answer), len(s.content))
			}
		}
	}
	if files == 0 {
		t.Error("no file was stored before")
	}
	t.Logf("%s has %d messages and %d files", filepath.Base(folder), len(want)-files, files)
}

// stored is something that the service said it has: its address, and what is there for a file.
type stored struct{ path, content string }

// busy stores messages and files until it is stopped.
type busy struct {
	mu   sync.Mutex
	have []stored
	stop func()
}

func (b *busy) list() []stored {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.have[:len(b.have):len(b.have)]
}

// await waits until so much was stored.
func (b *busy) await(t *testing.T, n int) {
	t.Helper()
	awaitUntil(t, time.Minute, "things are stored", func() (bool, string) { have := len(b.list()); return have >= n, fmt.Sprint(have) })
}

// keepBusy stores messages and files at a node, which may be killed.
func (w *world) keepBusy(n *node) *busy {
	b, ended := &busy{}, make(chan struct{})
	var running sync.WaitGroup
	b.stop = sync.OnceFunc(func() { close(ended); running.Wait() })
	w.t.Cleanup(b.stop)
	for worker := range 4 {
		running.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-ended:
					return
				default:
				}
				s, ok := w.storeOne(n, worker, i)
				if !ok { // it is being started again
					time.Sleep(10 * time.Millisecond)
					continue
				}
				b.mu.Lock()
				b.have = append(b.have, s)
				b.mu.Unlock()
			}
		})
	}
	return b
}

// storeOne sends a message, or stores a file of its own, and reports whether that was
// acknowledged.
func (w *world) storeOne(n *node, worker, i int) (s stored, ok bool) {
	if i%10 > 0 {
		status, answer, err := w.try(n.url, "POST", "/v1/messages", "", message(fmt.Sprintf("+4917%d%07d", worker, i%50), "48213"))
		var m struct{ MessageID string }
		ok = err == nil && status == http.StatusAccepted && json.Unmarshal(answer, &m) == nil
		return stored{path: "/v1/messages/" + m.MessageID}, ok
	}
	content := fmt.Sprintf("%%PDF-1.4 file %d of %d %s", i, worker, strings.Repeat("x", 5000))
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "a.pdf")
	if err != nil {
		return s, false
	}
	_, _ = io.WriteString(part, content)
	_ = form.Close()
	req, err := http.NewRequest("POST", n.url+"/v1/media", &body)
	if err != nil {
		return s, false
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Authorization", "Bearer "+w.key)
	res, err := w.http.Do(req)
	if err != nil {
		return s, false
	}
	defer res.Body.Close()
	var out struct{ ID string }
	if res.StatusCode != http.StatusCreated || json.NewDecoder(res.Body).Decode(&out) != nil {
		return s, false
	}
	return stored{"/v1/media/" + out.ID, content}, true
}
