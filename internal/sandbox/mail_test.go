package sandbox

import (
	"context"
	"net"
	"net/http"
	"net/smtp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// mailServer lets the bench take mail and returns where.
func (b *bench) mailServer() string {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := b.Server.Mail.Serve(ctx, l); err != nil {
			b.Error(err)
		}
	})
	b.Cleanup(func() { cancel(); running.Wait() })
	return l.Addr().String()
}

const twoForms = "Subject: =?UTF-8?q?Einladung_f=C3=BCr_Am=C3=A9lie?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n" +
	"--x\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nHello Am=C3=A9lie,\r\nhttps://crm.test/#a=3Db\r\n" +
	"--x\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nPHA+SGVsbG88L3A+\r\n--x--\r\n"

func TestMailIsReadable(t *testing.T) {
	b := newBench(t, nil)
	at := b.mailServer()
	send := func(to, text string) error {
		return smtp.SendMail(at, nil, "service@crm.test", []string{to}, []byte(text))
	}
	if err := send("amelie@shop.test", twoForms); err != nil {
		t.Fatal(err)
	}
	if err := send("bea@shop.test", "Subject: plain\r\n\r\njust this\r\n"); err != nil {
		t.Fatal(err)
	}
	_, answer := b.do("GET", "/_sandbox/mail?to=Amelie@shop.test", "")
	found := answer.objects("messages")
	if len(found) != 1 {
		t.Fatalf("%d letters for one address: %v", len(found), answer)
	}
	l := b.Server.Mail.Letters("amelie@shop.test")[0]
	if l.Subject != "Einladung für Amélie" || l.Text != "Hello Amélie,\nhttps://crm.test/#a=b" || l.HTML != "<p>Hello</p>" || l.From != "service@crm.test" ||
		len(l.Links) != 1 || l.Links[0] != "https://crm.test/#a=b" || found[0].str("subject") != l.Subject {
		t.Errorf("%+v", l)
	}
	if _, answer = b.do("GET", "/_sandbox/mail", ""); len(answer.objects("messages")) != 2 {
		t.Errorf("all letters: %v", answer)
	}
	if status, answer := b.do("DELETE", "/_sandbox/mail", ""); status != http.StatusOK || len(b.Server.Mail.Letters("")) != 0 {
		t.Errorf("after DELETE: %d %v", status, answer)
	}
}

// The newest letters are kept, and none that is too large.
func TestMailIsBounded(t *testing.T) {
	b := newBench(t, nil)
	at := b.mailServer()
	c, err := smtp.Dial(at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for i := range maxLetters + 5 {
		if err := oneLetter(c, "Subject: "+strconv.Itoa(i)+"\r\n\r\nx\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	kept := b.Server.Mail.Letters("")
	if len(kept) != maxLetters || kept[0].Subject != "5" || kept[0].ID != 6 {
		t.Errorf("%d letters, the first %+v", len(kept), kept[0])
	}
	if err := oneLetter(c, "Subject: large\r\n\r\n"+strings.Repeat("0123456789\r\n", maxLetterBytes/12+1)); err == nil || b.Server.Mail.Letters("")[maxLetters-1].Subject == "large" {
		t.Error("a letter that is too large was taken: ", err)
	}
}

func oneLetter(c *smtp.Client, text string) error {
	if err := c.Mail("a@b.test"); err != nil {
		return err
	}
	if err := c.Rcpt("c@d.test"); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write([]byte(text)); err != nil {
		return err
	}
	return w.Close()
}

func FuzzLetter(f *testing.F) {
	f.Add(twoForms)
	f.Add("Subject: =?x\r\nContent-Type: multipart/mixed\r\n\r\n")
	f.Add("Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n!")
	f.Fuzz(func(_ *testing.T, text string) { _, _ = readLetter(strings.NewReader(text)) })
}
