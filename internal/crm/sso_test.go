package crm

import "testing"

// A browser that signed in goes back to a page of ours and nowhere else.
func TestReturnPath(t *testing.T) {
	for text, want := range map[string]string{"": "/", "/": "/", "/inbox?open=cnv_1#last": "/inbox?open=cnv_1#last",
		"//evil.example": "", "/\\evil.example": "", "\\/evil.example": "", "https://evil.example": "", "evil.example": "", "javascript:alert(1)": "",
		"/\t/evil.example": "", "\t//evil.example": "", "/a\r\nSet-Cookie: x=y": "", "/ä": "", "/a b": ""} {
		if got, ok := ReturnPath(text); got != want || ok != (want != "") {
			t.Errorf("%q becomes %q, %v", text, got, ok)
		}
	}
}

func TestCheckDomains(t *testing.T) {
	for text, want := range map[string]bool{"Example.COM": true, "a.b-c.example": true, "xn--bcher-kva.example": true,
		"": false, "example": false, "example.com.": false, ".example.com": false, "-a.example": false, "a-.example": false, "a..b": false,
		"192.0.2.1": false, "bücher.example": false, "a b.example": false, "user@example.com": false, "https://example.com": false, "*.example.com": false} {
		var f Faults
		got := CheckDomains([]string{text, text}, &f)
		if f.Empty() != want || want && len(got) != 1 {
			t.Errorf("%q: %q, %v", text, got, f.Err())
		}
	}
	if d := DomainOf("ada@x@example.com"); d != "example.com" {
		t.Error(d)
	}
}
