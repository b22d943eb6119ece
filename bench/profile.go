package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// saveProfile fetches profiles of serve under load, if asked for.
func (e *environment) saveProfile(o options, name string, d time.Duration) <-chan struct{} {
	done := make(chan struct{})
	if e.pprof == "" {
		close(done)
		return done
	}
	seconds := max(1, int(min(d, 30*time.Second).Seconds())-1)
	go func() {
		defer close(done)
		for _, p := range [][2]string{{"cpu", fmt.Sprintf("profile?seconds=%d", seconds)}, {"allocs", "allocs"}, {"heap", "heap"}, {"goroutines", "goroutine"}} {
			path, kind := filepath.Join(o.out, name+"-"+p[0]+".pprof"), p[1]
			if err := fetch("http://"+e.pprof+"/debug/pprof/"+kind, path); err != nil {
				progress("  no profile: %v", err)
				return
			}
			progress("  profile: %s", path)
		}
	}()
	return done
}

func fetch(url, path string) error {
	raw, err := get(url, time.Minute)
	if err != nil {
		return err
	}
	return os.WriteFile(path, raw, 0o600)
}

func get(url string, timeout time.Duration) ([]byte, error) {
	client := http.Client{Timeout: timeout}
	res, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(res.Body, 64<<20))
	if err == nil && res.StatusCode != http.StatusOK {
		err = errors.New(res.Status)
	}
	return raw, err
}
