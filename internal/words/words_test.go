package words

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// What is written in one way is found when it is written in another.
func TestQueriesFindWhatIsWrittenOtherwise(t *testing.T) {
	for _, c := range []struct {
		text, query, marked string
	}{
		{"Crème brûlée", "creme", "Crème"},
		{"Die Straße ist lang", "STRASSE", "Straße"},
		{"ΟΔΟΣ", "οδος", "ΟΔΟΣ"},
		{"Ёлка и мёд", "елка мед", "Ёлка|мёд"},
		{"أريد طَلَبي الآن", "اريد طلبي", "أريد|طَلَبي"},
		{"مدرسة جميلة", "مدرسه", "مدرسة"},
		{"العـــربية", "العربيه", "العـــربية"},
		{"کتاب ۱۲۳", "كتاب 123", "کتاب|۱۲۳"},
		{"می\u200cخواهم", "ميخواهم", "می\u200cخواهم"},
		{"क़ीमत क्या है", "कीमत", "क़ीमत"},
		{"我想退款", "退款", "退款"},
		{"我想退款", "退", "退"},
		{"我想退款", "款", "款"},
		{"什么时候发货", "什么时候", "什么时候"},
		{"ﾊﾞﾅﾅを買う", "バナナ", "ﾊﾞﾅﾅ"},
		{"コーヒーをください", "コーヒー", "コーヒー"},
		{"배송 조회를 하고 싶어요", "배송 조회", "배송|조회"},
		{"สวัสดีครับ", "ดีครับ", "ดีครับ"},
		{"Order ORD-48213/7 please", "ORD-48213/7", "ORD-48213/7"},
		{"Order ORD-48213/7 please", "48213", "48213"},
		{"Order ORD-48213/7 please", "ord48213", "ORD-48213/7"},
		{"call +34 612 345 678 now", "612345678", "+34 612 345 678"},
		{"call +34 612 345 678 now", "5678", "612 345 678"},
		{"call +34612345678 now", "0612 345 678", "34612345678"},
		{"+34612345678", "+34 612 34", "34612345678"},
		{"1,000 pieces", "1000", "1,000"},
		{"don't", "dont", "don't"},
		{"write to anna@example.com", "example", "example"},
		{"quick brown", "bro quick", ""},
		{"quick brown", "quick bro", "quick|brown"},
		{"quick brown", "uick", ""},
		{"①②③ ok", "ok", "ok"},
	} {
		q, err := Parse(c.query)
		if err != nil {
			t.Errorf("%q: %v", c.query, err)
			continue
		}
		ranges, found := q.Match(Of(c.text))
		var marked []string
		for _, r := range ranges {
			marked = append(marked, c.text[r.Start:r.End])
		}
		got := strings.Join(marked, "|")
		if found != (c.marked != "") || found && !strings.Contains(got, strings.TrimPrefix(c.marked, "+")) {
			t.Errorf("%q in %q: %v %q, not %q", c.query, c.text, found, got, c.marked)
		}
	}
}

func TestQueriesThatFindNothingAreRefused(t *testing.T) {
	for query, want := range map[string]error{"": ErrEmpty, " \n": ErrEmpty, "?!… 👍": ErrNoWords, strings.Repeat("a", 201): ErrTooLong,
		strings.Repeat("a ", 21): ErrTooMany, "\xff": errNotValid, strings.Repeat("好", 200): nil, strings.Repeat("a ", 20): nil} {
		if _, err := Parse(query); err != want {
			t.Errorf("%q: %v, not %v", query, err, want)
		}
	}
}

func TestSnippetsShowWhatWasFound(t *testing.T) {
	long := strings.Repeat("Lorem ipsum dolor sit amet, 😀 ", 30) + "the PARCEL is here 退款 " + strings.Repeat("und noch viel mehr Text ", 30)
	for _, query := range []string{"parcel", "退款", "lorem", "mehr"} {
		q, err := Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		ranges, found := q.Match(Of(long))
		s := Cut(long, ranges)
		units := utf16.Encode([]rune(s.Text))
		if !found || len(s.Marks) == 0 || utf8.RuneCountInString(s.Text) > snippetLength+2 {
			t.Errorf("%q: %v %+v", query, found, s)
			continue
		}
		m := s.Marks[0]
		if got := string(utf16.Decode(units[m.Start:m.End])); !strings.EqualFold(got, query) {
			t.Errorf("%q is marked as %q in %q", query, got, s.Text)
		}
	}
	if s := Cut("short", nil); s.Text != "short" || s.Marks != nil {
		t.Errorf("%+v", s)
	}
}

func severalWords(r rune) bool {
	return strings.ContainsFunc(fold(string(r)), func(f rune) bool { return !isWord(f) }) && strings.ContainsFunc(fold(string(r)), isWord)
}

// FuzzTokens holds what both engines rely on: tokens are made of letters, digits
// and marks only, ranges are in the text and at borders of characters, and every
// word of a text, as it is shown, finds the text.
func FuzzTokens(f *testing.F) {
	for _, text := range []string{"Where is my order ORD-1/2?", "我想退款 abc", "+34 612-345-678", "طَلَبي می\u200cخواهم ۱۲۳", "क़ीमत", "ﾊﾞﾅﾅ한국어 สวัสดี", "a\u0301\u200d\ufe0f 👩‍👩‍👧 ﷺ ㎏", "'\\\"\x00*"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || len(text) > 400 {
			return
		}
		tokens := Of(text)
		if !slices.Equal(tokens, Of(text)) {
			t.Fatal("not the same twice")
		}
		for i, k := range tokens {
			if k.Text == "" || k.Start < 0 || k.Start >= k.End || k.End > len(text) || !utf8.RuneStart(text[k.Start]) || k.End < len(text) && !utf8.RuneStart(text[k.End]) {
				t.Fatalf("%+v in %q", k, text)
			}
			for _, r := range k.Text {
				if !isWord(r) || r >= 'A' && r <= 'Z' {
					t.Fatalf("%q is in the token %q", r, k.Text)
				}
			}
			if k.Next && (i+1 == len(tokens) || tokens[i+1].Start >= k.End) {
				t.Fatalf("%+v goes on with nothing", k)
			}
			shown := text[k.Start:k.End]
			if strings.ContainsFunc(shown, severalWords) {
				continue // a sign of several words goes together with what stands beside it
			}
			q, err := Parse(shown)
			if err != nil {
				continue // longer than a query
			}
			ranges, found := q.Match(tokens)
			if !found && len(tokens) < maxTokens {
				t.Fatalf("%q does not find %q", shown, text)
			}
			Cut(text, ranges)
		}
	})
}
