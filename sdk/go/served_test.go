//go:build journey

package service_test

import (
	"encoding/json"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestServedModule gets this library from a running demo into a fresh program,
// by the very command that GET /sdk shows and without any other proxy, and
// sends a message with it.
func TestServedModule(t *testing.T) {
	var demo struct {
		URL    string `json:"url"`
		APIKey string `json:"apiKey"`
	}
	text, err := os.ReadFile(os.Getenv("CRM_DEMO_JSON"))
	if err == nil {
		err = json.Unmarshal(text, &demo)
	}
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Get(demo.URL + "/sdk")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	page, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`(?s)<code>(GOPROXY=.*?)</code>`).FindSubmatch(page)
	if shown == nil {
		t.Fatalf("GET /sdk shows no command for Go: %s", page)
	}
	dir := t.TempDir()
	program := `package main

import (
	"context"
	"fmt"
	"log"

	service "service.example/crm/sdk/go"
)

func main() {
	client, err := service.NewClient()
	if err != nil {
		log.Fatal(err)
	}
	sent, err := client.Messages.Send(context.Background(), service.SendMessage{
		To: "+15551234567", Type: "template", TemplateName: "order_shipped",
		Parameters: map[string]string{"name": "Ada", "order_number": "48213", "eta": "Friday"},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sent.MessageID, service.Version)
}
`
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(command string) string {
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -modcacherw", "GOWORK=off", "GONOSUMDB=", "GOPRIVATE=", "GOTOOLCHAIN=local",
			"GOMODCACHE="+filepath.Join(dir, "cache"), "SERVICE_BASE_URL="+demo.URL, "SERVICE_API_KEY="+demo.APIKey)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
		return string(out)
	}
	run("go mod init example.com/shop")
	run(html.UnescapeString(string(shown[1])))
	if out := run("go run ."); !strings.HasPrefix(out, "msg_") {
		t.Errorf("the program printed %q", out)
	}
}
