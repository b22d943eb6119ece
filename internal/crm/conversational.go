package crm

import (
	"strings"
	"unicode/utf8"
)

// Bounds of conversational components (outbound.md 5.3); lengths in characters.
const (
	maxCommands           = 30
	maxCommandName        = 32
	maxCommandDescription = 256
	maxPrompts            = 4
	maxPrompt             = 80
)

// ConversationalComponents are what a number offers to contacts in its chat.
type ConversationalComponents struct {
	// WelcomeMessage has the provider tell when somebody opens the chat for the first time.
	WelcomeMessage bool          `json:"welcomeMessage"`
	Commands       []ChatCommand `json:"commands"`
	Prompts        []string      `json:"prompts"`
}

// ChatCommand is what contacts may pick after they typed a slash.
type ChatCommand struct {
	Name        string `json:"name" maxLength:"32" doc:"Name of the command, without a slash: at most 32 characters." example:"tickets"`
	Description string `json:"description" maxLength:"256" doc:"What it does: at most 256 characters." example:"Book flight tickets"`
}

// Check adds every fault of the components.
func (c ConversationalComponents) Check(f *Faults) {
	if len(c.Commands) > maxCommands {
		f.Add("/commands", CodeOutOfRange, "commands has at most %d entries.", maxCommands)
	}
	names := map[string]bool{}
	for i, command := range c.Commands {
		at := func(field string) string { return Pointer("commands", i, field) }
		checkShown(at("name"), command.Name, maxCommandName, f)
		checkShown(at("description"), command.Description, maxCommandDescription, f)
		if command.Name != "" && names[command.Name] {
			f.Add(at("name"), CodeParameterInvalid, "name: there are two commands %q.", command.Name)
		}
		if strings.HasPrefix(command.Name, "/") {
			f.Add(at("name"), CodeParameterInvalid, "name has no slash: contacts type it themselves.")
		}
		names[command.Name] = true
	}
	if len(c.Prompts) > maxPrompts {
		f.Add("/prompts", CodeOutOfRange, "prompts has at most %d entries.", maxPrompts)
	}
	for i, prompt := range c.Prompts {
		checkShown(Pointer("prompts", i), prompt, maxPrompt, f)
	}
}

// checkShown adds the fault of a text that must be there and not be too long.
func checkShown(pointer, text string, most int, f *Faults) {
	field := pointer[strings.LastIndexByte(pointer, '/')+1:]
	if strings.Trim(field, "0123456789") == "" {
		field = "A text"
	}
	switch {
	case strings.TrimSpace(text) == "":
		f.Add(pointer, CodeRequired, "%s is required: 1 to %d characters.", field, most)
	case utf8.RuneCountInString(text) > most:
		f.Add(pointer, CodeTooLong, "%s has at most %d characters.", field, most)
	}
}
