package holiday

import "strings"

const (
	maxLine   = 64 << 10 // bytes of a line with all that it goes on in
	maxParams = 50       // marks before the value of a line
	maxNested = 8        // parts within parts
	maxEvents = 20_000
)

// checkLines tells at which line a text is no iCalendar file, and bounds what the
// parser is given: it copies a line for each of its parameters, and goes down into
// parts within parts.
func checkLines(text string) error {
	var parts []string
	events, ended := 0, false
	var whole []byte
	begins := 0
	judge := func() error {
		line := string(whole)
		if strings.TrimSpace(line) == "" {
			return nil
		}
		fault := func(detail string) error { return &Fault{begins, detail} }
		name, value, ok := splitLine(line)
		switch {
		case len(line) > maxLine:
			return fault("The line is longer than 64 KiB.")
		case ended:
			return fault("Nothing may follow END:VCALENDAR. Send one calendar.")
		case len(parts) == 0 && line != "BEGIN:VCALENDAR":
			return fault("An iCalendar file begins with BEGIN:VCALENDAR.")
		case !ok:
			return fault("A line has the form NAME:value.")
		}
		switch name {
		case "BEGIN":
			if parts = append(parts, value); len(parts) > maxNested {
				return fault("There are too many parts within parts.")
			}
			if value == "VEVENT" {
				events++
			}
			if events > maxEvents {
				return fault("The file has more than 20,000 events.")
			}
		case "END":
			if last := parts[len(parts)-1]; value != last {
				return fault("END:" + last + " is expected here.")
			}
			parts = parts[:len(parts)-1]
			ended = len(parts) == 0
		}
		return nil
	}
	number := 0
	for physical := range strings.SplitSeq(text, "\n") {
		number++
		physical = strings.TrimSuffix(physical, "\r")
		if number > 1 && physical != "" && (physical[0] == ' ' || physical[0] == '\t') {
			whole = append(whole, physical[1:]...)
			continue
		}
		if err := judge(); err != nil {
			return err
		}
		whole, begins = append(whole[:0], physical...), number
	}
	if err := judge(); err != nil {
		return err
	}
	switch {
	case number == 1 && !ended && len(parts) == 0:
		return &Fault{1, "An iCalendar file begins with BEGIN:VCALENDAR."}
	case len(parts) > 0:
		return &Fault{number, "The file ends before END:" + parts[len(parts)-1] + "."}
	}
	return nil
}

// splitLine returns the name and the value of a line, or false for one that has
// none or has too much between them.
func splitLine(line string) (name, value string, ok bool) {
	quoted, marks := false, 0
	for i := range len(line) {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case c == ':' && !quoted:
			name, _, _ = strings.Cut(line[:i], ";")
			return name, line[i+1:], isName(name)
		case c == ';' || c == ',':
			if marks++; marks > maxParams {
				return "", "", false
			}
		}
	}
	return "", "", false
}

func isName(text string) bool {
	return text != "" && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") == ""
}
