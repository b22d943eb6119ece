package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	installs = regexp.MustCompile("(?:npm (?:install|i|add)|pnpm add|yarn add|bun add|npx|pip3? install|go get|go install)\\b([^\\n`<|;&]*)")
	fromNPM  = regexp.MustCompile(`npm:@?service\b`)
)

// The names of the client libraries are in no public registry, where a stranger
// could take them. So no text tells anybody to install one by its name: only
// from an address, a folder, or by a module proxy of one's own.
func TestNobodyIsToldToInstallANameThatIsNotOurs(t *testing.T) {
	read := 0
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if slices.Contains([]string{"node_modules", "data", "bin", "dist"}, name) || name == ".git" {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".md", ".ts", ".mjs", ".js", ".html", ".go", ".yaml", ".yml", ".json", ""}, filepath.Ext(name)) ||
			strings.HasSuffix(name, "_test.go") || name == "package-lock.json" {
			return nil
		}
		text, err := os.ReadFile(path)
		read++
		for _, fault := range namesInstalled(string(text)) {
			t.Errorf("%s: %q installs a name that is not ours: show GET /sdk's way", path, fault)
		}
		return err
	})
	if err != nil || read < 300 {
		t.Fatal("the repository's texts were not found: ", read, err)
	}
}

// namesInstalled returns the commands of a text that ask a public registry for
// one of our names.
func namesInstalled(text string) (out []string) {
	out = fromNPM.FindAllString(text, -1)
	for _, at := range installs.FindAllStringSubmatchIndex(text, -1) {
		command, arguments := text[at[0]:at[1]], text[at[2]:at[3]]
		before := text[max(0, at[0]-200):at[0]]
		for _, a := range strings.Fields(arguments) {
			a = strings.Trim(a, `"'.,()`)
			ours := strings.HasPrefix(a, "@service") || strings.HasPrefix(a, "service") || a == "{{.Module}}"
			goOnes := strings.Contains(before, "GOPROXY=") || strings.Contains(before, "-replace")
			if ours && !(strings.HasPrefix(command, "go ") && goOnes) {
				out = append(out, command)
			}
		}
	}
	return out
}

func TestNamesInstalledFindsThem(t *testing.T) {
	for _, bad := range []string{"npm install @service/sdk", "`npm i --save @service/sdk`", "yarn add @service/sdk@1.0.0", "npx @service/sdk",
		"go get service.example/crm/sdk/go", "import 'npm:@service/sdk'", `"source": "pnpm add @service/sdk"`} {
		if len(namesInstalled(bad)) == 0 {
			t.Errorf("%q was not found", bad)
		}
	}
	for _, good := range []string{"npm install http://127.0.0.1:8080/sdk/typescript.tgz", "npm install ./sdk/typescript", "npm ci", "npm install",
		"GOPROXY=http://127.0.0.1:8080/sdk/go GONOSUMDB=service.example go get service.example/crm/sdk/go"} {
		if found := namesInstalled(good); len(found) > 0 {
			t.Errorf("%q was found", found)
		}
	}
}
