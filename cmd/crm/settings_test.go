package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Everything that is wrong in an environment is told at once, by flag and variable,
// also what cannot be read at all; what is empty means the default, and what belongs
// to another command is in nobody's way.
func TestEveryWrongSettingIsToldAtOnce(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir(), env: []string{"CRM_NODE_LEASE=soon", "CRM_RATE_LIMIT=many", "CRM_LOG_LEVEL=loud", "CRM_LOG_REQUESTS=perhaps",
		"CRM_MASTER_KEY=abc", "CRM_MEDIA=s3://", "CRM_SHUTDOWN_TIMEOUT=", "CRM_DEMO_DAY=perhaps"}}
	for _, command := range []string{"serve", "doctor"} {
		out, code := c.run(command, "--listen", "8080")
		if code != wrongUsage || strings.Contains(out, "CRM_DEMO_DAY") {
			t.Errorf("crm %s ended with %d:\n%s", command, code, out)
		}
		for _, want := range []string{
			"crm: 8 settings are wrong:\n",
			`--node-lease (CRM_NODE_LEASE): "soon" is not a duration`,
			`--rate-limit (CRM_RATE_LIMIT): "many" is not a whole number`,
			`--log-level (CRM_LOG_LEVEL): "loud" is not known; write debug, info, warn, error`,
			`--log-requests (CRM_LOG_REQUESTS): "perhaps" is neither true nor false`,
			`--master-key (CRM_MASTER_KEY): the master key must be 32 bytes in base64`,
			`--media (CRM_MEDIA): "s3://" names no bucket`,
			`--listen (CRM_LISTEN): "8080" is not an address`,
		} {
			if !strings.Contains(out, want) {
				t.Errorf("crm %s does not say %q:\n%s", command, want, out)
			}
		}
	}
	c.env = []string{"CRM_RATE_LIMIT=many"}
	if out, _ := c.run("serve"); out != "crm: --rate-limit (CRM_RATE_LIMIT): \"many\" is not a whole number\n" {
		t.Error(out)
	}
	c.env = []string{"CRM_RATE_LIMIT=", "CRM_LOG_LEVEL=", "CRM_DEMO_DAY=perhaps", "CRM_DATABASE=", "CRM_PROVIDER_URL=" + sandboxURL(t)}
	c.must("doctor")
}

// People ask for help and for the version as other programs have it.
func TestHelpAndVersionAsPeopleAskForThem(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir()}
	for asked, want := range map[string]string{"": "Commands:", "help": "Commands:", "help serve": "--node-lease", "--version": "crm "} {
		if out := c.must(strings.Fields(asked)...); !strings.Contains(out, want) {
			t.Errorf("crm %s: %s", asked, out)
		}
	}
}

// The first start says what it made, because nothing opens without the key; a later
// one has made nothing. A terminal that closes ends the service in good order.
func TestTheFirstStartTellsOfTheKey(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir()}
	first := c.start("msg=ready", "serve")
	_ = first.cmd.Process.Signal(syscall.SIGHUP)
	<-first.done
	if out := first.out.String(); first.cmd.ProcessState.ExitCode() != 0 || !strings.Contains(out, "msg=stopped") ||
		!strings.Contains(out, `msg="made a new, empty database"`) || !strings.Contains(out, "file=data/master.key") {
		t.Errorf("the first start ended with %v:\n%s", first.cmd.ProcessState, out)
	}
	second := c.start("msg=ready", "serve")
	if out, code := second.interrupt(); code != 0 || strings.Contains(out, "made a new") {
		t.Errorf("the second start ended with %d:\n%s", code, out)
	}
}

// A key that this user may not read is not lost: nobody is told to restore a copy.
func TestAKeyOfSomebodyElseIsToldApart(t *testing.T) {
	t.Parallel()
	dir := folderForAll(t)
	key := filepath.Join(dir, "master.key")
	for _, err := range []error{os.WriteFile(key, []byte(testMasterKey), 0), os.Chmod(dir, 0o777)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	c := call{t: t, dir: dir, nobody: true, env: []string{"CRM_MASTER_KEY_FILE=" + key}}
	out, code := c.run("serve")
	if code == 0 || !strings.Contains(out, "let this user read the file") || strings.Contains(out, "restore") {
		t.Errorf("serve ended with %d:\n%s", code, out)
	}
}

// A scope that does not exist is refused with those that do.
func TestAnUnknownScopeIsRefusedWithTheOthers(t *testing.T) {
	t.Parallel()
	c := call{t: t, dir: t.TempDir()}
	workspace := strings.Fields(c.must("admin", "create-workspace", "Lucky Shop"))[1]
	out, code := c.run("admin", "create-key", workspace, "--scopes", "messages:send")
	if code == 0 || !strings.Contains(out, `--scopes: "messages:send" is not a scope; the scopes are `) || !strings.Contains(out, ", messages:write") {
		t.Errorf("%d: %s", code, out)
	}
}
