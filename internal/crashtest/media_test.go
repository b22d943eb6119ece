package crashtest

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/testkit/tests3"
)

// keeper is a service on an embedded database that keeps files; it has no
// provider.
type keeper struct {
	*process
	bin, url, key string
	env           []string
}

func newKeeper(t *testing.T, bin string, env ...string) *keeper {
	t.Helper()
	var master [32]byte
	_, _ = rand.Read(master[:])
	d := &keeper{bin: bin, url: "http://127.0.0.1:" + strconv.Itoa(freePort(t)), env: append(env,
		"CRM_DATABASE="+filepath.Join(t.TempDir(), "crm.db"), "CRM_MASTER_KEY="+base64.StdEncoding.EncodeToString(master[:]))}
	d.key = regexp.MustCompile(`sk_\w+`).FindString(run(t, bin, d.env, "", "admin", "create-workspace", "Files", "--live"))
	d.start(t)
	return d
}

// start starts the service, also after a kill.
func (d *keeper) start(t *testing.T) {
	t.Helper()
	since := time.Now()
	d.process = spawn(t, d.bin, d.env, nil, "serve", "--listen", strings.TrimPrefix(d.url, "http://"), "--log-level", "warn")
	awaitReady(t, d.process, d.url, since)
}

// upload sends a file as it comes and returns its id.
func (d *keeper) upload(content io.Reader) (id string, err error) {
	r, w := io.Pipe()
	form := multipart.NewWriter(w)
	go func() {
		part, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"; filename="a.pdf"`}, "Content-Type": {"application/pdf"}})
		if err == nil {
			_, err = io.Copy(part, content)
		}
		if err == nil {
			err = form.Close()
		}
		w.CloseWithError(err)
	}()
	defer r.Close()
	res, err := d.do(http.MethodPost, "/v1/media", form.FormDataContentType(), r)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	var out struct {
		ID string `json:"id"`
	}
	body, err := io.ReadAll(res.Body)
	if err == nil {
		err = json.Unmarshal(body, &out)
	}
	if err == nil && res.StatusCode != http.StatusCreated {
		err = fmt.Errorf("%d %s", res.StatusCode, body)
	}
	return out.ID, err
}

func (d *keeper) do(method, path, contentType string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequest(method, d.url+path, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+d.key)
	req.Header.Set("Content-Type", contentType)
	return http.DefaultClient.Do(req)
}

// download reads a file to its end and returns its size and hash.
func (d *keeper) download(id string) (size int64, hash string, err error) {
	res, err := d.do(http.MethodGet, "/v1/media/"+id, "", nil)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	sum := sha256.New()
	size, err = io.Copy(sum, res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%d", res.StatusCode)
	}
	return size, hex.EncodeToString(sum.Sum(nil)), err
}

// Whatever upload was answered is there after kill -9, whole; and none that was
// broken off is shown.
func TestUploadsSurviveKills(t *testing.T) {
	d := newKeeper(t, build(t))
	var mu sync.Mutex
	acknowledged := map[string]string{}
	for round := range 4 {
		var wait sync.WaitGroup
		enough := make(chan struct{})
		left := 2 + 3*round // acknowledgements, and then the kill: the other uploads are under way
		for range 4 {
			wait.Go(func() {
				for {
					content := make([]byte, 300_000)
					_, _ = rand.Read(content)
					copy(content, "%PDF-1.7\n")
					id, err := d.upload(bytes.NewReader(content))
					if err != nil {
						return
					}
					sum := sha256.Sum256(content)
					mu.Lock()
					acknowledged[id] = hex.EncodeToString(sum[:])
					if left--; left == 0 {
						close(enough)
					}
					mu.Unlock()
				}
			})
		}
		select {
		case <-enough:
		case <-time.After(30 * time.Second):
			t.Fatal("no uploads are acknowledged")
		}
		d.kill()
		wait.Wait()
		d.start(t)
	}
	for id, want := range acknowledged {
		if _, hash, err := d.download(id); err != nil || hash != want {
			t.Errorf("%s was acknowledged and is %s, %v", id, hash, err)
		}
	}
	shown := 0
	for cursor := ""; ; {
		res, err := d.do(http.MethodGet, "/v1/media?limit=200"+cursor, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		var page struct {
			Data       []struct{ ID, SHA256 string }
			NextCursor string
		}
		err = json.NewDecoder(res.Body).Decode(&page)
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range page.Data {
			shown++
			if _, hash, err := d.download(f.ID); err != nil || hash != f.SHA256 {
				t.Errorf("%s is shown as %s and is %s, %v", f.ID, f.SHA256, hash, err)
			}
		}
		if page.NextCursor == "" {
			break
		}
		cursor = "&cursor=" + page.NextCursor
	}
	if len(acknowledged) < 4 || shown < len(acknowledged) {
		t.Errorf("%d uploads were acknowledged, %d are shown", len(acknowledged), shown)
	}
	t.Logf("%d acknowledged, %d shown", len(acknowledged), shown)
}

const largeFile = 100 << 20

// largePDF is the largest document, made as it is read.
func largePDF() io.Reader {
	return io.MultiReader(strings.NewReader("%PDF-1.7\n"), io.LimitReader(zeros{}, largeFile-9))
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// maxGrowth is what the largest file may cost in memory.
const maxGrowth = 20 << 20

// A document of 100 MB goes in and out without being held in
// memory.
func TestMemoryOfALargeFile(t *testing.T) {
	bin := build(t)
	t.Run("directory", func(t *testing.T) { largeFileThrough(t, newKeeper(t, bin)) })
	t.Run("s3", func(t *testing.T) {
		server := tests3.New(t)
		largeFileThrough(t, newKeeper(t, bin, "CRM_MEDIA=s3://"+server.Bucket+"/demo", "CRM_MEDIA_S3_ENDPOINT="+server.Endpoint.String(),
			"CRM_MEDIA_S3_REGION="+tests3.Region, "CRM_MEDIA_S3_ACCESS_KEY="+tests3.AccessKey, "CRM_MEDIA_S3_SECRET_KEY="+tests3.SecretKey))
	})
}

func largeFileThrough(t *testing.T, d *keeper) {
	small, err := d.upload(strings.NewReader("%PDF-1.7\n" + strings.Repeat("x", 1<<20))) // everything has run once
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.download(small); err != nil {
		t.Fatal(err)
	}
	before := d.memory(t, "VmRSS")
	d.resetPeak(t)
	id, err := d.upload(largePDF())
	if err != nil {
		t.Fatal(err)
	}
	grown := d.memory(t, "VmHWM") - before
	t.Logf("upload: %.1f MB at first, %.1f MB more at most", float64(before)/(1<<20), float64(grown)/(1<<20))
	if grown > maxGrowth {
		t.Errorf("an upload of 100 MB takes %d MB", grown>>20)
	}
	d.resetPeak(t)
	size, _, err := d.download(id)
	if err != nil || size != largeFile {
		t.Fatalf("%d bytes come back, %v", size, err)
	}
	grown = d.memory(t, "VmHWM") - before
	t.Logf("download: %.1f MB more at most", float64(grown)/(1<<20))
	if grown > maxGrowth {
		t.Errorf("a download of 100 MB takes %d MB", grown>>20)
	}
}

// resetPeak lets VmHWM begin anew.
func (d *keeper) resetPeak(t *testing.T) {
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", d.cmd.Process.Pid), []byte("5"), 0); err != nil {
		t.Fatal("the peak of memory cannot be measured: ", err)
	}
}

// memory reads a field of the process's status, in bytes.
func (d *keeper) memory(t *testing.T, field string) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var kilobytes int64
		if n, _ := fmt.Sscanf(line, field+": %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	t.Fatalf("no %s in the process's status", field)
	return 0
}
