package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "service.example/crm/"

// allowed says which packages of ours each package may import. A package that
// is not listed fails the test: decide what it may know, and write it here.
var allowed = map[string][]string{
	"internal/crm":      nil, // the standard library only
	"internal/secret":   nil,
	"internal/sandbox":  nil, // it must not share a bug with the client that it tests
	"internal/csvfile":  nil,
	"internal/version":  nil,
	"internal/run":      nil, // the contract of whatever runs
	"internal/config":   {"internal/crm"},
	"internal/password": {"internal/crm"},
	"internal/mail":     nil,                                                     // letters come and go; it knows no rows
	"internal/durable":  nil,                                                     // it syncs
	"internal/sealed":   {"internal/durable"},                                    // it knows pages, and no tables
	"internal/db":       {"internal/crm", "internal/durable", "internal/sealed"}, // it knows no table of a domain
	"internal/schema":   {"internal/db"},                                         // it opens a database with its tables
	"internal/backup":   {"internal/db", "internal/durable"},                     // it copies files and knows no table
	"internal/whatsapp": {"internal/crm", "internal/whatsapp/outgoing"},
	"internal/breaker":  {"internal/whatsapp"}, // it lets rest and stores nothing
	"internal/egress":   {"internal/crm"},
	"internal/input":    {"internal/crm"},
	"internal/scan":     nil,
	"internal/totp":     nil,
	"internal/gallery":  nil, // it keeps what is written
	"internal/autonomy": nil, // it judges cases and knows no act
	"internal/office":   nil, // it counts time and knows no rows
	"internal/holiday":  nil, // it reads a file and stores nothing
	"internal/passkey":  nil, // it stores nothing: its caller brings people, passkeys and ceremonies
	"internal/spill":    {"internal/durable"},
	"internal/webpush":  nil,                  // it stores nothing: its caller brings keys, subscriptions and connections
	"internal/blob":     {"internal/durable"}, // it knows no rows: what it keeps is named and opened by its caller
	"internal/webhook":  {"internal/crm", "internal/egress"},
	"internal/issuer":   {"internal/egress"},                 // it knows no users
	"internal/ai":       {"internal/crm", "internal/egress"}, // no store, no service: the turn brings what it needs
	"internal/jobs":     {"internal/crm", "internal/db", "internal/run"},
	// It makes the rooms; what a room may know is said in room_test.go.
	"internal/service":  {"internal/crm", "internal/db", "internal/passkey", "internal/password", "internal/secret", "internal/spill", "internal/blob", "internal/egress", "internal/scan", "internal/webpush", "internal/whatsapp"},
	"internal/delivery": {"internal/crm", "internal/db", "internal/run", "internal/service", "internal/service/event", "internal/webhook"},
	"internal/listen":   {"internal/webhook", "sdk/go"}, // a client of the service like any other
	"internal/stream":   {"internal/crm", "internal/db", "internal/run", "internal/service", "internal/service/core/reach", "internal/service/event"},
	// It decides and asks nobody: of ai the forms of requests, of knowledge those of passages.
	"internal/decide":            {"internal/crm", "internal/ai", "internal/knowledge"},
	"internal/scoring":           {"internal/crm"}, // numbers only: it sees no text
	"internal/assign":            {"internal/crm"}, // it decides by its arguments: no clock, no rows
	"internal/rates":             {"internal/crm"}, // it reads a card and knows no contact
	"internal/statement":         {"internal/crm"},
	"internal/reconcile":         {}, // it compares two tables
	"internal/abtest":            {}, // numbers only
	"internal/whatsapp/billing":  {"internal/whatsapp"},
	"internal/whatsapp/outgoing": {"internal/crm"},                                       // it writes what is sent and sends nothing
	"internal/reason":            {"internal/crm", "internal/whatsapp"},                  // it explains the table of codes
	"internal/bubble":            {"internal/crm"},                                       // it draws its arguments
	"internal/templatelint":      {"internal/crm"},                                       // it judges by its arguments: no provider, no rows
	"internal/rehearse":          {"internal/assign", "internal/crm", "internal/office"}, // what happened is an argument, too
	// It may call every room, and never the database.
	"internal/api":              {"internal/crm", "internal/input", "internal/service", "internal/knowledge", "internal/statement", "internal/stream", "sdk/typescript"},
	"internal/words":            {"internal/knowledge"}, // its folding
	"internal/website":          {"internal/knowledge"}, // it judges pages and fetches none
	"internal/knowledge":        nil,                    // a search engine: no store, no service
	"internal/extract":          {"internal/knowledge", "internal/csvfile"},
	"web":                       nil,
	"sdk/typescript":            nil,
	"sdk/go":                    nil, // a module of its own
	"sdk/go/internal/generate":  nil,
	"sdk/pack":                  nil,
	"packaging/release":         nil,
	"internal/app":              anything,
	"cmd/crm":                   anything,
	"internal/testkit":          anything,
	"internal/testkit/testdb":   {"internal/crm", "internal/db", "internal/schema", "internal/service", "internal/testkit/testpg"},
	"internal/testkit/child":    nil,
	"internal/testkit/testpg":   {"internal/testkit/child"},
	"internal/testkit/tests3":   {"internal/testkit/child"},
	"internal/testkit/inmemory": {"internal/testkit/testpg"},
	"internal/testkit/testoidc": nil,
	"internal/testkit/testshop": anything,
	"internal/archtest":         nil,
	"internal/crashtest":        anything,
	"bench":                     anything,
	"bench/process":             nil,
	"bench/reads":               nil,
	"bench/wire":                nil,
}

var anything = []string{"*"}

// only says which packages may import what belongs to them alone.
var only = map[string][]string{
	"database/sql":                     {},
	"github.com/jackc/pgx":             {"internal/db", "internal/testkit", "internal/testkit/testdb", "internal/testkit/testpg", "internal/crashtest", "bench"},
	"github.com/ncruces/go-sqlite3":    {"internal/db", "internal/sealed", "internal/testkit"},
	"github.com/danielgtaylor/huma":    {"internal/api"},
	"github.com/prometheus":            {"internal/app"},
	"github.com/tink-crypto":           {"internal/secret"},
	"github.com/coreos/go-oidc":        {"internal/issuer"},
	"golang.org/x/oauth2":              {"internal/issuer"},
	"golang.org/x/crypto/argon2":       {"internal/password"},
	"github.com/minio":                 {"internal/blob"},
	"github.com/wneessen":              {"internal/mail"},
	"github.com/arran4":                {"internal/holiday"},
	"github.com/emersion":              {"internal/sandbox"},
	"github.com/gabriel-vasile":        {"internal/service/library", "internal/service/media"},
	"github.com/alecthomas/kong":       {"cmd/crm"},
	"github.com/blevesearch":           {"internal/knowledge"},
	"github.com/ledongthuc":            {"internal/extract"},
	"github.com/yuin":                  {"internal/extract"},
	"github.com/temoto":                {"internal/service/library"},
	"github.com/go-webauthn":           {"internal/passkey"},
	"github.com/descope":               {}, // a device for tests
	"github.com/standard-webhooks":     {"internal/testkit"},
	"github.com/santhosh-tekuri":       {"internal/ai", "internal/testkit"},
	"github.com/openai":                {},
	"github.com/svix":                  {},
	"testing":                          {"internal/testkit", "internal/testkit/testdb", "internal/testkit/testpg", "internal/testkit/tests3", "internal/testkit/testoidc", "internal/testkit/testshop"},
	"net/http/httptest":                {"internal/testkit"},
	module + "internal/testkit":        {"internal/testkit/testshop", "internal/crashtest", "bench"},
	module + "internal/testkit/testpg": {"internal/testkit", "internal/testkit/testdb", "internal/testkit/inmemory", "internal/crashtest", "bench"},
	module + "internal/testkit/tests3": {},
	module + "internal/crashtest":      {},
	module + "internal/archtest":       {},
}

// source is one Go file that is not a test.
type source struct {
	path, pkg string // both from the root
	text      string
}

// sources reads every Go file of the module, tests left away.
func sources(t *testing.T) (out []source) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "node_modules" || name == "testdata" || len(name) > 2 && name[0] == '.' {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		out = append(out, source{path: filepath.ToSlash(rel), pkg: filepath.ToSlash(filepath.Dir(rel)), text: string(text)})
		return err
	})
	if err != nil || len(out) < 100 {
		t.Fatal("the module's files were not found: ", len(out), err)
	}
	return out
}

func (s source) imports(t *testing.T) (out []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), s.path, s.text, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range f.Imports {
		path, _ := strconv.Unquote(i.Path.Value)
		out = append(out, path)
	}
	return out
}

// TestImports holds every file against the dependency rule.
func TestImports(t *testing.T) {
	for _, s := range sources(t) {
		may, known := allowed[s.pkg]
		if room, ok := roomOf(s.pkg); ok {
			may, known = room.allowed()
		} else if s.pkg == "internal/api" || s.pkg == "internal/service" {
			may = append(everyRoom(), may...)
		}
		if !known {
			t.Errorf("%s: the package %s is new: say in archtest what it may import", s.path, s.pkg)
			continue
		}
		for _, path := range s.imports(t) {
			if inner, ours := strings.CutPrefix(path, module); ours && !slices.Contains(may, "*") && !slices.Contains(may, inner) {
				t.Errorf("%s: %s may not import %s", s.path, s.pkg, inner)
			}
			if s.pkg == "internal/crm" && strings.Contains(path, ".") {
				t.Errorf("%s: crm imports the standard library only, not %s", s.path, path)
			}
			for prefix, who := range only {
				if belongs(path, prefix) && !slices.Contains(who, s.pkg) {
					t.Errorf("%s: %s may not import %s", s.path, s.pkg, path)
				}
			}
		}
	}
}

// belongs reports whether a path is a package or below it. The kit and the
// package below it are told apart.
func belongs(path, prefix string) bool {
	if path == prefix {
		return true
	}
	return strings.HasPrefix(path, prefix+"/") && !strings.HasPrefix(prefix, module) && prefix != "testing"
}

// Every listed package exists, so that the list says no more than is true.
func TestNoRuleIsLeftOver(t *testing.T) {
	var have []string
	for _, s := range sources(t) {
		have = append(have, s.pkg)
	}
	for pkg := range allowed {
		if !slices.Contains(have, pkg) {
			t.Errorf("the package %s is not there any more", pkg)
		}
	}
}

// The provider's address is known where it is called, imitated or configured.
func TestProviderURL(t *testing.T) {
	where := []string{"internal/config", "internal/app", "internal/whatsapp", "internal/sandbox", "cmd/crm"} // cmd: a setting
	for _, s := range sources(t) {
		if strings.Contains(s.text, "graph.facebook.com") && !slices.Contains(where, s.pkg) {
			t.Errorf("%s names the provider's address", s.path)
		}
	}
}
