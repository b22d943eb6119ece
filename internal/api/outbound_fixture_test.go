package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// outboundTable says how each of the provider's sample requests is asked for in
// our API, or why it cannot be.
type outboundTable struct {
	// TemplatesFrom are samples that create the templates which others send.
	TemplatesFrom []string          `json:"templatesFrom"`
	Templates     []json.RawMessage `json:"templates"`
	Requests      map[string]outboundCase
}

type outboundCase struct {
	// Replace puts values where a sample has placeholders that cannot be sent.
	Replace      map[string]string `json:"replace"`
	Path         string            `json:"path"`
	Body         json.RawMessage   `json:"body"`
	NotExpressed string            `json:"notExpressed"`
}

// sendSample finds the sample requests for sending in the corpus' index.
var sendSample = regexp.MustCompile("(?m)^\\| `([^`]+\\.request\\.json)` \\| [^|]* \\| POST /\\{(?:phone|Phone-Number-ID)\\}/messages \\(request\\) \\|")

// What we post for a request of our API is what the provider's sample shows.
// Whoever adds a sample is told here to decide about it.
func TestRequestsEqualTheSamples(t *testing.T) {
	corpus := outboundCorpus(t)
	var table outboundTable
	mustRead(t, "testdata/outbound/requests.json", &table)
	index, err := os.ReadFile(filepath.Join(corpus, "INDEX.md"))
	if err != nil {
		t.Fatal(err)
	}
	var samples []string
	for _, m := range sendSample.FindAllStringSubmatch(string(index), -1) {
		samples = append(samples, m[1])
	}
	for _, name := range samples {
		if _, decided := table.Requests[name]; !decided {
			t.Errorf("%s: say in testdata/outbound/requests.json how our API asks for it, or why it cannot", name)
		}
	}
	k := testkit.New(t, testkit.Options{Sandbox: func(c *sandbox.Config) {
		for i, raw := range table.templates(t, corpus) {
			c.Accounts[0].Templates = append(c.Accounts[0].Templates, sandbox.Template(strings.Replace(string(raw), "{", `{"id":"97`+strconv.Itoa(i)+`",`, 1)))
		}
	}})
	const customer = "+16505551234"
	answered := k.CustomerWrites(customer, "Hello")
	for _, name := range slices.Sorted(maps.Keys(table.Requests)) {
		c := table.Requests[name]
		if !slices.Contains(samples, name) {
			t.Errorf("%s is no sample of the corpus", name)
			continue
		}
		if c.NotExpressed != "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join(corpus, name))
			if err != nil {
				t.Fatal(err)
			}
			want := c.want(t, string(raw), customer, answered)
			got := plainSend(posted(t, k, c, customer, answered))
			if !reflect.DeepEqual(got, want) {
				t.Errorf("posted %s\nsample %s", asJSON(t, got), asJSON(t, want))
			}
		})
	}
}

func outboundCorpus(t *testing.T) string {
	t.Helper()
	root := os.Getenv("CRM_FIXTURES")
	if root == "" {
		root = "../../../shared/fixtures"
	}
	if _, err := os.Stat(filepath.Join(root, "outbound")); err != nil {
		t.Skipf("no payload corpus at %s; set CRM_FIXTURES to its folder", root)
	}
	return filepath.Join(root, "outbound")
}

func mustRead(t *testing.T, file string, v any) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, v)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

func (o *outboundTable) templates(t *testing.T, corpus string) []json.RawMessage {
	list := slices.Clone(o.Templates)
	for _, name := range o.TemplatesFrom {
		var raw json.RawMessage
		mustRead(t, filepath.Join(corpus, name), &raw)
		list = append(list, raw)
	}
	return list
}

// posted makes the request of our API and returns what reached the provider.
func posted(t *testing.T, k *testkit.Kit, c outboundCase, customer, answered string) map[string]any {
	t.Helper()
	_, before := k.Sandbox().Log(0, 0)
	id := k.Rows("SELECT message_id AS id FROM message_states WHERE provider_message_id = '%s'", answered)[0]["id"].(string)
	fill := strings.NewReplacer("<answered>", id)
	path, body := "/v1/messages", map[string]any{}
	if err := json.Unmarshal([]byte(fill.Replace(string(c.Body))), &body); err != nil {
		t.Fatal(err)
	}
	if c.Path != "" {
		path = fill.Replace(c.Path)
	} else {
		body["to"] = customer
	}
	if r := k.Do(http.MethodPost, path, k.Key, body); r.Status >= 300 {
		t.Fatalf("refused: %d %s", r.Status, r.Body)
	}
	var out map[string]any
	k.Eventually("the call is made", func() bool {
		calls, _ := k.Sandbox().Log(before, 10)
		for _, call := range calls {
			if strings.HasSuffix(call.Path, "/messages") && call.Method == http.MethodPost {
				if call.Status != http.StatusOK {
					t.Fatalf("the provider refused: %s for %s", call.Answer, call.Body)
				}
				return json.Unmarshal(call.Body, &out) == nil
			}
		}
		return false
	})
	k.Quiet()
	delete(out, "biz_opaque_callback_data") // ours; the samples have none
	return out
}

// want is the sample with its placeholders filled, to the recipient and about
// the message of this test.
func (c outboundCase) want(t *testing.T, raw, customer, answered string) any {
	t.Helper()
	raw = strings.NewReplacer("<http(s)://", "https://", "-url>", "-url", "http(s)://", "https://").Replace(raw)
	for from, to := range c.Replace {
		raw = strings.ReplaceAll(raw, from, to)
	}
	var out map[string]any
	if err := json.Unmarshal([]byte(raw), &out); err != nil {
		t.Fatal(err)
	}
	if out["to"] != nil {
		out["to"] = customer
		if out["type"] == nil {
			out["type"] = "text" // what the provider takes it for
		}
	}
	for _, at := range []string{"context", "reaction"} {
		if part, ok := out[at].(map[string]any); ok {
			part["message_id"] = answered
		}
	}
	if out["message_id"] != nil {
		out["message_id"] = answered
	}
	return plainSend(out)
}

// plainSend takes what means the same to the provider as the same: defaults
// that are left out, an index and coordinates as text, a sub_type in either
// case.
func plainSend(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			switch {
			case key == "recipient_type" && value == "individual", key == "preview_url" && value == false:
				delete(v, key)
				continue
			case key == "index":
				value = fmt.Sprint(value)
			case key == "sub_type":
				value = strings.ToLower(value.(string))
			case key == "latitude" || key == "longitude":
				if n, err := strconv.ParseFloat(fmt.Sprint(value), 64); err == nil {
					value = n
				}
			}
			v[key] = plainSend(value)
		}
		return v
	case []any:
		for i := range v {
			v[i] = plainSend(v[i])
		}
	}
	return v
}
