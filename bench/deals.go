package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"service.example/crm/bench/reads"
	"service.example/crm/bench/wire"
)

// The load of the phase deals.
const (
	dealsRate  = 100 // requests per second that read
	dealsMoves = 5   // moves of deals per second meanwhile
	dealsCount = 200_000
)

// deals reads the deals and the reports of a workspace that has a history, while deals are
// moved and another workspace sends messages.
func deals(ctx context.Context, o options, engine string) error {
	if o.history = o.histories[len(o.histories)-1]; o.history == 0 {
		return errors.New("-histories must end with a number of messages")
	}
	if o.deals = dealsCount; o.quick {
		o.deals = 2000
	}
	progress("%s: %d deals beside %d messages", engine, o.deals, o.history)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err == nil {
		err = e.readDeals(ctx, o, engine)
	}
	if err != nil {
		return fmt.Errorf("%s: deals: %w", engine, err)
	}
	return nil
}

func (e *environment) readDeals(ctx context.Context, o options, engine string) error {
	key, err := e.seededKey(ctx, o)
	if err != nil {
		return err
	}
	var page struct {
		Data []struct {
			ID     string
			Stages []struct{ ID, Kind string }
		}
	}
	if err := e.ask(ctx, http.MethodGet, "/v1/pipelines", key, nil, &page); err != nil {
		return err
	}
	if len(page.Data) == 0 {
		return errors.New("the workspace with the history has no pipeline")
	}
	p := page.Data[0]
	var deals struct {
		Data []struct{ ID, OwnerID, ContactID string }
	}
	if err := e.ask(ctx, http.MethodGet, "/v1/deals?status=open&limit=100", key, nil, &deals); err != nil {
		return err
	}
	if len(deals.Data) < 100 {
		return fmt.Errorf("only %d deals are open", len(deals.Data))
	}
	var ids, stages []string
	for _, d := range deals.Data {
		ids = append(ids, d.ID)
	}
	for _, s := range p.Stages {
		if s.Kind == "open" {
			stages = append(stages, s.ID)
		}
	}
	all := timed(reads.Deals{PipelineID: p.ID, StageIDs: stages, OwnerID: deals.Data[0].OwnerID, ContactID: deals.Data[0].ContactID, Caller: reads.Caller{Key: key, IDs: ids}}.Reads(time.Now()))
	if err := e.awaitReports(ctx, key, "/v1/reports/messages?from="+time.Now().AddDate(0, 0, -91).UTC().Format(time.DateOnly)); err != nil {
		return err
	}
	moving := &load{callers: 4, connect: func() (worker, error) {
		client := &http.Client{Timeout: wire.RequestTimeout, Transport: &http.Transport{}}
		return worker{close: client.CloseIdleConnections, do: func(i int) error {
			return move(ctx, client, e.url+"/v1/deals/"+ids[i%len(ids)]+"/move", key, stages[(i/len(ids)+i)%len(stages)])
		}}, nil
	}}
	if _, err := moving.steady(ctx, dealsMoves, 2*time.Second); err != nil {
		return err
	}
	return e.readBeside(ctx, o, engine+"-deals", dealsRate, all, func(ctx context.Context, d time.Duration) error {
		moved, err := moving.steady(ctx, dealsMoves, d)
		if err = errors.Join(err, moved.first); err == nil {
			progress("  %-30s p50 %6.2f ms, p99 %6.2f ms, highest %6.2f ms of %d", "moves", moved.lat.at(.5), moved.lat.at(.99), moved.lat.at(1), len(moved.lat))
		}
		return err
	})
}

func move(ctx context.Context, client *http.Client, url, key, stageID string) error {
	body, err := json.Marshal(map[string]string{"toStageId": stageID})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	authorize(req, key)
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %s", url, res.Status, answer)
	}
	return err
}

// awaitReports waits until the reports have counted what was there before: until their
// total no longer grows.
func (e *environment) awaitReports(ctx context.Context, key, path string) error {
	began, last := time.Now(), int64(-1)
	for {
		var report struct{ Count int64 }
		if err := e.ask(ctx, http.MethodGet, path, key, nil, &report); err != nil {
			return err
		}
		if report.Count == last {
			progress("  reports have counted everything after %s: %d messages", time.Since(began).Round(time.Second), last)
			return nil
		}
		last = report.Count
		if time.Since(began) > indexLimit {
			progress("  reports have not counted everything after %s", indexLimit)
			return nil
		}
		if err := rest(ctx, 5*time.Second); err != nil {
			return err
		}
	}
}
