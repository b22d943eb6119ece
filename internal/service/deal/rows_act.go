package deal

import "service.example/crm/internal/db"

// The newest open deal of a conversation in a pipeline. A conversation has few deals.
var openDealSQL = db.SQL(`SELECT d.id FROM deals d INDEXED BY deals_conversation WHERE d.workspace_id = $1 AND d.conversation_id = $2 AND d.conversation_id <> '' AND d.pipeline_id = $3 AND d.status = 'open'
	ORDER BY d.conversation_id DESC, d.id DESC LIMIT 1`).By("deals_conversation").ByOnPostgres("deals_conversation")
