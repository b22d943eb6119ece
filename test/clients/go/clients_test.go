// Package clients lets public Go libraries of the provider work against the
// sandbox.
package clients

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/piusalfred/whatsapp/config"
	"github.com/piusalfred/whatsapp/message"
	whttp "github.com/piusalfred/whatsapp/pkg/http"
	"github.com/piusalfred/whatsapp/qrcode"
)

var told = regexp.MustCompile(`^\s*(.*\S)\s+(\S+)$`)

// startSandbox starts the simulator and returns where it is and its token.
func startSandbox(t *testing.T) (url, token string) {
	t.Helper()
	bin := os.Getenv("CRM_BIN")
	if bin == "" {
		bin = filepath.Join("..", "..", "..", "bin", "crm")
	}
	cmd := exec.Command(bin, "sandbox", "--listen", "127.0.0.1:0", "--status-delay", "2ms", "--log-level", "error")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for lines := bufio.NewScanner(out); lines.Scan(); {
		m := told.FindStringSubmatch(lines.Text())
		switch {
		case m == nil:
		case strings.HasPrefix(m[1], "The provider simulator"):
			url = m[2]
		case m[1] == "token":
			token = m[2]
		case m[1] == "control API":
			return url, token
		}
	}
	t.Fatal("the simulator ended")
	return "", ""
}

func TestPiusalfredWhatsapp(t *testing.T) {
	const customer, phone = "+14155550401", "100000000000001"
	url, token := startSandbox(t)
	res, err := http.Post(url+"/_sandbox/messages", "application/json", strings.NewReader(`{"from":"`+customer+`","text":"Hello"}`))
	if err != nil {
		t.Fatal(err)
	}
	var wrote struct{ MessageID string }
	if err := json.NewDecoder(res.Body).Decode(&wrote); err != nil || wrote.MessageID == "" {
		t.Fatal(err, res.Status)
	}
	_ = res.Body.Close()
	ctx := t.Context()
	conf := config.Config{BaseURL: url, APIVersion: "v25.0", AccessToken: token, PhoneNumberID: phone, BusinessAccountID: "200000000000001"}
	messages, err := message.NewClient(ctx, reader(conf), whttp.NewSender[message.Message]())
	if err != nil {
		t.Fatal(err)
	}
	sent, err := messages.SendText(ctx, message.NewRequest(customer, &message.Text{Body: "by piusalfred"}))
	if err != nil || len(sent.Messages) != 1 {
		t.Fatal(sent, err)
	}
	if _, err := messages.SendLocation(ctx, message.NewRequest(customer, &message.Location{Latitude: 37.4, Longitude: -122.1, Name: "Shop", Address: "Main St"})); err != nil {
		t.Error(err)
	}
	if _, err := messages.SendReaction(ctx, message.NewRequest(customer, &message.Reaction{MessageID: wrote.MessageID, Emoji: "👍"})); err != nil {
		t.Error(err)
	}
	if _, err := messages.UpdateStatus(ctx, &message.StatusUpdateRequest{MessageID: wrote.MessageID, Status: "read", WithTypingIndicator: true}); err != nil {
		t.Error(err)
	}
	if _, err := messages.SendText(ctx, message.NewRequest("nobody", &message.Text{Body: "x"})); err == nil {
		t.Error("a recipient that is no number is taken")
	}
	checkCodes(t, conf)
	if got := received(t, url, customer); got != "text location reaction " {
		t.Errorf("the phone has %q", got)
	}
}

// checkCodes makes, changes and deletes a QR code.
func checkCodes(t *testing.T, conf config.Config) {
	ctx := t.Context()
	codes := qrcode.NewBaseClient(whttp.NewAnySender(), reader(conf))
	made, err := codes.Create(ctx, &qrcode.CreateRequest{PrefilledMessage: "Cyber Monday", ImageFormat: qrcode.ImageFormatSVG})
	if err != nil || made.Code == "" {
		t.Fatal(made, err)
	}
	if _, err := codes.Update(ctx, &qrcode.UpdateRequest{QRCodeID: made.Code, PrefilledMessage: "Changed"}); err != nil {
		t.Error(err)
	}
	if list, err := codes.List(ctx); err != nil || len(list.Data) != 1 || list.Data[0].PrefilledMessage != "Changed" {
		t.Error(list, err)
	}
	if _, err := codes.Delete(ctx, made.Code); err != nil {
		t.Error(err)
	}
}

// received are the types of the messages on a customer's phone.
func received(t *testing.T, url, customer string) (types string) {
	res, err := http.Get(url + "/_sandbox/phones/" + customer)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var seen struct{ Messages []struct{ Type string } }
	if err := json.NewDecoder(res.Body).Decode(&seen); err != nil {
		t.Fatal(err)
	}
	for _, m := range seen.Messages {
		types += m.Type + " "
	}
	return types
}

func reader(conf config.Config) config.ReaderFunc {
	return func(context.Context) (*config.Config, error) { return &conf, nil }
}
