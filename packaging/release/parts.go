package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// component is a part of the program, as CycloneDX lists it.
type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl,omitempty"`
	Hashes  []sum  `json:"hashes,omitempty"`
}

type sum struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// listParts lists what a binary is made of (CycloneDX 1.5): the Go modules that
// its linker recorded, Go itself, and the one npm package that is embedded.
func listParts(binary, version string, at time.Time) ([]byte, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	list := []component{part("golang", "std", strings.TrimPrefix(info.GoVersion, "go"), "")}
	for _, m := range info.Deps {
		if m.Replace != nil && m.Replace.Version == "" {
			continue // a folder of this repository
		}
		list = append(list, part("golang", m.Path, m.Version, ""))
	}
	bundle, err := bundled()
	if err != nil {
		return nil, err
	}
	list = append(list, bundle)
	slices.SortFunc(list, func(a, b component) int { return strings.Compare(a.Ref, b.Ref) })
	id := sha256.Sum256(fmt.Appendf(nil, "%s %v", version, list))
	id[6], id[8] = id[6]&0x0f|0x50, id[8]&0x3f|0x80 // the form of a UUID
	out, err := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"serialNumber": fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16]),
		"metadata": map[string]any{
			"timestamp": at.Format(time.RFC3339),
			"component": component{Type: "application", Ref: "crm", Name: "crm", Version: version},
		},
		"components": list,
	}, "", "  ")
	return append(out, '\n'), err
}

func part(kind, name, version, sha512 string) component {
	c := component{Type: "library", Name: name, Version: version, PURL: "pkg:" + kind + "/" + strings.ReplaceAll(name, "@", "%40") + "@" + version}
	c.Ref = c.PURL
	if sha512 != "" {
		c.Hashes = []sum{{"SHA-512", sha512}}
	}
	return c
}

// bundled is the npm package that web/fetch-scalar.mjs embeds.
func bundled() (c component, err error) {
	text, err := os.ReadFile("web/dist/scalar.json")
	if err != nil {
		return c, err
	}
	var about struct{ Package, Brotli string }
	if err := json.Unmarshal(text, &about); err != nil {
		return c, err
	}
	at := strings.LastIndex(about.Package, "@")
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(about.Brotli, "sha512-"))
	if at < 1 || err != nil {
		return c, fmt.Errorf("web/dist/scalar.json: %q, %w", about.Package, err)
	}
	return part("npm", about.Package[:at], about.Package[at+1:], hex.EncodeToString(raw)), nil
}
