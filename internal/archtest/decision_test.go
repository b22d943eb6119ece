package archtest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	decisionTitle = regexp.MustCompile(`^# (\d+)\. .+$`)
	decisionState = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}\. (?:Draft|Accepted|Superseded by \d{4})\.`)
	supersedes    = regexp.MustCompile(`[Ss]upersedes (\d{4})`)
)

// Decisions are numbered without gaps, dated, and listed in order. One that is
// superseded says by what.
func TestDecisionsAreInOrder(t *testing.T) {
	folder := filepath.Join("..", "..", "docs", "adr")
	index, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(folder, "[0-9]*.md"))
	if err != nil || len(paths) < 20 {
		t.Fatal("the decisions were not found: ", len(paths), err)
	}
	states := map[string]string{}
	successors := map[string]string{}
	listed := -1
	for i, path := range paths {
		name, number := filepath.Base(path), fmt.Sprintf("%04d", i+1)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitN(string(text), "\n", 4)
		if !strings.HasPrefix(name, number+"-") || len(lines) < 4 || !decisionTitle.MatchString(lines[0]) || !strings.HasPrefix(lines[0], fmt.Sprintf("# %d.", i+1)) {
			t.Errorf("%s is not number %s, in its name and its title", name, number)
			continue
		}
		if !decisionState.MatchString(lines[2]) {
			t.Errorf("%s: the third line is no date and state: %q", name, lines[2])
		}
		states[number] = lines[2]
		for _, old := range supersedes.FindAllStringSubmatch(lines[2], -1) {
			successors[old[1]] = number
		}
		at := strings.Index(string(index), "("+name+") | "+lines[2][:10])
		if at <= listed {
			t.Errorf("%s is not in README.md in its place, with its date", name)
		}
		listed = at
	}
	for old, by := range successors {
		if !strings.Contains(states[old], "uperseded by "+by) {
			t.Errorf("%s does not say that %s supersedes it: %q", old, by, states[old])
		}
	}
}
