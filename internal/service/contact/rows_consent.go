package contact

import (
	"encoding/json"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/access"
)

// person is a contact and all that were merged into it: the ledger of one is
// that of the other, until they are parted.
const person = `WITH RECURSIVE person (id) AS (SELECT id FROM contacts WHERE workspace_id = $1 AND id = $2
	UNION ALL SELECT c.id FROM person p CROSS JOIN contacts c INDEXED BY contacts_merged WHERE c.workspace_id = $1 AND c.merged_into = p.id AND c.merged_into <> '') SELECT id FROM person`

var (
	insertConsentSQL = db.SQL(`INSERT INTO consent_records (workspace_id, id, contact_id, purpose, state, source, made_by, proof, fact, at, recorded_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`)
	selectConsentSQL = db.SQL(`SELECT id, contact_id, purpose, state, source, made_by, proof, at, recorded_at FROM consent_records INDEXED BY consent_records_newest
		WHERE workspace_id = $1 AND contact_id IN (`+person+`) AND id < CASE WHEN $3 = '' THEN '~' ELSE $3 END ORDER BY id DESC LIMIT $4`).By("consent_records_newest", "contacts_merged")
	// What speaks of all speaks of marketing too.
	newestConsentSQL = db.SQL(`SELECT state, source, at FROM consent_records INDEXED BY consent_records_newest
		WHERE workspace_id = $1 AND contact_id IN (`+person+`) AND (purpose = $3 OR purpose = 'all') ORDER BY at DESC, id DESC LIMIT 1`).By("consent_records_newest", "contacts_merged")
	// Taken from the ledger by the statement itself, it holds whatever others
	// add at the same time. Messages may name a contact that was merged, so
	// those follow too.
	followConsentSQL = db.SQL(`UPDATE contacts SET
		opted_out_at = coalesce((SELECT CASE state WHEN 'opted_out' THEN at ELSE 0 END FROM consent_records INDEXED BY consent_records_newest
			WHERE workspace_id = $1 AND contact_id IN (`+person+`) ORDER BY at DESC, id DESC LIMIT 1), 0),
		refuses_all_at = coalesce((SELECT CASE state WHEN 'opted_out' THEN at ELSE 0 END FROM consent_records INDEXED BY consent_records_newest
			WHERE workspace_id = $1 AND contact_id IN (`+person+`) AND purpose = 'all' ORDER BY at DESC, id DESC LIMIT 1), 0),
		updated_at = $3
		WHERE workspace_id = $1 AND id IN (`+person+`)`).By("consent_records_newest", "contacts_merged")

	optedOutSinceSQL = db.SQL(`SELECT contact_id FROM consent_records INDEXED BY consent_records_opt_outs
		WHERE workspace_id = $1 AND recorded_at >= $2 AND state = 'opted_out' AND source IN ('message', 'provider_preference') ORDER BY recorded_at DESC LIMIT $3`).By("consent_records_opt_outs")

	selectConsentSettingsSQL = db.SQL(`SELECT settings, updated_at FROM consent_settings WHERE workspace_id = $1`)
	saveConsentSettingsSQL   = db.SQL(`INSERT INTO consent_settings (workspace_id, settings, updated_at) VALUES ($1, $2, $3)
		ON CONFLICT (workspace_id) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at`)
)

// AddConsent adds a fact to the ledger and brings the contact's refusals in
// step with it. It returns how the contact stood before and stands now; a fact
// that is known already changes nothing. A contact that this workspace does not
// have is a KindNotFound error.
func AddConsent(tx *db.Tx, r crm.ConsentRecord, fact string) (before, after crm.Consent, err error) {
	c, err := lockContact(tx, r.WorkspaceID, r.ContactID)
	if err != nil {
		return before, after, err
	}
	if before, err = Consent(tx, r.WorkspaceID, c.ID); err != nil {
		return before, after, err
	}
	n, err := tx.Exec(insertConsentSQL, r.WorkspaceID, r.ID, r.ContactID, string(r.Purpose), string(r.State), string(r.Source), r.MadeBy.String(),
		db.Text(r.Proof), fact, db.Ms(r.At), db.Ms(r.RecordedAt))
	if err != nil || n == 0 {
		return before, before, err
	}
	if after, err = Consent(tx, r.WorkspaceID, c.ID); err != nil || after == before {
		return before, after, err
	}
	followConsent(tx, r.WorkspaceID, c.ID)
	if after.All.State == crm.ConsentOptedOut {
		// Sends that remember the conversation must look at this contact.
		access.GrowContactEpoch(tx, r.WorkspaceID)
	}
	return before, after, nil
}

// OptedOutSince returns the contacts that refused something since a moment, by a word or by
// the provider's button, newest first; one that did so twice may be there twice.
func OptedOutSince(tx *db.Tx, workspaceID string, since time.Time, limit int) (ids []string, err error) {
	err = tx.Each(optedOutSinceSQL, func(r db.Row) error {
		var id string
		err := r.Scan(&id)
		ids = append(ids, id)
		return err
	}, workspaceID, db.Ms(since), limit)
	return ids, err
}

// followConsent makes the refusals of a contact those that its ledger tells.
func followConsent(tx *db.Tx, workspaceID, contactID string) {
	tx.Write(followConsentSQL, workspaceID, contactID, db.Ms(tx.Now()))
}

// Consent returns how a contact stands to every purpose, by the ledger: of the
// facts about a purpose the one that happened last decides.
func Consent(tx *db.Tx, workspaceID, contactID string) (c crm.Consent, err error) {
	if c.Marketing, err = decision(tx, workspaceID, contactID, crm.PurposeMarketing); err == nil {
		c.All, err = decision(tx, workspaceID, contactID, crm.PurposeAll)
	}
	return c, err
}

func decision(tx *db.Tx, workspaceID, contactID string, purpose crm.ConsentPurpose) (crm.ConsentDecision, error) {
	var state, source string
	var when int64
	found, err := tx.One(newestConsentSQL, []any{&state, &source, &when}, workspaceID, contactID, string(purpose))
	if !found {
		return crm.ConsentDecision{State: crm.ConsentUnknown}, err
	}
	return crm.ConsentDecision{State: crm.ConsentState(state), Source: crm.ConsentSource(source), At: db.At(when)}, err
}

// consentRecords returns a page of a contact's ledger, the newest entry first.
func consentRecords(tx *db.Tx, workspaceID, contactID string, p crm.Page) (crm.List[crm.ConsentRecord], error) {
	var out []crm.ConsentRecord
	err := tx.Each(selectConsentSQL, func(r db.Row) error {
		c := crm.ConsentRecord{WorkspaceID: workspaceID}
		var purpose, state, source, by, proof string
		var when, recorded int64
		if err := r.Scan(&c.ID, &c.ContactID, &purpose, &state, &source, &by, &proof, &when, &recorded); err != nil {
			return err
		}
		c.Purpose, c.State, c.Source = crm.ConsentPurpose(purpose), crm.ConsentState(state), crm.ConsentSource(source)
		c.At, c.RecordedAt = db.At(when), db.At(recorded)
		err := json.Unmarshal([]byte(proof), &c.Proof)
		if err == nil {
			c.MadeBy, err = madeBy(c, by, proof)
		}
		out = append(out, c)
		return err
	}, workspaceID, contactID, p.After, p.Limit+1)
	return crm.CutPage(out, p.Limit, func(c crm.ConsentRecord) string { return c.ID }), err
}

// madeBy returns who reported a decision. Nodes of an earlier version, which
// still run while others are upgraded, leave it to the source and the proof.
func madeBy(c crm.ConsentRecord, stored, proof string) (crm.DoneBy, error) {
	switch {
	case stored != "":
	case c.Source == crm.ConsentByMessage:
		return crm.DoneBy{Type: crm.ActorContact, ID: c.ContactID}, nil
	case c.Source == crm.ConsentByProvider:
		return crm.DoneBy{Type: crm.ActorProvider}, nil
	default:
		var former struct{ APIKeyID string }
		err := json.Unmarshal([]byte(proof), &former)
		return crm.DoneBy{Type: crm.ActorKey, ID: former.APIKeyID}, err
	}
	return crm.ParseDoneBy(stored)
}

// consentSettings returns the workspace's words and answers: the built-in ones
// with what it changed of them.
func consentSettings(tx *db.Tx, workspaceID string) (crm.ConsentSettings, error) {
	s := crm.BuiltInConsentSettings()
	var changed string
	var updated int64
	found, err := tx.One(selectConsentSettingsSQL, []any{&changed, &updated}, workspaceID)
	if err != nil || !found {
		return s, err
	}
	var stored consentChanges
	if err := json.Unmarshal([]byte(changed), &stored); err != nil {
		return s, err
	}
	s.StopPurpose, s.UpdatedAt = stored.StopPurpose, db.AtOf(updated)
	s.Replace(stored.Languages)
	return s, nil
}

// saveConsentSettings stores what of the settings is not built in.
func saveConsentSettings(tx *db.Tx, workspaceID string, s crm.ConsentSettings) {
	tx.Write(saveConsentSettingsSQL, workspaceID, db.Text(consentChanges{s.StopPurpose, s.Changed()}), db.MsOf(s.UpdatedAt))
}

// consentChanges is the settings column: languages that are as built in are not
// kept, so that a later version may improve them.
type consentChanges struct {
	StopPurpose crm.ConsentPurpose    `json:"stopPurpose"`
	Languages   []crm.ConsentLanguage `json:"languages"`
}
