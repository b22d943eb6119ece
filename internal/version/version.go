// Package version names the build of the service.
package version

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"
)

// Version is the release. A release build sets it:
//
//	go build -ldflags "-X service.example/crm/internal/version.Version=1.2.3" ./cmd/crm
//
// In any other build it is empty.
var Version string

// Build describes a build: the release, the commit and what it was built with.
type Build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"` // of the commit
	Modified bool   `json:"modified"`       // there were changes beside the commit
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// development is the version of a build of no release.
const development = "dev"

// Current returns the build of this program. Its version and platform are never
// empty; commit and date are, unless it was built in a Git working copy.
func Current() Build {
	b := Build{Version: cmp.Or(Version, development), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// String is the build in one line.
func (b Build) String() string {
	parts := []string{"crm " + b.Version}
	if b.Commit != "" {
		commit := "commit " + b.Commit[:min(12, len(b.Commit))]
		if b.Modified {
			commit += " with changes"
		}
		parts = append(parts, commit)
	}
	if b.Date != "" {
		parts = append(parts, b.Date)
	}
	return strings.Join(append(parts, b.Go, b.Platform), ", ")
}
