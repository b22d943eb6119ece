package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testpg"
)

func TestMain(m *testing.M) {
	testkit.HoldEvents()
	testpg.Main(m)
}

var record = flag.Bool("record", false, "write the truth files anew from what happens; read the diff")

// truthCase is one request and everything that comes of it: the answer, the
// rows that are new or changed, and the events.
type truthCase struct {
	Label string `json:"label"`
	// Before happens first and is not recorded.
	Before   []truthStep      `json:"before,omitempty"`
	Request  truthRequest     `json:"request"`
	Response truthResponse    `json:"response"`
	Rows     map[string][]any `json:"rows"`
	Events   []any            `json:"events"`
	// Acts are what was added to the audit log, by action.
	Acts []truthAct `json:"acts,omitempty"`
}

// truthStep is one thing that happens before a case; exactly one is set.
type truthStep struct {
	Request *truthRequest `json:"request,omitempty"`
	// Customer has a customer write to the workspace.
	Customer *struct {
		From string `json:"from"`
		Text string `json:"text"`
		Save string `json:"save,omitempty"`
	} `json:"customer,omitempty"`
	// Rate has a customer tap an answer to the question about an episode.
	Rate *struct {
		From string `json:"from"`
		Tap  string `json:"tap"`
	} `json:"rate,omitempty"`
	// Advance moves the clock forward.
	Advance string `json:"advance,omitempty"`
	// Letter waits for a letter to somebody, and keeps the token in its link.
	Letter *struct {
		To   string `json:"to"`
		Save string `json:"save"`
	} `json:"letter,omitempty"`
	// OptOut has a contact refuse marketing.
	OptOut string `json:"optOut,omitempty"`
	// Gap is a question that finds no evidence.
	Gap string `json:"gap,omitempty"`
	// Template changes a template's status at the provider.
	Template *struct {
		Name   string `json:"name"`
		Status string `json:"status"`
	} `json:"template,omitempty"`
	// Await moves the clock on until a message has a status, one that stays
	// without a further step; Read has a customer open the chat.
	Await *struct {
		Message string `json:"message"`
		Status  string `json:"status"`
	} `json:"await,omitempty"`
	Read string `json:"read,omitempty"`
	// Indexed waits until everything can be found by its words.
	Indexed bool `json:"indexed,omitempty"`
	// Notified waits until members were told of everything that happened.
	Notified bool `json:"notified,omitempty"`
	// Ruled waits until rules of deals acted on everything that happened.
	Ruled bool `json:"ruled,omitempty"`
	// Propose has an assistant that may do so much propose something; <proposal> names it.
	Propose *struct {
		Assistant    string            `json:"assistant"`
		Conversation string            `json:"conversation"`
		State        crm.AutonomyState `json:"state"`
		Kind         crm.ProposalKind  `json:"kind"`
		LabelID      string            `json:"labelId,omitempty"`
		TeamID       string            `json:"teamId,omitempty"`
		StageID      string            `json:"stageId,omitempty"`
	} `json:"propose,omitempty"`
	// Factor has a person do something with a second factor; see factorStep.
	Factor *struct {
		As string `json:"as"`
		Do string `json:"do"`
	} `json:"factor,omitempty"`
	// Fault makes the simulator misbehave; the next case ends it.
	Fault *sandbox.Fault `json:"fault,omitempty"`
	// Control calls the simulator's control API.
	Control *struct {
		Path string          `json:"path"`
		Body json.RawMessage `json:"body"`
	} `json:"control,omitempty"`
	// Signup has a business go through the provider's window: <code>, <waba> and <phone>
	// are what it gives.
	Signup json.RawMessage `json:"signup,omitempty"`
	// Unsubscribe ends the webhooks of the account at the provider.
	// Failed is a broadcast that is to end with somebody who failed.
	Failed      string `json:"failed,omitempty"`
	Unsubscribe bool   `json:"unsubscribe,omitempty"`
}

// truthRequest is a request. <name> in it stands for a saved value, <now+1h>
// for a time.
type truthRequest struct {
	// As is whose key is used: the workspace's own unless said otherwise.
	As      string            `json:"as,omitempty"`
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    json.RawMessage   `json:"body,omitempty"`
	// Raw is a body that is no JSON; Zeros is its length in MiB instead.
	Raw   string `json:"raw,omitempty"`
	Zeros int    `json:"zeros,omitempty"`
	// Save keeps fields of the answer under a name: {"message": "messageId"}.
	Save map[string]string `json:"save,omitempty"`
}

type truthResponse struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    any               `json:"body,omitempty"`
}

// TestTruth runs every truth file on both engines. With -record it writes
// what happens on the embedded engine into the files.
func TestTruth(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no truth files", err)
	}
	for _, engine := range engines() {
		t.Run(engine, func(t *testing.T) {
			t.Parallel() // the engines share nothing
			names := newNameServer(t)
			k := testkit.New(t, testkit.Options{Postgres: engine == "postgres", StatusDelay: time.Hour, Sandbox: manyAccounts(len(files) + 2),
				Config: func(c *config.Serve) { c.NameServer = names.conn.LocalAddr().String() }})
			// Whatever record proves this domain is there.
			names.ask("proven.example", func() string {
				rows := k.Rows("SELECT token FROM sso_domains WHERE domain = 'proven.example' ORDER BY connection_id DESC")
				if len(rows) == 0 {
					return ""
				}
				return crm.SSODomain{Token: rows[0]["token"].(string)}.Proof()
			})
			for i, file := range files {
				t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
					runTruth(t, newWorld(t, k, i), file)
				})
			}
		})
	}
}

// engines are those on which the truth is held; recording needs one.
func engines() []string {
	if *record {
		return []string{"sqlite"}
	}
	return []string{"sqlite", "postgres"}
}

// manyAccounts gives the simulator an account per truth file, so that each has
// a workspace to itself.
func manyAccounts(n int) func(*sandbox.Config) {
	return func(c *sandbox.Config) {
		for i := len(c.Accounts); i < n; i++ {
			a := sandbox.DefaultAccount()
			a.ID = fmt.Sprintf("200000000000%03d", i+1)
			a.Phones = []sandbox.Phone{{ID: fmt.Sprintf("100000000000%03d", i+1), Number: fmt.Sprintf("+1555%03d1000", i+100), Name: "Sandbox Trading"}}
			for j, t := range a.Templates {
				a.Templates[j] = sandbox.Template(strings.Replace(string(t), `"id":"9000`, fmt.Sprintf(`"id":"9%03d`, i+201), 1))
			}
			c.Accounts = append(c.Accounts, a)
		}
	}
}

func runTruth(t *testing.T, w *world, file string) {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []truthCase
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&cases); err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		c := &cases[i]
		before := asJSON(t, c)
		t.Run(c.Label, func(t *testing.T) {
			w.t = t
			w.run(c)
			if after := asJSON(t, c); !*record && !bytes.Equal(before, after) {
				t.Errorf("the truth differs (go test ./internal/api -run TestTruth -record, then read the diff):\n%s", lineDiff(before, after))
			}
		})
	}
	if *record {
		if err := os.WriteFile(file, append(asJSON(t, cases), '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// run makes the case happen and replaces what it expects by what came.
func (w *world) run(c *truthCase) {
	w.k.Must(w.k.Sandbox().SetFaults())
	for _, s := range c.Before {
		w.step(s)
	}
	w.k.Quiet()
	key := w.keyOf(c.Request.As)
	rows, events, acts := w.snapshot(), w.events(), w.acts()
	res := w.do(c.Request, key)
	w.k.Quiet()
	c.Response = w.response(res)
	c.Rows = w.changed(rows, w.snapshot())
	c.Events = w.tell(since(events, w.events()))
	c.Acts = w.tellActs(w.acts()[len(acts):])
}

func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

// lineDiff shows the lines that only one of two texts has, in order.
func lineDiff(want, have []byte) string {
	a, b := strings.Split(string(want), "\n"), strings.Split(string(have), "\n")
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	var out strings.Builder
	for _, line := range a {
		out.WriteString("- " + line + "\n")
	}
	for _, line := range b {
		out.WriteString("+ " + line + "\n")
	}
	return out.String()
}
