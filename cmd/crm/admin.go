package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"service.example/crm/internal/app"
	"service.example/crm/internal/config"
	"service.example/crm/internal/crm"
	"service.example/crm/internal/service"
	"service.example/crm/internal/service/onboarding"
)

type adminCommands struct {
	CreateWorkspace createWorkspaceCommand `cmd:"" help:"Create a workspace and its first API key."`
	ListWorkspaces  listWorkspacesCommand  `cmd:"" help:"List the workspaces."`
	CreateKey       createKeyCommand       `cmd:"" help:"Create an API key."`
	ListKeys        listKeysCommand        `cmd:"" help:"List a workspace's API keys."`
	RotateKey       rotateKeyCommand       `cmd:"" help:"Replace an API key; both keys work during the overlap."`
	RevokeKey       revokeKeyCommand       `cmd:"" help:"End an API key at once."`
	VerifyDomain    verifyDomainCommand    `cmd:"" help:"Give an SSO connection a domain of e-mail addresses on your word, without a TXT record. If another connection has the domain, it loses it."`
	AddOperator     addOperatorCommand     `cmd:"" help:"Let a person with an account see the state of the whole deployment: nodes, queues, lag and storage. The API cannot do this."`
	RemoveOperator  removeOperatorCommand  `cmd:"" help:"Take the operator mark away from a person."`
	ListOperators   listOperatorsCommand   `cmd:"" help:"List the operators: id, address, name, date and workspaces."`
	Restored        restoredCommand        `cmd:"" help:"Give a restored copy of a database its own identity, so that the copy and the original do not delete each other's files. If the original stays in use, run this before you first start the copy."`
	ConnectNumber   connectNumberCommand   `cmd:"" help:"Connect a messaging account and its numbers with a System User Token."`
}

// admin is what every administrative command needs. It works beside a running
// service, on the same database.
type admin struct {
	config.Database
	ProviderURL     string `help:"Base URL of the provider's Graph API." default:"https://graph.facebook.com" env:"CRM_PROVIDER_URL"`
	ProviderVersion string `help:"Version of the Graph API." default:"v25.0" env:"CRM_PROVIDER_VERSION"`
	CallbackURL     string `help:"Public URL of /provider/webhook." env:"CRM_CALLBACK_URL"`
}

func (a *admin) run(ctx context.Context, fn func(*service.Service) error) error {
	return app.WithService(ctx, a.Database, service.Options{CallbackURL: a.CallbackURL}, a.ProviderURL, a.ProviderVersion, fn)
}

type createWorkspaceCommand struct {
	admin
	Name     string `arg:"" help:"Name of the workspace."`
	Live     bool   `help:"Create a live workspace, which uses the real provider. The default is a test workspace, which uses the sandbox. This cannot be changed later."`
	Language string `help:"Default language of templates, for example en_US."`
}

func (c *createWorkspaceCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		w, key, err := s.Access.CreateWorkspace(ctx, c.Name, c.Live, c.Language)
		if err != nil {
			return err
		}
		fmt.Printf("workspace  %s\napi key    %s\nThe key is shown only once.\n", w.ID, key.Secret)
		if !c.Live {
			fmt.Println("This is a test workspace: it reaches the built-in simulator of crm serve --sandbox only. Use --live for the real provider.")
		}
		return nil
	})
}

type listWorkspacesCommand struct{ admin }

func (c *listWorkspacesCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		list, err := s.Access.Workspaces(ctx)
		if err != nil {
			return err
		}
		t := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		for _, w := range list {
			kind := "test"
			if w.Live {
				kind = "live"
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", w.ID, kind, w.Name, w.CreatedAt.Format(time.DateOnly))
		}
		return t.Flush()
	})
}

type restoredCommand struct{ admin }

func (c *restoredCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		id, err := s.Media.RenewDeployment(ctx)
		if err == nil {
			fmt.Printf("This database is now its own deployment: %s\n", id)
		}
		return err
	})
}

type createKeyCommand struct {
	admin
	Workspace string      `arg:"" help:"Id of the workspace (wsp_…)."`
	Name      string      `help:"What the key is for." default:"Created on the command line"`
	Scopes    []crm.Scope `help:"What the key may do, such as messages:write; docs/permissions.md lists every scope. By default everything."`
	Expires   string      `help:"How long the key works, for example 720h. By default it never expires." placeholder:"DURATION"`
}

func (c *createKeyCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		actor, err := s.Access.Operator(ctx, c.Workspace)
		if err != nil {
			return err
		}
		for _, scope := range c.Scopes {
			if !slices.Contains(crm.Scopes, scope) {
				return fmt.Errorf("--scopes: %q is not a scope; the scopes are %s", scope, strings.ReplaceAll(crm.JoinScopes(crm.Scopes), " ", ", "))
			}
		}
		req := crm.NewAPIKeyRequest{Name: c.Name, Scopes: c.Scopes}
		if len(req.Scopes) == 0 {
			req.Scopes = []crm.Scope{crm.ScopeAll}
		}
		if c.Expires != "" {
			d, err := time.ParseDuration(c.Expires)
			if err != nil {
				return fmt.Errorf("--expires: %q is not a duration; write, for example, 720h", c.Expires)
			}
			at := time.Now().Add(d)
			req.ExpiresAt = &at
		}
		key, err := s.Access.CreateAPIKey(ctx, actor, req)
		if err != nil {
			return err
		}
		fmt.Printf("key id   %s\napi key  %s\nThe key is shown only once.\n", key.Key.ID, key.Secret)
		return nil
	})
}

type listKeysCommand struct {
	admin
	Workspace string `arg:"" help:"Id of the workspace (wsp_…)."`
}

func (c *listKeysCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		actor, err := s.Access.Operator(ctx, c.Workspace)
		if err != nil {
			return err
		}
		t := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		page := crm.Page{Limit: crm.MaxPageLimit}
		for {
			list, err := s.Access.APIKeys(ctx, actor, page)
			if err != nil {
				return err
			}
			for _, k := range list.Items {
				state := "works"
				if err := k.Usable(time.Now()); err != nil {
					state = "ended"
				}
				fmt.Fprintf(t, "%s\t…%s\t%s\t%s\t%s\n", k.ID, k.LastFour, state, k.Name, crm.JoinScopes(k.Scopes))
			}
			if page.After = list.Next; page.After == "" {
				return t.Flush()
			}
		}
	})
}

type rotateKeyCommand struct {
	admin
	Workspace string        `arg:"" help:"Id of the workspace (wsp_…)."`
	Key       string        `arg:"" help:"Id of the key (key_…), as crm admin list-keys shows it."`
	Overlap   time.Duration `help:"How long the old key works beside the new one." default:"24h"`
}

func (c *rotateKeyCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		actor, err := s.Access.Operator(ctx, c.Workspace)
		if err != nil {
			return err
		}
		key, err := s.Access.RotateAPIKey(ctx, actor, c.Key, c.Overlap)
		if err != nil {
			return err
		}
		fmt.Printf("key id   %s\napi key  %s\nThe key is shown only once; the old one works for %s more.\n", key.Key.ID, key.Secret, c.Overlap)
		return nil
	})
}

type revokeKeyCommand struct {
	admin
	Workspace string `arg:"" help:"Id of the workspace (wsp_…)."`
	Key       string `arg:"" help:"Id of the key (key_…), as crm admin list-keys shows it."`
}

func (c *revokeKeyCommand) Run(ctx context.Context) error {
	return c.run(ctx, func(s *service.Service) error {
		actor, err := s.Access.Operator(ctx, c.Workspace)
		if err != nil {
			return err
		}
		if err := s.Access.RevokeAPIKey(ctx, actor, c.Key); err != nil {
			return err
		}
		fmt.Println("The key is revoked; running services refuse it within a second.")
		return nil
	})
}

type connectNumberCommand struct {
	admin
	Workspace string `arg:"" help:"Id of the workspace (wsp_…)."`
	Account   string `arg:"" help:"The messaging account's number at the provider (WABA id)."`
	TokenFile string `help:"File with the System User Token; - means standard input." default:"-" placeholder:"FILE"`
	AppSecret string `help:"Secret of the app that receives this account's webhooks, if it differs from --app-secret of the service." env:"CRM_ACCOUNT_APP_SECRET"`
}

func (c *connectNumberCommand) Run(ctx context.Context) error {
	token, err := readSecret(c.TokenFile)
	if err != nil {
		return err
	}
	return c.run(ctx, func(s *service.Service) error {
		actor, err := s.Access.Operator(ctx, c.Workspace)
		if err != nil {
			return err
		}
		r, err := s.Onboarding.ConnectMessagingAccount(ctx, actor, onboarding.ConnectRequest{ProviderID: c.Account, Token: token, AppSecret: c.AppSecret})
		if err != nil {
			return err
		}
		fmt.Printf("messaging account  %s (%s), %d templates\n", r.Account.ID, r.Account.Name, r.Templates)
		for _, n := range r.Numbers {
			fmt.Printf("phone number       %s  %s  %s  %d messages/s\n", n.ID, n.Number, n.VerifiedName, n.Throughput)
		}
		return nil
	})
}

// readSecret keeps a token out of the command line, where others could see it.
func readSecret(path string) (string, error) {
	in := os.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return "", fmt.Errorf("--token-file: %w", err)
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, 8<<10))
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", errors.New("no token was given; write it to standard input or name a file with --token-file")
	}
	return token, nil
}
