package website

import (
	"net/url"
	"strings"
	"testing"
)

func read(t *testing.T, at, body string) Page {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	return Read(u, "text/html; charset=utf-8", []byte(body))
}

// Names are found however a website writes them, and not where it names another business.
func TestFindName(t *testing.T) {
	for _, c := range []struct {
		legal, page string
		found       bool
	}{
		{"Lucky Shrub Ltd", "<footer>© 2026 Lucky Shrub Ltd</footer>", true},
		{"Lucky Shrub Ltd.", "<p>LUCKY SHRUB</p>", true},
		{"Lucky Shrub L.L.C.", "<p>Lucky Shrub LLC</p>", true},
		{"Müller & Söhne GmbH", "<p>Mueller und Sohne</p>", false},
		{"Müller & Söhne GmbH", "<p>Muller & Sohne GmbH</p>", true},
		{"Lucky Shrub Ltd", "<p>Lucky Shrubs Limited</p>", true},
		{"Lucky Shrub Ltd", "<p>Lucky Shop Ltd</p>", false},
		{"Lucky Shrub Ltd", `<img src=logo.png alt="Lucky Shrub Ltd">`, false},
		{"Lucky Shrub Ltd", `<p style="display: none">Lucky Shrub Ltd</p><script>"Lucky Shrub Ltd"</script>`, false},
		{"Счастливый Куст ООО", "<p>ООО «Счастливый куст»</p>", true},
		{"Lucky Shrub Ltd", "<p>ООО «Счастливый куст»</p>", false},
		{"株式会社山田商店", "<p>株式会社山田商店 御中</p>", true},
		{"IBM Corp", "<p>IBN Corp</p>", false},
		{"IBM Corp", "<p>IBM</p>", true},
	} {
		if m := FindName(c.legal, read(t, "https://a.example/", c.page)); m.Found != c.found {
			t.Errorf("%q in %s: %+v", c.legal, c.page, m)
		}
	}
}

// Addresses are found in another order and with other abbreviations, with their numbers.
func TestFindAddress(t *testing.T) {
	for _, c := range []struct {
		address, page string
		found         bool
	}{
		{"1 Hacker Way, Menlo Park, CA 94025", "<p>Menlo Park CA 94025<br>1 Hacker Way</p>", true},
		{"12 High Street, London", "<p>Visit us: 12 High St. London</p>", true},
		{"Hauptstraße 5, 10115 Berlin", "<p>Hauptstr. 5<br>10115 Berlin</p>", true},
		{"12 High Street, London", "<p>We love London and its high streets</p>", false},
		{"1 Hacker Way, Menlo Park, CA 94025", "<p>Menlo Park is a way to live in CA</p>", false},
	} {
		if m := FindAddress(c.address, read(t, "https://a.example/", c.page)); m.Found != c.found {
			t.Errorf("%q in %s: %+v", c.address, c.page, m)
		}
	}
}

// The policy is found by its link in any language, and only on the domain of the website.
func TestPolicyLink(t *testing.T) {
	for body, want := range map[string]string{
		`<a href="/privacy">Privacy</a>`:                               "https://www.a.example/privacy",
		`<a href="/x">Datenschutzerklärung</a>`:                        "https://www.a.example/x",
		`<a href="/x">Política de privacidad</a>`:                      "https://www.a.example/x",
		`<a href="/x">Политика конфиденциальности</a>`:                 "https://www.a.example/x",
		`<a href="/x">プライバシーポリシー</a>`:                                  "https://www.a.example/x",
		`<a href="/x">سياسة الخصوصية</a>`:                              "https://www.a.example/x",
		`<a href="/x">Politique de confidentialité</a>`:                "https://www.a.example/x",
		`<a href="https://b.example/privacy">Privacy</a>`:              "https://b.example/privacy",
		`<a href="#privacy">Privacy</a><a href=/privacy>Privacy</a>`:   "https://www.a.example/privacy",
		`<a href="https://legal.a.example/privacy">Privacy notice</a>`: "https://legal.a.example/privacy",
		`<a href="/shop">Shop</a>`:                                     "",
	} {
		l, ok := read(t, "https://www.a.example/", body).PolicyLink()
		if got := ""; ok && l.URL.String() != want || !ok && want != got {
			t.Errorf("%s: %v %v", body, l, ok)
		}
	}
	if a, b := read(t, "https://www.a.co.uk/", "").URL, read(t, "https://b.co.uk/", "").URL; SameDomain(a, b) {
		t.Error("two businesses below co.uk are one")
	}
}

// A page of many words is judged in a moment.
func TestJudgeIsQuick(t *testing.T) {
	p := read(t, "https://a.example/", "<p>"+strings.Repeat("Lucky shops sell shrubs of luck. ", 20_000)+"</p>")
	v := Judge(Business{"Lucky Shrub Trading and Gardening Company Ltd", "1 Hacker Way, Menlo Park, CA 94025"}, Site{Home: p})
	if v.Problem == "" {
		t.Errorf("%+v", v)
	}
}
