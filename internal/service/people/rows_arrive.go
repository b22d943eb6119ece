package people

import "service.example/crm/internal/db"

var settleMemberSQL = db.SQL(`UPDATE members SET role_id = $3, state = 'active', changed_at = $4, accepted_at = CASE WHEN accepted_at = 0 THEN $4 ELSE accepted_at END
	WHERE workspace_id = $1 AND user_id = $2 AND role_id <> 'owner' AND state IN ('invited', 'active')`)
