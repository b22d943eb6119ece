package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// misread are the environment variables that their flags cannot read, by the name
// of the flag, each with what to write instead.
type misread map[*kong.Flag]string

// readEnvironment reads every variable as its flag does. It takes out of the
// environment what cannot be read, so that the parser goes on and everything that is
// wrong is told at once. An empty variable means the default.
func readEnvironment(model *kong.Application) misread {
	wrong := misread{}
	var gone []string // at the end: flags of several commands read a variable
	var walk func(n *kong.Node)
	walk = func(n *kong.Node) {
		for _, f := range n.Flags {
			for _, name := range f.Envs {
				text, set := os.LookupEnv(name)
				if !set {
					continue
				}
				if text == "" && (f.HasDefault || f.IsBool()) {
					gone = append(gone, name)
				} else if fault := faultOf(f, text); fault != "" {
					gone = append(gone, name)
					wrong[f] = fault
				}
			}
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(model.Node)
	for _, name := range gone {
		_ = os.Unsetenv(name)
	}
	return wrong
}

// faultOf says what is wrong with a text for a flag; nothing is "".
func faultOf(f *kong.Flag, text string) string {
	if f.Enum != "" && !slices.Contains(f.EnumSlice(), text) {
		return fmt.Sprintf("%q is not known; write %s", text, strings.Join(f.EnumSlice(), ", "))
	}
	target, set := reflect.New(f.Target.Type()).Elem(), f.Set
	err := f.Parse(kong.ScanFromTokens(kong.Token{Type: kong.FlagValueToken, Value: text}), target)
	f.Set = set
	if err == nil {
		return ""
	}
	switch target.Interface().(type) {
	case time.Duration, []time.Duration:
		return fmt.Sprintf("%q is not a duration; write for example 30s, 5m or 24h", text)
	case bool:
		return fmt.Sprintf("%q is neither true nor false", text)
	case int, int64:
		return fmt.Sprintf("%q is not a whole number", text)
	}
	return err.Error()
}

// settingFaults returns everything that is wrong with the settings of the command that
// was asked for, a line each; nil if the error is about something else.
func settingFaults(command *kong.Context, wrong misread, err error) (lines []string) {
	var flags []*kong.Flag
	var parse *kong.ParseError
	if errors.As(err, &parse) {
		command = parse.Context
	}
	if command != nil {
		flags = command.Flags()
	}
	for _, f := range flags {
		if fault := wrong[f]; fault != "" {
			lines = append(lines, settingName(f)+": "+fault)
		}
	}
	if err == nil {
		return lines
	}
	text := err.Error()
	if before, after, found := strings.Cut(text, ": --"); found && !strings.HasPrefix(text, "--") && !strings.Contains(before, " -") {
		text = "--" + after // without the name of the command
	}
	if !strings.HasPrefix(text, "--") {
		if len(lines) > 0 {
			lines = append(lines, text)
		}
		return lines
	}
	for line := range strings.SplitSeq(text, "\n") {
		name, fault, _ := strings.Cut(line, ": ")
		for _, f := range flags {
			if name == "--"+f.Name {
				name = settingName(f)
			}
		}
		lines = append(lines, name+": "+fault)
	}
	return lines
}

// settingName is a flag with its variable: an operator set one of the two.
func settingName(f *kong.Flag) string {
	if len(f.Envs) == 0 {
		return "--" + f.Name
	}
	return "--" + f.Name + " (" + strings.Join(f.Envs, ", ") + ")"
}

// refuse prints what is wrong with the settings and ends the process, as it ends for
// a wrong command line; it returns if nothing is.
func refuse(command *kong.Context, wrong misread, err error) {
	lines := settingFaults(command, wrong, err)
	switch len(lines) {
	case 0:
		return
	case 1:
		fmt.Fprintln(os.Stderr, "crm: "+lines[0])
	default:
		fmt.Fprintf(os.Stderr, "crm: %d settings are wrong:\n  %s\n", len(lines), strings.Join(lines, "\n  "))
	}
	os.Exit(wrongUsage)
}

// wrongUsage is how the process ends where the command line or a setting is wrong.
const wrongUsage = 80
