package api

import (
	"context"
	"net/http"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/deployment"
)

var deploymentTag = tag{"Deployment", "How the whole deployment stands, for operators: who runs it. Nothing here is content or a name of a workspace."}

// Deployment is how a deployment stands.
type Deployment struct {
	Version      string               `json:"version" doc:"Release of the process that answers; dev for a build of no release."`
	Engine       string               `json:"engine" enum:"sqlite,postgres" doc:"The database: sqlite is the embedded file."`
	NodeID       string               `json:"nodeId" doc:"The node that answers."`
	StartedAt    time.Time            `json:"startedAt" doc:"When the node that answers started."`
	MeasuredAt   time.Time            `json:"measuredAt" doc:"When the figures were taken: up to 2 seconds ago."`
	Checks       []DeploymentCheck    `json:"checks" nullable:"false" doc:"What the node that answers needs, and whether it is there; /readyz says the same."`
	Nodes        []DeploymentNode     `json:"nodes" nullable:"false" doc:"The processes that serve the database, by number."`
	Queues       []DeploymentQueue    `json:"queues" nullable:"false" doc:"Jobs by kind. A kind without a job is left out."`
	QueuesWhole  bool                 `json:"queuesComplete" doc:"false: there are more than 200,000 jobs, and the figures are the least there are."`
	Readers      []DeploymentReader   `json:"readers" nullable:"false" doc:"What follows the event logs of the workspaces, and how far it is behind."`
	ReadersWhole bool                 `json:"readersComplete" doc:"false: there are more workspaces than could be looked at within a second, and the figures are the least."`
	Webhooks     DeploymentDeliveries `json:"webhooks" doc:"Deliveries to webhook endpoints."`
	EventStreams int                  `json:"eventStreams" doc:"Open event streams of the node that answers."`
}

// DeploymentCheck is something that a node needs.
type DeploymentCheck struct {
	Name     string     `json:"name" doc:"What is needed."`
	State    string     `json:"state" enum:"ok,away" doc:"Whether it is there."`
	Required bool       `json:"required" doc:"true: nothing is accepted without it."`
	Since    *time.Time `json:"since" doc:"Since when it is away; null if it is there."`
	Reason   string     `json:"reason" doc:"Why it is away; empty if it is there."`
}

// DeploymentNode is a process that serves the database.
type DeploymentNode struct {
	ID         string    `json:"id" doc:"Identifier of the node; begins with node_. A restart gives a new one."`
	Number     int64     `json:"number" doc:"Number of the node, which no other node has."`
	StartedAt  time.Time `json:"startedAt" doc:"When it started."`
	LeaseUntil time.Time `json:"leaseUntil" doc:"Until when it is believed alive. It renews this several times in that time."`
	Alive      bool      `json:"alive" doc:"false: its lease has ended; another node will take over what it held."`
	Jobs       int64     `json:"jobs" doc:"Jobs that it holds: they run, or are about to."`
}

// DeploymentQueue is how many jobs of a kind there are.
type DeploymentQueue struct {
	Kind        string     `json:"kind" doc:"Kind of the jobs." example:"send_message"`
	Waiting     int64      `json:"waiting" doc:"Jobs that are due and that no node holds."`
	Scheduled   int64      `json:"scheduled" doc:"Jobs that are due later."`
	Running     int64      `json:"running" doc:"Jobs that a node holds: they run, or are about to."`
	Retrying    int64      `json:"retrying" doc:"Those among the waiting and scheduled ones that failed before. A job is never given up unseen: what it is for says so, such as a message that failed."`
	OldestDueAt *time.Time `json:"oldestDueAt" doc:"Since when the oldest job is due; null if none is."`
	LagMs       int64      `json:"lagMs" doc:"For how long that is; 0 if none is due."`
}

// DeploymentReader is something that follows the event logs.
type DeploymentReader struct {
	Name       string     `json:"name" enum:"search,notifications,reports,template_statistics,broadcasts,deal_rules,proposals,charges" doc:"What it does."`
	NodeID     *string    `json:"nodeId" doc:"The node that does it now; null where every node does, or nobody at the moment."`
	Workspaces int        `json:"workspacesBehind" doc:"How many workspaces have something that it has not read."`
	OldestAt   *time.Time `json:"oldestAt" doc:"When the first happened of what it has not read; null if it has read everything. It is looked up for 200 workspaces at most."`
	LagMs      int64      `json:"lagMs" doc:"For how long that waits; 0 if it has read everything."`
}

// DeploymentDeliveries is how the deliveries to webhook endpoints stand.
type DeploymentDeliveries struct {
	Pending      int64      `json:"pending" doc:"Deliveries that wait for another attempt, counted up to 10,000."`
	PendingIs    bool       `json:"pendingExact" doc:"false: there are more."`
	OldestAt     *time.Time `json:"oldestAt" doc:"When the oldest event came that was not delivered, as far as the node that answers knows; null for none."`
	LagMs        int64      `json:"lagMs" doc:"For how long that waits; 0 for none."`
	BreakersOpen int        `json:"breakersOpen" doc:"Endpoints of the node that answers that rest, because they do not work."`
	InFlight     int        `json:"callsInFlight" doc:"Calls of the node that answers that are under way."`
}

// DeploymentStorage is what a database takes up.
type DeploymentStorage struct {
	Engine        string            `json:"engine" enum:"sqlite,postgres" doc:"The database: sqlite is the embedded file."`
	MeasuredAt    time.Time         `json:"measuredAt" doc:"When this was measured: up to 30 seconds ago."`
	DatabaseBytes int64             `json:"databaseBytes" doc:"Bytes of the database; of the embedded engine, of its file."`
	LogBytes      *int64            `json:"logBytes" doc:"Bytes of the write-ahead log; null where the database does not let this service ask."`
	FreeBytes     *int64            `json:"freeBytes" doc:"Bytes of the file that are free for new rows; null on PostgreSQL."`
	LastBackup    *DeploymentBackup `json:"lastBackup" doc:"The last backup that crm backup made; null for none. PostgreSQL is backed up by its own means, which are not known here."`
	Tables        []DeploymentTable `json:"tables" nullable:"false" doc:"Every table, the largest first."`
}

// DeploymentBackup is a backup of an embedded database with its files.
type DeploymentBackup struct {
	MadeAt        time.Time `json:"madeAt" doc:"The moment that it is of."`
	TookMs        int64     `json:"tookMs" doc:"How long it took."`
	DatabaseBytes int64     `json:"databaseBytes" doc:"Bytes of the database."`
	Files         int64     `json:"files" doc:"Files of messages in it."`
	FileBytes     int64     `json:"fileBytes" doc:"Bytes of the files."`
}

// DeploymentTable is what a table takes up.
type DeploymentTable struct {
	Name       string `json:"name" doc:"Name of the table."`
	Rows       *int64 `json:"rows" doc:"Rows of all workspaces together; null if unknown."`
	RowsAre    string `json:"rowsAre" enum:"exact,estimate,at_least,unknown" doc:"What rows is. PostgreSQL estimates; the embedded engine counts up to 5,000 (at_least: there may be more), as long as there is time."`
	Bytes      *int64 `json:"bytes" doc:"Bytes of the table with its indexes; null on the embedded engine, which would have to read the whole file."`
	IndexBytes *int64 `json:"indexBytes" doc:"Bytes of its indexes; null if unknown."`
}

type (
	deploymentOutput        struct{ Body Deployment }
	deploymentStorageOutput struct{ Body DeploymentStorage }
)

func deploymentRoutes(s *Server) {
	const path = "/v1/deployment"
	register(s, operation{id: "get-deployment", method: http.MethodGet, path: path, tag: deploymentTag, access: accessUser, operator: true,
		summary: "Get how the deployment stands", description: "Nodes, queues and how far what follows the event logs is behind, over all workspaces. For operators only; they are made on the server with crm admin add-operator."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*deploymentOutput, error) {
			now, err := s.svc.Deployment.Standing(ctx, a)
			if err != nil {
				return nil, err
			}
			return &deploymentOutput{renderDeployment(now, checksOf(s))}, nil
		})
	register(s, operation{id: "get-deployment-storage", method: http.MethodGet, path: path + "/storage", tag: deploymentTag, access: accessUser, operator: true,
		summary: "Get what the database takes up", description: "Sizes of the database and of each table, over all workspaces. No table is counted to its end. For operators only."},
		func(ctx context.Context, a crm.Actor, _ *struct{}) (*deploymentStorageOutput, error) {
			is, err := s.svc.Deployment.Storage(ctx, a)
			return &deploymentStorageOutput{renderStorage(is)}, err
		})
}

// checksOf are what the service needs, and whether it is there.
func checksOf(s *Server) []Check {
	if s.opt.Checks == nil {
		return nil
	}
	return s.opt.Checks()
}

func renderDeployment(s deployment.Standing, checks []Check) Deployment {
	out := Deployment{Version: s.Node.Version, Engine: s.Engine, NodeID: s.Node.ID(), StartedAt: s.Node.StartedAt, MeasuredAt: s.At,
		Checks: []DeploymentCheck{}, Nodes: []DeploymentNode{}, Queues: []DeploymentQueue{}, QueuesWhole: s.Jobs.All,
		Readers: []DeploymentReader{}, ReadersWhole: s.LogsRead, EventStreams: s.Streams}
	for _, c := range checks {
		out.Checks = append(out.Checks, DeploymentCheck(c))
	}
	for _, n := range s.Nodes {
		out.Nodes = append(out.Nodes, DeploymentNode{n.ID, n.Number, n.StartedAt, n.LeaseUntil, n.LeaseUntil.After(time.Now()), s.Jobs.Held[n.ID]})
	}
	for _, q := range s.Jobs.Kinds {
		at, lag := since(q.Oldest, s.At)
		out.Queues = append(out.Queues, DeploymentQueue{string(q.Kind), q.Waiting, q.Scheduled, q.Held, q.Retrying, at, lag})
	}
	for _, r := range s.Readers {
		at, lag := since(r.OldestAt, s.At)
		reader := DeploymentReader{Name: r.Name, Workspaces: r.Behind, OldestAt: at, LagMs: lag}
		if id := s.Duties[r.Duty]; id != "" {
			reader.NodeID = &id
		}
		out.Readers = append(out.Readers, reader)
	}
	w := s.Webhooks
	out.Webhooks = DeploymentDeliveries{Pending: w.Pending, PendingIs: w.PendingIs, BreakersOpen: w.Open, InFlight: w.InFlight}
	out.Webhooks.OldestAt, out.Webhooks.LagMs = since(w.OldestAt, s.At)
	return out
}

// since returns a time, nil for none, and for how long it has been.
func since(at, now time.Time) (*time.Time, int64) {
	if at.IsZero() {
		return nil, 0
	}
	return &at, max(0, now.Sub(at).Milliseconds())
}

func renderStorage(s deployment.Storage) DeploymentStorage {
	out := DeploymentStorage{Engine: s.Engine, MeasuredAt: s.At, DatabaseBytes: s.Bytes, LogBytes: figure(s.Log), FreeBytes: figure(s.Free), Tables: []DeploymentTable{}}
	if b := s.Backup; b != nil {
		out.LastBackup = &DeploymentBackup{b.At, b.Took.Milliseconds(), b.Bytes, b.FileCount, b.FileBytes}
	}
	for _, t := range s.Table {
		row := DeploymentTable{Name: t.Name, RowsAre: string(t.How), Bytes: figure(t.Bytes), IndexBytes: figure(t.Indexes)}
		if row.RowsAre != "unknown" {
			row.Rows = &t.Rows
		}
		out.Tables = append(out.Tables, row)
	}
	return out
}

// figure returns a figure; nil for one that is not known.
func figure(n int64) *int64 {
	if n < 0 {
		return nil
	}
	return &n
}
