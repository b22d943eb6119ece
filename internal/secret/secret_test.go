package secret

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func master(t *testing.T, fill string) MasterKey {
	t.Helper()
	m, err := ParseMasterKey(base64.StdEncoding.EncodeToString([]byte(strings.Repeat(fill, 32))))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func box(t *testing.T, m MasterKey) (*Box, []byte) {
	t.Helper()
	wrapped, err := NewKeyset(m)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(m, wrapped)
	if err != nil {
		t.Fatal(err)
	}
	return b, wrapped
}

func TestSealAndOpen(t *testing.T) {
	b, _ := box(t, master(t, "a"))
	for _, plain := range []string{"", "EAAtoken", strings.Repeat("x", 10_000)} {
		one, err := b.Seal([]byte(plain), "token/wsp_1/wba_1")
		if err != nil {
			t.Fatal(err)
		}
		two, _ := b.Seal([]byte(plain), "token/wsp_1/wba_1")
		if bytes.Equal(one, two) || plain != "" && bytes.Contains(one, []byte(plain)) {
			t.Error("a sealed value shows something")
		}
		if got, err := b.Open(one, "token/wsp_1/wba_1"); err != nil || string(got) != plain {
			t.Errorf("it opens as %q, %v", got, err)
		}
		// Neither in another place nor after any change.
		if _, err := b.Open(one, "token/wsp_2/wba_1"); err == nil {
			t.Error("a sealed value can be moved to another workspace")
		}
		for _, i := range []int{0, len(one) / 2, len(one) - 1} {
			changed := bytes.Clone(one)
			changed[i] ^= 1
			if _, err := b.Open(changed, "token/wsp_1/wba_1"); err == nil || plain != "" && strings.Contains(err.Error(), plain) {
				t.Errorf("changed at %d it opens, or tells: %v", i, err)
			}
		}
	}
	if _, err := b.Open(nil, ""); err == nil {
		t.Error("nothing opens")
	}
}

func TestAnotherMasterKeyOpensNothing(t *testing.T) {
	m := master(t, "a")
	_, wrapped := box(t, m)
	if _, err := Open(master(t, "b"), wrapped); err == nil || !strings.Contains(err.Error(), "CRM_MASTER_KEY") {
		t.Errorf("the error is %v", err)
	}
	if bytes.Equal(m.DatabaseKey(), master(t, "b").DatabaseKey()) || len(m.DatabaseKey()) != 32 {
		t.Error("the key of the database does not follow from the master key")
	}
	if bytes.Contains(m.DatabaseKey(), m.derive("keyset", 32)) || bytes.Contains(m.DatabaseKey(), []byte("aaaa")) {
		t.Error("keys for two purposes share something")
	}
}

func TestParseMasterKey(t *testing.T) {
	good := base64.StdEncoding.EncodeToString(make([]byte, 32))
	for text, ok := range map[string]bool{good: true, " " + good + "\n": true, "": false, "short": false, good[:40]: false,
		base64.StdEncoding.EncodeToString(make([]byte, 33)): false, base64.URLEncoding.EncodeToString(bytes.Repeat([]byte{0xff}, 32)): false} {
		_, err := ParseMasterKey(text)
		if (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
		if err != nil && text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("the error shows the key: %v", err)
		}
	}
}

func TestLoadMasterKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "master.key")
	if _, err := LoadMasterKey(path, false); err == nil {
		t.Error("a key that is not there was loaded")
	}
	made, err := LoadMasterKey(path, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, create := range []bool{true, false} {
		if again, err := LoadMasterKey(path, create); err != nil || !bytes.Equal(again.key, made.key) {
			t.Errorf("the key that was made is not found again: %v", err)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the key: %v %v", info.Mode(), err)
	}
	if err := os.WriteFile(path, []byte("broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadMasterKey(path, true); err == nil {
		t.Error("a broken key was replaced, and with it everything would be lost")
	}
}
