package crashtest

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// The disk of an embedded database is full and has room again, three times and
// under load: what was acknowledged is there, nothing is doubled, and writing
// goes on by itself.
func TestAFullDiskIsSurvivedWithoutARestart(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=256m"); err != nil {
		if os.Getenv("CI") != "" || os.Geteuid() == 0 {
			t.Fatal(err)
		}
		t.Skipf("a file system of its own cannot be mounted: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	w := newWorld(t, build(t), filepath.Join(dir, "crm.db"), 1)
	l, c := w.startLoad(6), w.startCrowd(4)
	for range 3 {
		from := l.count()
		awaitUntil(t, time.Minute, "messages are accepted", func() (bool, string) { return l.count() > from+150, "" })
		free := fill(t, filepath.Join(dir, "filler"))
		awaitUntil(t, time.Minute, "the full disk is seen", func() (bool, string) { n := w.readiness(); return n == http.StatusServiceUnavailable, fmt.Sprint(n) })
		free()
		awaitUntil(t, time.Minute, "the service is ready again", func() (bool, string) { n := w.readiness(); return n == http.StatusOK, fmt.Sprint(n) })
	}
	c.end()
	l.end()
	r := w.verify(w.nodes[0].url, l, 3*time.Minute)
	c.verify(w.nodes[0].url, 2*time.Minute)
	t.Logf("%s", r)
	if n := len(w.nodes[0].p.log.lines()); n > 30 {
		t.Errorf("%d lines of trouble were logged about three full disks", n)
		w.logs()
	}
}

// fill takes what room a file system has, over and over, until it is freed.
func fill(t *testing.T, path string) (free func()) {
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		block := make([]byte, 16<<10)
		for {
			select {
			case <-stop:
				return
			default:
			}
			if _, err := f.Write(block); err != nil {
				time.Sleep(time.Millisecond)
			}
		}
	}()
	return func() {
		close(stop)
		<-ended
		_ = f.Close()
		_ = os.Remove(path)
	}
}

func (w *world) readiness() int {
	res, err := http.Get(w.nodes[0].url + "/readyz")
	if err != nil {
		return 0
	}
	_ = res.Body.Close()
	return res.StatusCode
}
