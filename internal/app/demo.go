package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service"
	"service.example/crm/internal/store"
)

// DemoInfo is what DIR/demo.json says, for people and scripts.
type DemoInfo struct {
	URL           string     `json:"url"`
	APIKey        string     `json:"apiKey"`
	Login         *DemoLogin `json:"login"`
	SandboxURL    string     `json:"sandboxUrl"`
	PhoneNumber   string     `json:"phoneNumber"`
	PhoneNumberID string     `json:"phoneNumberId"`
	AppSecret     string     `json:"appSecret"`
	VerifyToken   string     `json:"verifyToken"`
}

// DemoLogin is a user of the demo; null until there are users.
type DemoLogin struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

// DemoConfig returns the settings of a demo in a folder.
func DemoConfig(dir, listen string) config.Serve {
	return config.Serve{
		Database:    config.Database{Database: filepath.Join(dir, "crm.db"), MasterKeyFile: filepath.Join(dir, "master.key")},
		Log:         config.Log{LogLevel: "warn", LogFormat: "text"},
		Media:       config.Media{Media: filepath.Join(dir, "media"), MediaRetention: 30 * 24 * time.Hour},
		Streams:     config.DefaultStreams(),
		Listen:      listen,
		ProviderURL: "https://graph.facebook.com", ProviderVersion: "v25.0",
		Sandbox: true, SandboxListen: "127.0.0.1:0", AllowLoopbackReceivers: true,
		WebhookSchedule: "5s,5m,30m,2h,5h,10h,14h,20h,24h", RateLimit: 1000, SendConcurrency: 64, AIConcurrency: 1024, RedeliveryRate: 500,
		UnknownGrace: time.Minute, NodeLease: store.NodeLease, ShutdownTimeout: 20 * time.Second,
	}
}

// SeedDemo fills an empty demo, or finds what an earlier start left, and
// writes demo.json. The app must have been started.
func (a *App) SeedDemo(ctx context.Context, dir string) (DemoInfo, error) {
	path := filepath.Join(dir, "demo.json")
	var info DemoInfo
	if text, err := os.ReadFile(path); err == nil {
		_ = json.Unmarshal(text, &info) // an unreadable file is written anew
	}
	spaces, err := a.Service.Workspaces(ctx)
	if err != nil {
		return info, err
	}
	first := len(spaces) == 0
	if first {
		w, key, err := a.Service.CreateWorkspace(ctx, "Lucky Shop", false, "en_US")
		if err != nil {
			return info, err
		}
		spaces, info.APIKey = append(spaces, w), key.Secret
	}
	if _, err := a.Service.Authenticate(ctx, info.APIKey); err != nil {
		key, err := a.Service.CreateKey(ctx, spaces[0].ID, "Demo", nil)
		if err != nil {
			return info, err
		}
		info.APIKey = key.Secret
	}
	if err := a.connectDemo(ctx, spaces[0].ID, &info); err != nil {
		return info, err
	}
	if err := a.seedModels(ctx, spaces[0].ID, first); err != nil {
		return info, err
	}
	if first {
		if err := a.seedConversations(); err != nil {
			return info, err
		}
	}
	info.URL, info.SandboxURL = a.URL(), a.Sandbox.URL
	info.AppSecret, info.VerifyToken = a.Sandbox.AppSecret, a.Sandbox.VerifyToken
	return info, writeJSON(path, info)
}

// connectDemo connects the simulator's account, at each start: its state lives
// in memory.
func (a *App) connectDemo(ctx context.Context, workspaceID string, info *DemoInfo) error {
	actor, err := a.Service.Operator(ctx, workspaceID)
	if err != nil {
		return err
	}
	r, err := a.Service.ConnectMessagingAccount(ctx, actor, service.ConnectRequest{ProviderID: a.Sandbox.Account.ID, Token: a.Sandbox.Token})
	if err != nil {
		return fmt.Errorf("the demo could not be connected to its sandbox: %w", err)
	}
	if len(r.Numbers) == 0 {
		return errors.New("the sandbox has no phone number")
	}
	info.PhoneNumber, info.PhoneNumberID = r.Numbers[0].Number, r.Numbers[0].ID
	return nil
}

// seedConversations lets three customers write to the shop.
func (a *App) seedConversations() error {
	for _, m := range []sandbox.CustomerMessage{
		{From: "+14155550123", Name: "Ada Lovelace", Text: "Hi, when do you open on Saturday?"},
		{From: "+5511955550124", Name: "João Silva", Text: "Olá! Meu pedido 48213 já foi enviado?"},
		{From: "+919555501250", Name: "Asha Rao", Text: "Do you deliver to Pune?"},
	} {
		if _, err := a.Sandbox.server.CustomerSends(m); err != nil {
			return err
		}
	}
	return nil
}

func writeJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o600)
}
