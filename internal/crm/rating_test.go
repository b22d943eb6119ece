package crm

import (
	"strings"
	"testing"
	"time"
)

func TestTapsOnQuestions(t *testing.T) {
	settings := DefaultRatingSettings()
	for method, scores := range map[RatingMethod]string{RateByButtons: "531", RateByList: "54321"} {
		settings.Method = method
		r := Rating{State: RatingAsked, Method: method}
		var ids []string
		question := settings.Ask(sampleEpisode)
		for _, b := range question.Buttons {
			ids = append(ids, b.ID)
		}
		if question.List != nil {
			for _, row := range question.List.Sections[0].Rows {
				ids = append(ids, row.ID)
			}
		}
		got := ""
		for _, id := range ids {
			m := &Message{Content: Content{Reply: &Reply{ID: id}}}
			episode, score, ok := m.RatingTap()
			if !ok || episode != sampleEpisode || !r.Offered(score) {
				t.Errorf("%s is %q %d %v", id, episode, score, ok)
			}
			got += string(rune('0' + score))
		}
		if got != scores {
			t.Errorf("%s offers %s", method, got)
		}
		var f Faults
		(&SendRequest{Type: "interactive", Interactive: question}).validateInteractive(&f)
		if f.Err() != nil {
			t.Errorf("%s: the question cannot be sent: %v", method, f.Err())
		}
	}
	for _, id := range []string{"", "rating:", "rating:" + sampleEpisode, "rating:" + sampleEpisode + ":", "rating:" + sampleEpisode + ":0", "rating:" + sampleEpisode + ":6",
		"rating:" + sampleEpisode + ":55", "rating:eps_1:5", "Rating:" + sampleEpisode + ":5", "rating:" + sampleConversation + ":5"} {
		if _, _, ok := (&Message{Content: Content{Reply: &Reply{ID: id}}}).RatingTap(); ok {
			t.Errorf("%q is taken for a tap", id)
		}
	}
	if _, _, ok := (&Message{Content: Content{GroupID: "g", Reply: &Reply{ID: ratingMark(sampleEpisode, 5)}}}).RatingTap(); ok {
		t.Error("what is said in a group is taken for a tap")
	}
}

func TestARatingHoldsAfterADay(t *testing.T) {
	at := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	r := Rating{State: RatingAsked}
	if !r.Tap(5, "cnv_1", at, 10*time.Minute) || r.Tap(5, "cnv_1", at.Add(time.Hour), 10*time.Minute) || !r.Tap(1, "cnv_1", at.Add(RatingLife-time.Second), 0) {
		t.Errorf("taps within a day make it %+v", r)
	}
	if r.Tap(3, "cnv_1", at.Add(RatingLife), 0) || r.Score != 1 || !r.RatedAt.Equal(at) {
		t.Errorf("a tap after a day makes it %+v", r)
	}
	r.Remark(strings.Repeat("é", maxRatingComment+1))
	if len([]rune(r.Comment)) != maxRatingComment || r.CommentUntil != nil {
		t.Errorf("the comment has %d bytes", len(r.Comment))
	}
	if r.Tap(5, "cnv_1", at.Add(time.Minute), time.Hour); r.CommentUntil != nil {
		t.Error("a second comment is awaited")
	}
}

func TestWhichEpisodesAreAskedAbout(t *testing.T) {
	now := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	on := DefaultRatingSettings()
	on.Enabled = true
	everything, elsewhere := on, on
	everything.OnlyAnsweredByPeople = false
	elsewhere.PhoneNumberIDs = []string{sampleConversation, sampleNumber}
	closed := func(reason string, answer *time.Time, seq int64) *InboxState {
		return &InboxState{PhoneNumberID: "num_1", AnswerSeq: seq, Episode: Episode{FirstPersonAnswerAt: answer, Closing: Closing{At: &now, Reason: reason}}}
	}
	for name, c := range map[string]struct {
		settings   RatingSettings
		state      *InboxState
		asks, sure bool
	}{
		"off":                     {DefaultRatingSettings(), closed("resolved", &now, 1), false, false},
		"answered by people":      {on, closed("resolved", &now, 1), true, true},
		"an answer is on its way": {on, closed("resolved", nil, 1), true, false},
		"nobody answered":         {on, closed("resolved", nil, 0), false, false},
		"nobody needs to answer":  {everything, closed("no_answer", nil, 0), true, true},
		"spam":                    {everything, closed("spam", &now, 1), false, false},
		"joined to another one":   {everything, closed(ReasonMerged, &now, 1), false, false},
		"on another phone number": {elsewhere, closed("resolved", &now, 1), false, true},
	} {
		if asks, sure := c.settings.Asks(c.state); asks != c.asks || sure != c.sure {
			t.Errorf("%s: %v %v", name, asks, sure)
		}
	}
}
