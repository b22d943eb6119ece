package sandbox

import (
	"testing"
	"time"
)

// Reviews go by rules, the first that fits, each with its own delay on the clock.
func TestReviewGoesByRules(t *testing.T) {
	b := newBench(t, nil)
	if status, answer := b.control("POST", "config", `{"templateRules":[{"name":"bad_*","verdict":"reject","reason":"promotional"},{"contains":"wait","verdict":"approve","delayMs":3600000},{"category":"MARKETING","verdict":"manual"}]}`); status != 200 {
		t.Fatal(answer)
	}
	if status, _ := b.control("POST", "config", `{"templateRules":[{"verdict":"maybe"}]}`); status != 400 {
		t.Error("a verdict that there is not was taken")
	}
	const path = testAccount + "/message_templates"
	create := func(name, category, text string) string {
		return b.expect("POST", path, `{"name":"`+name+`","language":"en_US","category":"`+category+`","components":[{"type":"BODY","text":"`+text+`"}]}`, 200, 0, "PENDING").str("id")
	}
	bad, slow, manual := create("bad_one", "UTILITY", "Hello there."), create("slow", "UTILITY", "Please wait there."), create("other", "MARKETING", "Hello there.")
	is := func(id, want string) {
		t.Helper()
		if got := b.expect("GET", id, "", 200, 0, "status").str("status"); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
	for deadline := time.Now().Add(5 * time.Second); b.expect("GET", bad, "", 200, 0, "status").str("status") == "PENDING" && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	is(bad, "REJECTED")
	is(slow, "PENDING")
	b.Advance(time.Hour)
	b.settled()
	is(slow, "APPROVED")
	is(manual, "PENDING")
	b.control("POST", "templates/other", `{"status":"APPROVED"}`)
	is(manual, "APPROVED")
}

// Archived templates cannot be sent, and come back approved.
func TestTemplatesAreArchived(t *testing.T) {
	b := newBench(t, nil)
	const path = testAccount + "/message_templates"
	id := b.expect("GET", path+"?name=hello_world", "", 200, 0, "hello_world").first("data").str("id")
	b.expect("POST", path+"/archive", `{"hsm_ids":"`+id+`,1"}`, 200, 0, "no such message template")
	b.expect("GET", id, "", 200, 0, "ARCHIVED")
	b.expect("POST", path+"/unarchive", `{"hsm_ids":"`+id+`"}`, 200, 0, "unarchived_templates")
	b.expect("GET", id, "", 200, 0, "APPROVED")
}

// The control API changes quality and category, and announces categories.
func TestTemplateChangesByControl(t *testing.T) {
	b := newBench(t, nil)
	b.control("POST", "templates/hello_world", `{"quality":"YELLOW","nextCategory":"MARKETING"}`)
	b.control("POST", "templates/hello_world", `{"category":"MARKETING"}`)
	b.settled()
	told := map[string]bool{} // in any order
	for _, v := range b.values() {
		told[v.str("new_quality_score")+v.str("correct_category")+v.str("previous_category")] = true
	}
	if len(told) != 3 || !told["YELLOW"] || !told["MARKETING"] || !told["UTILITY"] {
		t.Errorf("%v", told)
	}
}
