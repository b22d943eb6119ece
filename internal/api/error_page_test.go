package api_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"service.example/crm/internal/api"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/reason"
)

// codesInCode returns the values of all constants of crm.Code by name.
func codesInCode(t *testing.T) map[string]crm.Code {
	t.Helper()
	codes := map[string]crm.Code{}
	files, err := filepath.Glob("../crm/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no files of crm", err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			if typ, ok := spec.Type.(*ast.Ident); !ok || typ.Name != "Code" {
				return true
			}
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
				value, _ := strconv.Unquote(lit.Value)
				codes[spec.Names[0].Name] = crm.Code(value)
			}
			return true
		})
	}
	return codes
}

// Every code is explained once, and nothing else is.
func TestErrorGuideIsComplete(t *testing.T) {
	explained := map[crm.Code]crm.ErrorEntry{}
	for _, chapter := range crm.ErrorGuide {
		for _, e := range chapter.Entries {
			if _, twice := explained[e.Code]; twice {
				t.Errorf("%s is explained twice", e.Code)
			}
			explained[e.Code] = e
			for _, text := range []string{e.Happened, e.Why, e.Do} {
				if !strings.HasSuffix(text, ".") {
					t.Errorf("%s: %q is no sentence", e.Code, text)
				}
			}
		}
	}
	codes := codesInCode(t)
	if len(codes) < 70 {
		t.Fatalf("only %d codes were found in the source", len(codes))
	}
	for name, code := range codes {
		if _, ok := explained[code]; !ok {
			t.Errorf("%s (%s) is not in crm.ErrorGuide: say what happened, why, and what to do", name, code)
		}
		delete(explained, code)
	}
	for code := range explained {
		t.Errorf("crm.ErrorGuide explains %q, which is no code", code)
	}
}

// Each pair of kind and code in the source has its status in the guide.
func TestErrorGuideNamesEveryStatus(t *testing.T) {
	kinds := map[string]crm.Kind{"KindInternal": crm.KindInternal, "KindInvalid": crm.KindInvalid, "KindUnauthorized": crm.KindUnauthorized,
		"KindForbidden": crm.KindForbidden, "KindNotFound": crm.KindNotFound, "KindConflict": crm.KindConflict, "KindTooLarge": crm.KindTooLarge,
		"KindRateLimited": crm.KindRateLimited, "KindProvider": crm.KindProvider, "KindUnavailable": crm.KindUnavailable, "KindSlow": crm.KindSlow,
		"KindMalformed": crm.KindMalformed, "KindUnsupported": crm.KindUnsupported, "KindRange": crm.KindRange, "KindGone": crm.KindGone, "KindPrecondition": crm.KindPrecondition}
	codes := codesInCode(t)
	statuses := map[crm.Code][]int{}
	for _, chapter := range crm.ErrorGuide {
		for _, e := range chapter.Entries {
			statuses[e.Code] = e.Statuses
		}
	}
	pair := regexp.MustCompile(`(Kind[A-Z]\w*), (?:crm\.)?(Code[A-Z]\w*)`)
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range pair.FindAllSubmatch(source, -1) {
			kind, ok := kinds[string(m[1])]
			if !ok {
				t.Errorf("%s: %s is no kind that this test knows", path, m[1])
			}
			found++
			if code := codes[string(m[2])]; !slices.Contains(statuses[code], api.StatusOf[kind]) {
				t.Errorf("%s answers %s with %d, which crm.ErrorGuide does not name", path, code, api.StatusOf[kind])
			}
		}
		return err
	})
	if err != nil || found < 80 {
		t.Fatalf("%d pairs found, %v", found, err)
	}
}

func TestErrorDocument(t *testing.T) {
	holdDocument(t, "../../docs/errors.md", "codes", api.WriteErrorGuide())
	holdDocument(t, "../../docs/failures.md", "reasons", api.WriteFailureReasons(reason.All()))
}

// A problem's type leads to a section of the page.
func TestErrorPageHasEveryAnchor(t *testing.T) {
	w := httptest.NewRecorder()
	api.ErrorPage().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/docs/errors", nil))
	page := w.Body.String()
	for _, code := range codesInCode(t) {
		if !strings.Contains(page, `<section id="`+string(code)+`">`) {
			t.Errorf("the page has no section for %s", code)
		}
	}
	if strings.Contains(page, "ZgotmplZ") || strings.Contains(page, "`") {
		t.Error("the page shows what should have been rendered")
	}
}
