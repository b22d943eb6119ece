package main

import (
	"encoding/json"
	"fmt"
	"os"

	"service.example/crm/internal/version"
)

type versionCommand struct {
	JSON bool `help:"Print JSON."`
}

// Run prints the build in one line.
func (c *versionCommand) Run() error {
	if c.JSON {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", "  ")
		return out.Encode(version.Current())
	}
	_, err := fmt.Println(version.Current())
	return err
}
