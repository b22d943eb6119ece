package sandbox

import "testing"

// The model of the simulator chooses by the last word of a name, and errs on demand.
func TestTheModelChooses(t *testing.T) {
	c := choicesIn("label L1: \"Any refund\"\nlabel L2: \"Offers\"\nteam T1: \"Team Repairs\"\nnot a label L3: \"Refund\"\nlabel L4: broken\"\n")
	for _, of := range []struct {
		name, question string
		right, wrong   any
	}{
		{"label", "I want a refund", "L1", "L2"},
		{"label", "Is there an offer?", "L2", "L1"},
		{"label", "Hello", "", "L1"},
		{"team", "Please repair it", "T1", "T1"},
		{"close", "Thanks, bye", true, false},
		{"close", "Thanks", false, true},
	} {
		c.mistaken = false
		right, is := c.answer(of.name, of.question)
		c.mistaken = true
		wrong, _ := c.answer(of.name, of.question)
		if right != of.right || wrong != of.wrong || !is {
			t.Errorf("%s of %q: %v, and %v if it errs, want %v and %v", of.name, of.question, right, wrong, of.right, of.wrong)
		}
	}
	if _, is := c.answer("stage", "A chair"); is {
		t.Error("it chooses a stage where none is offered")
	}
}
