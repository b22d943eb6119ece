package template

import (
	"context"
	"slices"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/account"
	"service.example/crm/internal/templatelint"
)

// What the linter takes and says, for those who ask it through this room.
type (
	LintTemplate = templatelint.Template
	LintReport   = templatelint.Report
)

var (
	// LintSeverities are the severities of findings, the gravest first.
	LintSeverities = templatelint.Severities
	// LintOutcomes are what may become of a template, the worst first.
	LintOutcomes = templatelint.Outcomes
)

// LintRequest is a template to be judged.
type LintRequest struct {
	Template LintTemplate
	// AccountID is the account in which it is to be; empty for any.
	AccountID string
	// TemplateID is the template that is edited, which is not compared with itself.
	TemplateID string
}

// Lint says what the provider will make of a template, by its rules and by what
// became of the workspace's others. It stores nothing.
func (s *Templates) Lint(ctx context.Context, actor crm.Actor, r LintRequest) (report LintReport, err error) {
	if err := actor.Require(crm.ScopeTemplatesRead); err != nil {
		return report, err
	}
	var h templatelint.History
	err = s.db.View(ctx, func(tx *db.Tx) error {
		h.Now = tx.Now()
		if err := checkLint(tx, actor.WorkspaceID, r); err != nil {
			return err
		}
		h.Templates, err = lintHistory(tx, actor.WorkspaceID, r)
		return err
	})
	if err != nil {
		return report, err
	}
	return templatelint.Lint(r.Template, h), nil
}

// checkLint refuses an account or a template that the workspace does not have.
func checkLint(tx *db.Tx, workspaceID string, r LintRequest) error {
	var f crm.Faults
	if r.AccountID != "" {
		accounts, err := account.MessagingAccounts(tx, workspaceID)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(accounts, func(a crm.MessagingAccount) bool { return a.ID == r.AccountID }) {
			f.Add("/messagingAccountId", crm.CodeNotFound, "This workspace has no messaging account %s.", r.AccountID)
		}
	}
	if r.TemplateID != "" {
		if found, err := hasTemplate(tx, workspaceID, r.TemplateID); err != nil {
			return err
		} else if !found {
			f.Add("/templateId", crm.CodeNotFound, "This workspace has no template %s.", r.TemplateID)
		}
	}
	return f.Err()
}

// lintHistory returns the newest templates, and before them every one of the
// same name, however old.
func lintHistory(tx *db.Tx, workspaceID string, r LintRequest) ([]crm.Template, error) {
	newest, err := newestTemplates(tx, workspaceID, r.AccountID, templatelint.MaxHistory)
	if err != nil {
		return nil, err
	}
	var named crm.List[crm.Template]
	if r.Template.Name != "" {
		if named, err = templates(tx, workspaceID, TemplateFilter{Name: r.Template.Name}, crm.Page{Limit: maxNamed}); err != nil {
			return nil, err
		}
	}
	out, seen := []crm.Template{}, map[string]bool{r.TemplateID: true}
	for _, t := range append(named.Items, newest...) {
		if !seen[t.ID] && (r.AccountID == "" || t.MessagingAccountID == r.AccountID) && t.Status != "draft" {
			seen[t.ID] = true
			out = append(out, t)
		}
	}
	return out, nil
}
