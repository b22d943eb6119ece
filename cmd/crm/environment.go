package main

import (
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"service.example/crm/internal/crm"
)

// environment is a warning about variables that nothing reads; it may be empty.
type environment string

// ownVariables are those that no flag reads: the program's for its own child
// processes, and those of the tests and scripts of this repository.
var ownVariables = []string{
	"CRM_EXTRACT_FORMAT",
	"CRM_APP_URL", "CRM_AUDIT_ACTS", "CRM_BIN", "CRM_BROADCAST_RECIPIENTS", "CRM_CHARGE_DAYS", "CRM_CRASH_ROUNDS", "CRM_DEMO_JSON", "CRM_FAILOVERS", "CRM_FIXTURES", "CRM_FORECASTS", "CRM_HOSTILE", "CRM_INBOX_ACTS", "CRM_ONBOARDING_WALKS", "CRM_OUTAGE_MESSAGES", "CRM_PLANS_MESSAGES", "CRM_POSTGRES_KILLS", "CRM_REHEARSAL_DAYS", "CRM_SIGN_INS",
	"CRM_TEST_FULL_DISK", "CRM_TEST_OPENID_PROVIDER", "CRM_TEST_SEED",
}

// injected are the variables that container platforms make for a service of the
// name crm.
var injected = regexp.MustCompile(`_SERVICE_HOST$|_SERVICE_PORT(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$`)

// knownVariables are the environment variables that the program reads, in order.
func knownVariables(model *kong.Application) []string {
	known := slices.Clone(ownVariables)
	var walk func(n *kong.Node)
	walk = func(n *kong.Node) {
		for _, f := range n.Flags {
			known = append(known, f.Envs...)
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(model.Node)
	slices.Sort(known)
	return slices.Compact(known)
}

// unknownVariables says in one sentence which variables of an environment begin
// like ours and are read by nothing, each with the nearest one that is. It never
// shows a value.
func unknownVariables(known, environ []string) environment {
	var unknown []string
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		platform := injected.MatchString(name) || strings.HasSuffix(name, "_PORT") && strings.Contains(value, "://")
		if !strings.HasPrefix(name, "CRM_") || slices.Contains(known, name) || platform {
			continue
		}
		if near := nearestVariable(name, known); near != "" {
			name += " (did you mean " + near + "?)"
		}
		unknown = append(unknown, name)
	}
	if len(unknown) == 0 {
		return ""
	}
	slices.Sort(unknown)
	return environment("environment variables that crm does not know are ignored: " + strings.Join(unknown, ", "))
}

// nearestVariable is the known variable that was probably meant. One that says
// more, such as CRM_DATABASE_URL, is taken without its last words.
func nearestVariable(name string, known []string) string {
	for strings.Count(name, "_") > 0 && name != "CRM_" {
		if slices.Contains(known, name) {
			return name
		}
		if near := crm.Nearest(name, known); near != "" {
			return near
		}
		name = name[:strings.LastIndexByte(name, '_')]
	}
	return ""
}

// warn prints the warning for commands without a log.
func (e environment) warn() {
	if e != "" {
		_, _ = os.Stderr.WriteString("crm: warning: " + string(e) + "\n") // nobody reads it
	}
}
