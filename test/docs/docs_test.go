// Package docs runs what README.md and the guides show, block by block, in a
// fresh copy of the repository, as a newcomer pastes it.
package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A block that starts with `make run` is what the others talk to, and `make
// test` beside it is what runs this test; both stand in one block.
const demoBlock = "make run"

// Documents in the order in which a newcomer reads them. Each goes on in a
// shell of its own, beside the one demo.
var documents = []string{"README.md", "docs/sending.md", "docs/receiving.md", "docs/assistants.md", "docs/sandbox.md", "docs/start.md", "docs/people.md", "docs/notifications.md", "docs/calendars.md", "docs/routing.md", "docs/service-levels.md", "docs/deals.md", "docs/segments.md", "docs/reports.md", "docs/templates.md", "docs/charges.md", "docs/broadcasts.md", "docs/budgets.md", "docs/onboarding.md"}

// TestDocuments pastes every block into a shell and holds the output against
// the comments that stand below the commands.
func TestDocuments(t *testing.T) {
	home := copyRepository(t)
	for i, name := range documents {
		list := blocks(t, filepath.Join(home, name))
		if len(list) == 0 {
			t.Fatalf("%s has no block to run", name)
		}
		if i == 0 {
			if !strings.HasPrefix(list[0].text, demoBlock) {
				t.Fatalf("%s does not begin with %q", name, demoBlock)
			}
			list = list[1:]
		}
		t.Run(name, func(t *testing.T) { runBlocks(t, home, i > 0, list) })
	}
}

// runBlocks runs the blocks of one document beside a demo that `make run`
// starts. A guide is read in a shell that has sourced the demo's variables.
func runBlocks(t *testing.T, home string, sourced bool, list []block) {
	s := openShell(t, home)
	defer s.close()
	s.paste("rm -rf data/crm.db* data/master.key data/media") // what an earlier document has served
	s.startDemo()
	if sourced {
		s.run(block{text: ". data/demo/env"})
	}
	ran := 0
	for _, b := range list {
		switch {
		case b.elsewhere != "":
			t.Logf("line %d is run elsewhere: %s", b.line, b.elsewhere)
			continue
		case b.serves:
			s.stopDemo()
			s.serve(b)
		default:
			s.run(b)
		}
		ran++
		if t.Failed() {
			return
		}
	}
	t.Logf("%d blocks ran as written", ran)
}

// block is one fenced block of shell commands.
type block struct {
	text      string
	line      int
	elsewhere string // the test that runs it, where it needs another machine
	serves    bool   // its last command runs until it is stopped
}

var (
	fence     = regexp.MustCompile("^( *)```sh$")
	elsewhere = regexp.MustCompile(`^\s*<!-- run by (.+) -->$`)
	serves    = regexp.MustCompile(`^\s*bin/crm serve\b`)
)

// blocks returns the shell blocks of a document in their order.
func blocks(t *testing.T, path string) (list []block) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	where := ""
	for i := 0; i < len(lines); i++ {
		if m := elsewhere.FindStringSubmatch(lines[i]); m != nil {
			where = m[1]
			continue
		}
		m := fence.FindStringSubmatch(lines[i])
		if m == nil {
			if strings.TrimSpace(lines[i]) != "" {
				where = ""
			}
			continue
		}
		b := block{line: i + 2, elsewhere: where}
		var body []string
		for i++; strings.TrimSpace(lines[i]) != "```"; i++ {
			line := strings.TrimPrefix(lines[i], m[1])
			b.serves = b.serves || serves.MatchString(line)
			body = append(body, line)
		}
		b.text, where = strings.Join(body, "\n"), ""
		list = append(list, b)
	}
	return list
}

// expectation turns a comment line into a pattern: … stands for anything.
func expectation(line string) *regexp.Regexp {
	text := strings.TrimSpace(strings.TrimPrefix(line, "#"))
	return regexp.MustCompile(strings.ReplaceAll(regexp.QuoteMeta(text), "…", ".*"))
}

// TestExpectationCanFail holds the runner to what it is for.
func TestExpectationCanFail(t *testing.T) {
	e := expectation(`# {"messageId":"msg_…","status":"queued"}`)
	if !e.MatchString(`{"messageId":"msg_01k","status":"queued"}`) || e.MatchString(`{"status":422}`) {
		t.Fatal("a comment is not held against the output")
	}
	if problem.MatchString(`{"messageId":"msg_01k"}`) || !problem.MatchString(`{"type":"/docs/errors#required","title":"Unprocessable Entity"}`) {
		t.Fatal("a refused request is not seen")
	}
}

// patience is how long one block may take: a build, or an install.
const patience = 4 * time.Minute
