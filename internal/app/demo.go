package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/onboarding"
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
	// What clients of the provider need to call the sandbox themselves.
	SandboxToken          string `json:"sandboxToken"`
	ProviderAccountID     string `json:"providerAccountId"`
	ProviderPhoneNumberID string `json:"providerPhoneNumberId"`
}

// DemoLogin is the owner of the demo.
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
		Simulator: config.Simulator{Sandbox: true, SandboxListen: "127.0.0.1:0"}, AllowLoopbackReceivers: true,
		WebhookSchedule: "5s,5m,30m,2h,5h,10h,14h,20h,24h", RateLimit: 1000, SendConcurrency: 64, RedeliveryRate: 500,
		Replies:      config.Replies{AIConcurrency: 1024, AIRetention: 90 * 24 * time.Hour},
		UnknownGrace: time.Minute, NodeLease: db.NodeLease, ShutdownTimeout: 20 * time.Second,
	}
}

// SeedDemo fills an empty demo, or finds what an earlier start left, and
// writes demo.json once everything is there. What a start that was stopped did
// not get to is added by the next one; what people remove later stays away. The
// app must have been started.
func (a *App) SeedDemo(ctx context.Context, dir string) (DemoInfo, error) {
	path, seeded := filepath.Join(dir, "demo.json"), filepath.Join(dir, "seeded")
	var info DemoInfo
	if text, err := os.ReadFile(path); err == nil {
		_ = json.Unmarshal(text, &info) // an unreadable file is written anew
	}
	actor, err := a.demoWorkspace(ctx, &info)
	if err != nil {
		return info, err
	}
	if err := a.connectDemo(ctx, actor, &info); err != nil {
		return info, err
	}
	if err := remind(ctx, a, actor, info); err != nil {
		return info, err
	}
	if err := a.moveModels(ctx, actor); err != nil {
		return info, err
	}
	if _, err := os.Stat(seeded); err != nil {
		if err := a.seed(ctx, actor, info.PhoneNumberID); err != nil {
			return info, err
		}
		if err := a.endDay(); err != nil {
			return info, err
		}
		if err := os.WriteFile(seeded, nil, 0o600); err != nil {
			return info, err
		}
	}
	info.Login = &DemoLogin{Email: demoPeople[0].email, Password: demoPassword}
	info.URL, info.SandboxURL = a.URL(), a.Sandbox.URL
	info.AppSecret, info.VerifyToken, info.SandboxToken = a.Sandbox.AppSecret, a.Sandbox.VerifyToken, a.Sandbox.Token
	if err := writeFile(filepath.Join(dir, "env"), info.shell()); err != nil {
		return info, err
	}
	return info, writeJSON(path, info)
}

// shell returns what a shell sources to talk with the demo: the variables that
// the client libraries read, and the address of the simulator.
func (i DemoInfo) shell() []byte {
	return fmt.Appendf(nil, "export SERVICE_API_KEY='%s'\nexport SERVICE_BASE_URL='%s'\nexport SANDBOX_URL='%s'\n", i.APIKey, i.URL, i.SandboxURL)
}

// seed adds what is missing of the demo's data. The customers write before the
// assistant is on duty: theirs are conversations that wait for people.
func (a *App) seed(ctx context.Context, actor crm.Actor, phoneNumberID string) error {
	if err := a.seedPeople(ctx, actor, phoneNumberID); err != nil {
		return err
	}
	if err := a.seedDay(ctx, actor, phoneNumberID); err != nil {
		return err
	}
	if err := a.seedConversations(ctx, actor.WorkspaceID, phoneNumberID); err != nil {
		return err
	}
	chain, err := a.seedModels(ctx, actor)
	if err == nil {
		err = a.seedKnowledge(ctx, actor)
	}
	if err == nil {
		err = a.seedAssistant(ctx, actor, phoneNumberID, chain)
	}
	return err
}

// demoWorkspace finds the demo's workspace with a key that works, or makes them.
func (a *App) demoWorkspace(ctx context.Context, info *DemoInfo) (actor crm.Actor, err error) {
	spaces, err := a.Service.Access.Workspaces(ctx)
	if err != nil {
		return actor, err
	}
	if len(spaces) == 0 {
		w, key, err := a.Service.Access.CreateWorkspace(ctx, "Lucky Shop", false, "en_US")
		if err != nil {
			return actor, err
		}
		spaces, info.APIKey = append(spaces, w), key.Secret
	}
	if _, err := a.Service.Access.Authenticate(ctx, info.APIKey, ""); err != nil {
		key, err := a.Service.Access.CreateKey(ctx, spaces[0].ID, "Demo", nil)
		if err != nil {
			return actor, err
		}
		info.APIKey = key.Secret
	}
	return a.Service.Access.System(ctx, spaces[0].ID)
}

// connectDemo connects the simulator's account, at each start: its state lives
// in memory.
func (a *App) connectDemo(ctx context.Context, actor crm.Actor, info *DemoInfo) error {
	r, err := a.Service.Onboarding.ConnectMessagingAccount(ctx, actor, onboarding.ConnectRequest{ProviderID: a.Sandbox.Account.ID})
	if err != nil {
		return fmt.Errorf("cannot connect the demo to its sandbox: %w", err)
	}
	if len(r.Numbers) == 0 {
		return errors.New("the sandbox has no phone number")
	}
	info.PhoneNumber, info.PhoneNumberID = r.Numbers[0].Number, r.Numbers[0].ID
	info.ProviderAccountID, info.ProviderPhoneNumberID = r.Account.ProviderID, r.Numbers[0].ProviderID
	return nil
}

// remind tells the simulator who wrote within a day, which it forgot when the last start
// ended: a reply to them is taken as the window shows.
func remind(ctx context.Context, a *App, actor crm.Actor, info DemoInfo) error {
	p := crm.Page{Limit: 100}
	for {
		list, err := a.Service.Conversation.Conversations(ctx, actor, conversation.Filter{}, p)
		if err != nil {
			return err
		}
		for _, c := range list.Items {
			if closes := c.WindowClosesAt(); closes == nil || c.PhoneNumberID != info.PhoneNumberID || !a.db.Source().Now().Before(*closes) {
				continue
			}
			who, err := a.Service.Contact.Contact(ctx, actor, c.ContactID)
			if err == nil {
				err = sandbox.Remember(a.Sandbox.server, sandbox.CustomerMessage{From: who.Contact.Phone, UserID: who.Contact.UserID, Name: who.Contact.Name, To: info.ProviderPhoneNumberID}, *c.LastInboundAt)
			}
			if err != nil {
				return fmt.Errorf("cannot tell the sandbox who wrote: %w", err)
			}
		}
		if p.After = list.Next; list.Next == "" {
			return nil
		}
	}
}

var demoCustomers = []sandbox.CustomerMessage{
	{From: "+14155550123", Name: "Ada Lovelace", Text: "Hi, when do you open on Saturday?"},
	{From: "+5511955550124", Name: "João Silva", Text: "Olá! Meu pedido 48213 já foi enviado?"},
	{From: "+919555501250", Name: "Asha Rao", Text: "Do you deliver to Pune?"},
}

// seedConversations lets those of the three customers write to the shop who have
// not written yet, and returns when the messages are stored.
func (a *App) seedConversations(ctx context.Context, workspaceID, phoneNumberID string) error {
	if err := a.ingested(ctx); err != nil { // what a start that was killed had taken already
		return err
	}
	for _, m := range demoCustomers {
		wrote := func() (bool, error) {
			var c crm.Conversation
			err := a.db.View(ctx, func(tx *db.Tx) (err error) {
				c, err = contact.FindConversation(tx, workspaceID, phoneNumberID, crm.Person{Phone: m.From})
				return err
			})
			return c.LastInboundAt != nil, err
		}
		if there, err := wrote(); there || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		if _, err := a.Sandbox.server.CustomerSends(m); err != nil {
			return err
		}
		if err := until(ctx, "the demo's conversations are stored", wrote); err != nil {
			return err
		}
	}
	return nil
}

// ingested waits until every provider webhook that was taken is applied.
func (a *App) ingested(ctx context.Context) error {
	return until(ctx, "what the provider posted is applied", func() (bool, error) {
		list, err := jobs.CountJobs(ctx, a.db)
		return !slices.ContainsFunc(list, func(c jobs.JobCount) bool { return c.Kind == message.JobIngest }), err
	})
}

func writeJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(path, append(text, '\n'))
}

// writeFile puts a file in place whole: nobody who waits for it reads a part.
func writeFile(path string, text []byte) error {
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
