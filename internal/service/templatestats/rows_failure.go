package templatestats

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

var (
	addFailureSQL = db.SQL(`INSERT INTO failure_days (workspace_id, day, phone_number_id, template_name, code, provider_code, count) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id, day, phone_number_id, template_name, code, provider_code) DO UPDATE SET count = failure_days.count + excluded.count`)
	failuresSQL = db.SQL(`SELECT code, provider_code, CAST(sum(count) AS BIGINT) AS failed FROM failure_days WHERE workspace_id = $1 AND day >= $2 AND day <= $3
		AND ($4 = '' OR phone_number_id = $4) AND ($5 = '' OR template_name = $5) GROUP BY code, provider_code ORDER BY failed DESC, code, provider_code LIMIT 500`)
)

func addFailures(tx *db.Tx, workspaceID string, counts map[failed]int64) {
	for _, f := range slices.SortedFunc(maps.Keys(counts), func(a, b failed) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.phoneNumberID, b.phoneNumberID), cmp.Compare(a.templateName, b.templateName),
			cmp.Compare(a.Code, b.Code), cmp.Compare(a.ProviderCode, b.ProviderCode))
	}) {
		tx.Write(addFailureSQL, workspaceID, f.day, f.phoneNumberID, f.templateName, string(f.Code), f.ProviderCode, counts[f])
	}
}

func failuresIn(tx *db.Tx, workspaceID string, f FailureFilter, first, last time.Time) (out []crm.FailureCount, err error) {
	err = tx.Each(failuresSQL, func(r db.Row) error {
		var code string
		var provider, n int64
		err := r.Scan(&code, &provider, &n)
		out = append(out, crm.FailureCount{FailureKey: crm.FailureKey{Code: crm.Code(code), ProviderCode: int(provider)}, Count: n})
		return err
	}, workspaceID, db.Ms(first), db.Ms(last), f.PhoneNumberID, f.TemplateName)
	return out, err
}
