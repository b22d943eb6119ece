package holiday

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func file(lines ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VCALENDAR\r\n"
}

func event(lines ...string) string {
	return "BEGIN:VEVENT\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VEVENT"
}

func day(text string) time.Time {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return t
}

func told(days []Day) string {
	var out []string
	for _, d := range days {
		line := d.Date + " " + d.Name
		if d.Kind != KindUnknown {
			line += " " + string(d.Kind)
		}
		if d.RuleUnknown {
			line += " ?"
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a public holiday, an observance, and one that says nothing", file(
			event("UID:1", "DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261226", "SUMMARY:Christmas Day", "DESCRIPTION:Public holiday"),
			event("UID:2", "DTSTART;VALUE=DATE:20260214", "SUMMARY:Valentine's Day", `DESCRIPTION:Observance\nTo hide observances\, go to Settings > Holidays`),
			event("UID:3", "DTSTART;VALUE=DATE:20260501", "SUMMARY:May  Day"),
			event("UID:4", "DTSTART;VALUE=DATE:20260601", "SUMMARY:June", "DESCRIPTION:Not a public holiday", "CATEGORIES:Holidays")),
			"2026-02-14 Valentine's Day observance; 2026-05-01 May Day; 2026-06-01 June observance; 2026-12-25 Christmas Day public_holiday"},
		{"several days, to the end of the range", file(
			event("DTSTART;VALUE=DATE:20261230", "DTEND;VALUE=DATE:20270103", "SUMMARY:Closed"),
			event("DTSTART;VALUE=DATE:20260101", "DURATION:P2D", "SUMMARY:New Year")),
			"2026-01-01 New Year; 2026-01-02 New Year; 2026-12-30 Closed; 2026-12-31 Closed"},
		{"times are days", file(
			event("DTSTART;TZID=Europe/Berlin:20261224T140000", "DTEND;TZID=Europe/Berlin:20261225T120000", "SUMMARY:Eve"),
			event("DTSTART:20260704T000000", "DTEND:20260705T000000", "SUMMARY:Fourth")),
			"2026-07-04 Fourth; 2026-12-24 Eve; 2026-12-25 Eve"},
		{"every year since long ago", file(event("DTSTART;VALUE=DATE:19500103", "RRULE:FREQ=YEARLY", "SUMMARY:Old")), "2026-01-03 Old"},
		{"the fourth Thursday of November", file(event("DTSTART;VALUE=DATE:20201126", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "SUMMARY:Thanksgiving")), "2026-11-26 Thanksgiving"},
		{"the last Monday of May", file(event("DTSTART;VALUE=DATE:20200525", "RRULE:FREQ=YEARLY;BYDAY=-1MO;BYMONTH=5;WKST=SU", "SUMMARY:Memorial Day")), "2026-05-25 Memorial Day"},
		{"every third year, until one, and so often", file(
			event("DTSTART;VALUE=DATE:20200303", "RRULE:FREQ=YEARLY;INTERVAL=3", "SUMMARY:Third"),
			event("DTSTART;VALUE=DATE:20200404", "RRULE:FREQ=YEARLY;INTERVAL=4", "SUMMARY:Fourth"),
			event("DTSTART;VALUE=DATE:20200505", "RRULE:FREQ=YEARLY;UNTIL=20260101T000000Z", "SUMMARY:Until"),
			event("DTSTART;VALUE=DATE:20200606", "RRULE:FREQ=YEARLY;COUNT=7", "SUMMARY:Seven"),
			event("DTSTART;VALUE=DATE:20200707", "RRULE:FREQ=YEARLY;COUNT=6", "SUMMARY:Six")),
			"2026-03-03 Third; 2026-06-06 Seven"},
		{"February 29 only where there is one", file(event("DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY", "SUMMARY:Leap")), ""},
		{"left out, moved, canceled and added", file(
			event("UID:a", "DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=YEARLY", "EXDATE;VALUE=DATE:20260101", "SUMMARY:Left out"),
			event("UID:b", "DTSTART;VALUE=DATE:20200202", "RRULE:FREQ=YEARLY", "SUMMARY:Moved"),
			event("UID:b", "RECURRENCE-ID;VALUE=DATE:20260202", "DTSTART;VALUE=DATE:20260203", "SUMMARY:Moved"),
			event("UID:c", "DTSTART;VALUE=DATE:20260303", "STATUS:CANCELLED", "SUMMARY:Canceled"),
			event("UID:d", "DTSTART;VALUE=DATE:20250404", "RDATE;VALUE=DATE:20260405,20260406", "SUMMARY:Added")),
			"2026-02-03 Moved; 2026-04-05 Added; 2026-04-06 Added"},
		{"a rule that is not read", file(event("DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=MONTHLY;BYDAY=1MO", "SUMMARY:First Monday")), "2026-01-05 First Monday ?"},
		{"folded lines, a name in Arabic, no name, twice the same", "\ufeff" + file(
			"BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20260\r\n 320\r\nSUMMARY:عيد\r\n  الفطر\r\nBEGIN:VALARM\r\nTRIGGER:-P1D\r\nEND:VALARM\r\nEND:VEVENT",
			event("DTSTART;VALUE=DATE:20260321"), event("DTSTART;VALUE=DATE:20260321")),
			"2026-03-20 عيد الفطر; 2026-03-21 Holiday"},
		{"nothing", file(), ""},
		{"events without a day", file(event("SUMMARY:No day"), event("DTSTART:soon"), event("DTSTART:99991231")), ""},
	} {
		days, more, err := Read(c.text, day("2026-01-01"), day("2026-12-31"))
		if told(days) != c.want || more || err != nil {
			t.Errorf("%s: %s %v %v\nwant %s", c.name, told(days), more, err, c.want)
		}
	}
}

func TestBadFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                                            "Line 1: An iCalendar file begins with BEGIN:VCALENDAR.",
		"<html></html>":                               "Line 1: An iCalendar file begins with BEGIN:VCALENDAR.",
		"\n\nhello":                                   "Line 3: An iCalendar file begins with BEGIN:VCALENDAR.",
		"BEGIN:VCALENDAR\nVERSION:2.0\n":              "Line 3: The file ends before END:VCALENDAR.",
		file("BEGIN:VEVENT", "SUMMARY"):               "Line 5: A line has the form NAME:value.",
		file("BEGIN:VEVENT", "A B:1"):                 "Line 5: A line has the form NAME:value.",
		file("BEGIN:VEVENT", "END:VTODO"):             "Line 5: END:VEVENT is expected here.",
		file("BEGIN:VEVENT"):                          "Line 5: END:VEVENT is expected here.",
		file() + file():                               "Line 6: Nothing may follow END:VCALENDAR. Send one calendar.",
		file(strings.Repeat("BEGIN:X\r\n", 9)):        "Line 11: There are too many parts within parts.",
		file("X;A=" + strings.Repeat(",", 60) + ":1"): "Line 4: A line has the form NAME:value.",
		file("X:" + strings.Repeat("\r\n 123456789", 8000)): "Line 4: The line is longer than 64 KiB.",
		file("X;A=\x01:1"): "The file is not an iCalendar file that can be read.",
	} {
		_, _, err := Read(text, day("2026-01-01"), day("2026-12-31"))
		var fault *Fault
		if !errors.As(err, &fault) || fault.Error() != want {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

// Whatever a file of 1 MiB names, reading it ends soon and gives no more than
// there is room for.
func TestLargeFilesEndSoon(t *testing.T) {
	for name, one := range map[string]string{
		"every day of every year": event("DTSTART;VALUE=DATE:19000101", "RRULE:FREQ=YEARLY;COUNT=1000000;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYMONTHDAY=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"),
		"no day":                  event("DTSTART:19000101", "RRULE:FREQ=YEARLY;COUNT=1000000;BYMONTH=2;BYMONTHDAY=30"),
		"folded":                  event("DTSTART:20260101", "SUMMARY:"+strings.Repeat("\r\n x", 60000)),
		"long":                    event("DTSTART:20260101", "DURATION:P999W", "SUMMARY:%d"),
	} {
		var text strings.Builder
		for i := 0; text.Len() < 1<<20-len(one)-100; i++ {
			text.WriteString(strings.ReplaceAll(one, "%d", fmt.Sprint(i)) + "\r\n")
		}
		began := time.Now()
		days, _, err := Read(file(text.String()), day("2024-01-01"), day("2028-12-31"))
		if err != nil || len(days) > MaxDays {
			t.Errorf("%s: %d days, %v", name, len(days), err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s took %s", name, took)
		} else {
			t.Log(name, took, len(days))
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file(event("UID:1", "DTSTART;VALUE=DATE:20261225", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "SUMMARY:Christmas", "DESCRIPTION:Public holiday")))
	f.Add(file(event("UID:b", "RECURRENCE-ID;VALUE=DATE:20260202", "DTSTART;TZID=\"A:B\":20260203T000000Z", "EXDATE:20260101,20270101", "DURATION:P2W1DT3H")))
	f.Add("BEGIN:VCALENDAR\n \nEND:VCALENDAR")
	from, to := day("2026-01-01"), day("2027-12-31")
	f.Fuzz(func(t *testing.T, text string) {
		days, _, err := Read(text, from, to)
		var fault *Fault
		if err != nil && !errors.As(err, &fault) {
			t.Fatal(err)
		}
		for i, d := range days {
			at, wrong := time.Parse(time.DateOnly, d.Date)
			if wrong != nil || at.Before(from) || at.After(to) || d.Name == "" || d.Kind == "" || i > 0 && d.Date < days[i-1].Date {
				t.Fatalf("%+v", d)
			}
		}
	})
}
