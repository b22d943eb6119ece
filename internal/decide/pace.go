package decide

import (
	"fmt"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/knowledge"
)

// The rules against loops and floods.
const (
	loopAlike   = 3                       // messages that are alike, in a row
	loopQuick   = 4                       // messages within loopSoon after ours, in a row
	loopSoon    = 1500 * time.Millisecond // quicker than people read
	loopEchoes  = 2                       // messages that an assistant said, in a row
	loopPause   = 30 * time.Minute
	repeatSoon  = 30 * time.Minute // a question that comes again so soon was not answered well
	negativeFor = 24 * time.Hour
)

// loops finds another machine at the other end.
func loops(f Facts, d *Decision, folded string) bool {
	evidence := ""
	if word := machines.in(folded); word != "" {
		evidence = fmt.Sprintf("The message says %q.", word)
	} else if f.Echoes >= loopEchoes {
		evidence = fmt.Sprintf("%d messages in a row say word for word what an assistant said.", f.Echoes)
	} else if n := alikeInARow(f); n >= loopAlike {
		evidence = fmt.Sprintf("%d messages in a row say the same.", n)
	} else if n := quickInARow(f); n >= loopQuick {
		evidence = fmt.Sprintf("%d messages in a row came within %s after an answer.", n, loopSoon)
	}
	if evidence == "" {
		return false
	}
	d.handOff(crm.HandOffLoop, false, "%s", evidence)
	d.Act, d.Until = ActPause, f.Now.Add(loopPause)
	return true
}

// alikeInARow counts how many of the last messages of the contact, this burst
// included, are near-duplicates of the newest.
func alikeInARow(f Facts) int {
	var last string
	n := 0
	all := append(append([]Said{}, f.Before...), f.Burst...)
	for i := len(all) - 1; i >= 0; i-- {
		s := all[i]
		if !s.Inbound || s.Revoked || f.Now.Sub(s.At) > repeatSoon {
			continue
		}
		text := knowledge.Normalise(s.Text)
		if text == "" {
			break
		}
		if n > 0 && Similarity(text, last) < alike {
			break
		}
		last, n = text, n+1
	}
	return n
}

// quickInARow counts how many of the contact's last messages each came quicker
// after one of ours than people read.
func quickInARow(f Facts) int {
	all := append(append([]Said{}, f.Before...), f.Burst...)
	n := 0
	for i := len(all) - 1; i > 0; i-- {
		if !all[i].Inbound {
			continue
		}
		if before := all[i-1]; before.Inbound || !before.Machine || all[i].At.Sub(before.At) > loopSoon {
			break
		}
		n++
	}
	return n
}

// paces holds back who would say too much.
func paces(f Facts, d *Decision, _ string) bool {
	minutes, day, alone := 0, 0, 0
	counting := true
	var last time.Time
	for _, t := range f.Turns {
		if t.State == crm.TurnHandedOff {
			counting = false // a person had a look
		}
		if t.State != crm.TurnReplied || t.DecidedAt == nil {
			continue
		}
		age := f.Now.Sub(*t.DecidedAt)
		if last.IsZero() {
			last = *t.DecidedAt
		}
		if age < 10*time.Minute {
			minutes++
		}
		if age < 24*time.Hour {
			day++
		}
		if counting && (f.ActiveSpeaker.Since == nil || t.DecidedAt.After(*f.ActiveSpeaker.Since)) {
			alone++
		}
	}
	l := f.Config.Limits
	switch {
	case minutes >= l.TenMinutes:
		return d.handOff(crm.HandOffReplyLimit, false, "%d replies in ten minutes.", minutes)
	case day >= l.Day:
		return d.handOff(crm.HandOffReplyLimit, false, "%d replies in a day.", day)
	case alone >= l.WithoutPerson:
		return d.handOff(crm.HandOffTurnLimit, true, "%d replies without a person.", alone)
	}
	if free := last.Add(time.Duration(l.PauseSeconds) * time.Second); !last.IsZero() && f.Now.Before(free) {
		d.Act, d.Reason, d.Until = ActWait, "pace", free
		return true
	}
	return false
}
