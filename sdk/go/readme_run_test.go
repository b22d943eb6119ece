//go:build journey

package service

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// callsBlocks calls each block in turn. A block that would never end gets what
// happens while it runs, and ends when it has handled an event.
const callsBlocks = `package main

import (
	"context"
	"encoding/json"
	"log"

	service "service.example/crm/sdk/go"
	"readme"
)

func main() {
	client, err := service.NewClient()
	if err != nil {
		log.Fatal(err)
	}
	for name, block := range map[string]func(context.Context, *service.Client, *service.WebhookEvent, func(*service.WebhookEvent), string) error{
		BLOCKS
	} {
		ctx, cancel := context.WithCancel(context.Background())
		go func() { // customers write until the block has ended
			for ctx.Err() == nil {
				client.Sandbox.Write(ctx, service.SimulateMessage{From: "+15551234567", Text: "Hello!"})
			}
		}()
		event := &service.WebhookEvent{Event: service.EventMessagesUpsert, Data: json.RawMessage("{}")}
		handled := false
		err := block(ctx, client, event, func(*service.WebhookEvent) { handled = true; cancel() }, "")
		if err != nil && !handled {
			log.Fatalf("%s: %v", name, err)
		}
		cancel()
		println(name, handled)
	}
}
`

// What README.md shows runs against a running demo as it is written.
func TestReadmeRuns(t *testing.T) {
	var demo struct{ URL, APIKey string }
	text, err := os.ReadFile(os.Getenv("CRM_DEMO_JSON"))
	if err == nil {
		err = json.Unmarshal(text, &demo)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir, functions := writeBlocks(t)
	blocks := ""
	for _, name := range functions {
		blocks += "\"" + name + "\": readme." + name + ",\n"
	}
	calls := filepath.Join(dir, "calls")
	if err := os.Mkdir(calls, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"calls/main.go": strings.Replace(callsBlocks, "BLOCKS", blocks, 1), "menu.pdf": "Soup of the day"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, program := range []string{"./whole", "./calls"} {
		run := exec.Command("go", "run", program)
		run.Dir = dir
		run.Env = append(blocksEnv(), "SERVICE_BASE_URL="+demo.URL, "SERVICE_API_KEY="+demo.APIKey)
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", program, err, out)
		}
		if program == "./calls" && strings.Count(string(out), "true") != 1 {
			t.Errorf("one block handles an event: %s", out)
		}
	}
}
