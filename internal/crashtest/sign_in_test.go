package crashtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Many people who sign in at once take 200 MB at most, and messages are accepted
// beside them as fast as beside as many requests that are refused at sight: what
// is slower than alone is the price of answering so many, not of hashing.
// CRM_SIGN_INS says how many there are; 1000 is the long form.
func TestSignInsLeaveSendsAlone(t *testing.T) {
	attempts, alone, rounds := 200, 2*time.Second, 4
	if text := os.Getenv("CRM_SIGN_INS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		attempts, alone, rounds = n, 10*time.Second, 1
	}
	oneByOne(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		at := w.nodes[0]
		const email, password = "ada@example.com", "a winter without snow 17"
		w.api(at.url, "POST", "/v1/users", map[string]any{"email": email, "name": "Ada", "role": "agent", "password": password}, &struct{}{})
		w.acceptsUntil(time.After(time.Second)) // what is slow once
		quiet := w.acceptsUntil(time.After(alone))

		// Other tests take processors for moments. What sign-ins take from messages
		// shows in every round.
		slow := true
		for round := 0; slow && round < rounds; round++ {
			statuses, beside, took, more := w.besideCrowd(attempts, 0, func(client *http.Client, i int) int {
				if i%100 == 0 {
					return signIn(client, at.url, email, password, i)
				}
				return signIn(client, at.url, fmt.Sprintf("%d@example.com", i%100), password, i) // whom nobody knows
			})
			// For as long: what is rare, such as other tests, shows in a long time only.
			_, refused, _, _ := w.besideCrowd(attempts, took, func(client *http.Client, i int) int { return signIn(client, at.url, "", "", i) })
			t.Logf("%d attempts in %v were answered %v; %d MB more; 99 of 100 accepts take at most %v beside them, %v beside as many refused requests, %v alone; half of them %v, %v, %v", attempts, took.Round(time.Millisecond), statuses, more,
				share(beside, 99), share(refused, 99), share(quiet, 99), share(beside, 50), share(refused, 50), share(quiet, 50))
			if round == 0 && statuses[http.StatusCreated] == 0 || statuses[http.StatusInternalServerError] > 0 { // too many wrong ones make an address wait
				t.Errorf("answers: %v", statuses)
			}
			if more > 200 {
				t.Errorf("%d MB more", more)
			}
			slow = share(beside, 99) > share(refused, 99)*3/2+10*time.Millisecond
		}
		if slow {
			t.Error("sign-ins slow messages down")
		}
	})
}

// besideCrowd sends messages while many make a request each, a thousand a second,
// and goes on until so much time has passed.
// It returns what those were answered, how long the accepts took, how long it all
// took, and how many MB more the node held.
func (w *world) besideCrowd(n int, atLeast time.Duration, request func(client *http.Client, i int) int) (statuses map[int]int, accepts []time.Duration, took time.Duration, more int) {
	w.t.Helper()
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: n}}
	defer client.CloseIdleConnections()
	before := residentMB(w.t, w.nodes[0].p)
	var crowd sync.WaitGroup
	answers := make(chan int, n)
	began := time.Now()
	for i := range n {
		crowd.Go(func() {
			time.Sleep(time.Until(began.Add(time.Duration(i) * time.Millisecond))) // whoever connects takes processors too
			answers <- request(client, i)
		})
	}
	over, looked := make(chan time.Time), make(chan bool)
	go func() {
		crowd.Wait()
		time.Sleep(time.Until(began.Add(atLeast)))
		close(over)
	}()
	go func() {
		defer close(looked)
		for tick := time.NewTicker(5 * time.Millisecond); ; <-tick.C {
			select {
			case <-over:
				return
			default:
				more = max(more, residentMB(w.t, w.nodes[0].p)-before)
			}
		}
	}()
	accepts = w.acceptsUntil(over)
	took = time.Since(began)
	<-looked
	statuses = map[int]int{}
	for range n {
		statuses[<-answers]++
	}
	return statuses, accepts, took, more
}

// signIn signs in from an address of its own, and returns the status of the answer.
func signIn(client *http.Client, base, email, password string, i int) int {
	body, _ := json.Marshal(map[string]string{"email": email, "password": password})
	r, _ := http.NewRequest(http.MethodPost, base+"/v1/session", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", base)
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.%d.%d", 100+i/250, 1+i%250))
	res, err := client.Do(r)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}

// acceptsUntil sends a message every 5 ms until the end, and returns how long each
// accept took, in order of length.
func (w *world) acceptsUntil(over <-chan time.Time) (took []time.Duration) {
	w.t.Helper()
	for tick := time.NewTicker(5 * time.Millisecond); ; <-tick.C {
		select {
		case <-over:
			slices.Sort(took)
			return took
		default:
		}
		began := time.Now()
		status, answer, err := w.try(w.nodes[0].url, "POST", "/v1/messages", "", map[string]any{"to": "+14155550123", "type": "template", "templateName": "order_shipped", "language": "en_US",
			"parameters": map[string]string{"name": "Maria", "order_number": "48213", "eta": "on Friday"}})
		if err != nil || status != http.StatusAccepted {
			w.t.Fatalf("a send is answered %d %v %s", status, err, answer)
		}
		took = append(took, time.Since(began))
	}
}

// share is how long so many of a hundred took at most.
func share(sorted []time.Duration, percent int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)]
}

// residentMB is the memory that a process holds.
func residentMB(t *testing.T, p *process) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		t.Error(err)
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kb, _ := strconv.Atoi(strings.Fields(rest)[0])
	return kb >> 10
}
