package charge

import "service.example/crm/internal/db"

var (
	spentSQL = db.SQL(`SELECT key, CAST(sum(amount) AS BIGINT), CAST(sum(unpriced) AS BIGINT) FROM charge_totals
		WHERE workspace_id = $1 AND dimension = $2 AND day >= $3 AND day <= $4 AND currency = $5 GROUP BY key ORDER BY key LIMIT $6`)
	bookedSQL = db.SQL(`SELECT key, CAST(sum(charges) AS BIGINT) FROM charge_totals
		WHERE workspace_id = $1 AND dimension = $2 AND day >= $3 AND key <> '' GROUP BY key ORDER BY key LIMIT $4`)
)
