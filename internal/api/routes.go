package api

// routes has every operation of the API on one page: method, path, operation id
// and scope, or who else may ask. An operation itself stands in the file of its noun. `make openapi`
// writes this table; a test holds it against what is registered.
const routes = `
POST   /v1/messages                                                         send-message                          messages:write
POST   /v1/messages/batch                                                   send-message-batch                    messages:write
GET    /v1/messages                                                         list-messages                         messages:read
GET    /v1/messages/{id}                                                    get-message                           messages:read
POST   /v1/messages/{id}/cancel                                             cancel-message                        messages:write
POST   /v1/messages/{id}/read                                               mark-message-read                     messages:write

POST   /v1/contacts                                                         create-contact                        contacts:write
GET    /v1/contacts                                                         list-contacts                         contacts:read
GET    /v1/contacts/{id}                                                    get-contact                           contacts:read
PATCH  /v1/contacts/{id}                                                    update-contact                        contacts:write
POST   /v1/contacts/{id}/tags                                               add-contact-tags                      contacts:write
DELETE /v1/contacts/{id}/tags/{tag}                                         remove-contact-tag                    contacts:write
POST   /v1/contacts/{id}/merge                                              merge-contacts                        contacts:write
POST   /v1/contact-merges/{id}/undo                                         undo-contact-merge                    contacts:write
POST   /v1/contact-fields                                                   create-contact-field                  contacts:write
GET    /v1/contact-fields                                                   list-contact-fields                   contacts:read
PATCH  /v1/contact-fields/{id}                                              update-contact-field                  contacts:write
DELETE /v1/contact-fields/{id}                                              delete-contact-field                  contacts:write
POST   /v1/contact-imports                                                  create-contact-import                 contacts:write
POST   /v1/contact-imports/preview                                          preview-contact-import                contacts:write
GET    /v1/contact-imports                                                  list-contact-imports                  contacts:read
GET    /v1/contact-imports/{id}                                             get-contact-import                    contacts:read
GET    /v1/contact-imports/{id}/problems                                    list-contact-import-problems          contacts:read
POST   /v1/contact-imports/{id}/cancel                                      cancel-contact-import                 contacts:write
GET    /v1/contacts/export                                                  export-contacts                       contacts:read

POST   /v1/media                                                            upload-media                          media:write
GET    /v1/media                                                            list-media                            media:read
GET    /v1/media/{id}                                                       download-media                        media:read
GET    /v1/media/{id}/info                                                  get-media-info                        media:read
POST   /v1/media/{id}/link                                                  create-media-link                     media:read
DELETE /v1/media/{id}                                                       delete-media                          media:write

GET    /v1/templates                                                        list-templates                        templates:read
POST   /v1/templates/sync                                                   sync-templates                        templates:write

POST   /v1/webhook-endpoints                                                create-webhook-endpoint               webhooks:write
PUT    /v1/webhook-endpoints                                                upsert-webhook-endpoint               webhooks:write
GET    /v1/webhook-endpoints                                                list-webhook-endpoints                webhooks:read
GET    /v1/webhook-endpoints/{id}                                           get-webhook-endpoint                  webhooks:read
PATCH  /v1/webhook-endpoints/{id}                                           update-webhook-endpoint               webhooks:write
DELETE /v1/webhook-endpoints/{id}                                           delete-webhook-endpoint               webhooks:write
POST   /v1/webhook-endpoints/{id}/rotate-secret                             rotate-webhook-endpoint-secret        webhooks:write
DELETE /v1/webhook-endpoints/{id}/secrets/{secretId}                        expire-webhook-endpoint-secret        webhooks:write
POST   /v1/webhook-endpoints/{id}/test                                      test-webhook-endpoint                 webhooks:write
GET    /v1/webhook-endpoints/{id}/deliveries                                list-deliveries                       webhooks:read
GET    /v1/webhook-endpoints/{id}/deliveries/{deliveryId}                   get-delivery                          webhooks:read
POST   /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver         redeliver                             webhooks:write
POST   /v1/webhook-endpoints/{id}/redeliveries                              create-redelivery                     webhooks:write
GET    /v1/webhook-endpoints/{id}/redeliveries                              list-redeliveries                     webhooks:read
GET    /v1/webhook-endpoints/{id}/redeliveries/{redeliveryId}               get-redelivery                        webhooks:read
POST   /v1/webhook-endpoints/{id}/redeliveries/{redeliveryId}/cancel        cancel-redelivery                     webhooks:write
GET    /v1/webhook-endpoints/{id}/statistics                                get-webhook-endpoint-statistics       webhooks:read

GET    /v1/events                                                           list-events                           events:read
GET    /v1/events/{id}                                                      get-event                             events:read
GET    /v1/events/stream                                                    stream-events                         events:read
GET    /v1/event-types                                                      list-event-types                      events:read
GET    /v1/event-types/{name}                                               get-event-type                        events:read

POST   /v1/api-keys                                                         create-api-key                        keys:write
GET    /v1/api-keys                                                         list-api-keys                         keys:read
PATCH  /v1/api-keys/{id}                                                    update-api-key                        keys:write
DELETE /v1/api-keys/{id}                                                    delete-api-key                        keys:write
POST   /v1/api-keys/{id}/rotate                                             rotate-api-key                        keys:write

GET    /v1/audit-log                                                        list-audit-log                        audit:read
GET    /v1/audit-log/export                                                 export-audit-log                      audit:read

POST   /v1/session                                                          create-session                        (public)
DELETE /v1/session                                                          delete-session                        (user)
POST   /v1/session/confirm                                                  confirm-session                       (user)
GET    /v1/sessions                                                         list-sessions                         (user)
DELETE /v1/sessions/{id}                                                    end-session                           (user)
POST   /v1/sessions/end-others                                              end-other-sessions                    (user)
GET    /v1/me                                                               get-me                                (any)
PATCH  /v1/me                                                               update-me                             (user)

GET    /v1/me/factors                                                       get-factors                           (user)
POST   /v1/me/totp                                                          begin-totp                            (user)
POST   /v1/me/totp/confirm                                                  confirm-totp                          (user)
DELETE /v1/me/totp                                                          remove-totp                           (user)
POST   /v1/me/recovery-codes                                                renew-recovery-codes                  (user)
GET    /v1/me/passkeys                                                      list-passkeys                         (user)
POST   /v1/me/passkeys/options                                              begin-passkey                         (user)
POST   /v1/me/passkeys                                                      add-passkey                           (user)
DELETE /v1/me/passkeys/{id}                                                 remove-passkey                        (user)

POST   /v1/session/passkey/options                                          begin-passkey-session                 (public)
POST   /v1/session/passkey                                                  create-passkey-session                (public)

POST   /v1/sso-connections                                                  create-sso-connection                 security:write
GET    /v1/sso-connections                                                  list-sso-connections                  security:read
GET    /v1/sso-connections/{id}                                             get-sso-connection                    security:read
PATCH  /v1/sso-connections/{id}                                             update-sso-connection                 security:write
DELETE /v1/sso-connections/{id}                                             delete-sso-connection                 security:write
POST   /v1/sso-connections/{id}/domains/{domain}/verify                     verify-sso-domain                     security:write

POST   /v1/teams                                                            create-team                           teams:write
GET    /v1/teams                                                            list-teams                            teams:read
GET    /v1/teams/{id}                                                       get-team                              teams:read
PATCH  /v1/teams/{id}                                                       update-team                           teams:write
PUT    /v1/teams/{id}/members                                               replace-team-members                  teams:write
PUT    /v1/teams/{id}/numbers                                               replace-team-numbers                  teams:write
DELETE /v1/teams/{id}                                                       delete-team                           teams:write

POST   /v1/calendars                                                        create-calendar                       teams:write
GET    /v1/calendars                                                        list-calendars                        teams:read
GET    /v1/calendars/{id}                                                   get-calendar                          teams:read
PATCH  /v1/calendars/{id}                                                   update-calendar                       teams:write
DELETE /v1/calendars/{id}                                                   delete-calendar                       teams:write
GET    /v1/calendars/{id}/openings                                          get-calendar-openings                 teams:read
POST   /v1/calendars/{id}/holiday-previews                                  preview-calendar-holidays             teams:write

GET    /v1/availability                                                     list-availability                     teams:read
GET    /v1/users/{id}/availability                                          get-availability                      teams:read
PUT    /v1/users/{id}/availability                                          set-availability                      conversations:write
GET    /v1/users/{id}/availability/log                                      list-availability-log                 teams:read

GET    /v1/routing/rules                                                    get-routing-rules                     teams:read
PUT    /v1/routing/rules                                                    replace-routing-rules                 teams:write
GET    /v1/routing/rules/versions                                           list-routing-rules-versions           teams:read
GET    /v1/routing/rules/versions/{version}                                 get-routing-rules-version             teams:read
GET    /v1/routing/settings                                                 get-routing-settings                  teams:read
PATCH  /v1/routing/settings                                                 update-routing-settings               teams:write
GET    /v1/routing/agents                                                   list-routing-agents                   teams:read
PUT    /v1/routing/agents/{id}                                              set-routing-agent                     teams:write
GET    /v1/routing/teams/{id}                                               get-routing-team                      teams:read
PUT    /v1/routing/teams/{id}                                               set-routing-team                      teams:write
POST   /v1/routing-rules                                                    create-routing-rule                   teams:write
GET    /v1/routing-rules                                                    list-routing-rules                    teams:read
DELETE /v1/routing-rules/{key}                                              delete-routing-rule                   teams:write
POST   /v1/routing/rehearsals                                               create-routing-rehearsal              teams:write
GET    /v1/routing/rehearsals                                               list-routing-rehearsals               teams:read
GET    /v1/routing/rehearsals/{id}                                          get-routing-rehearsal                 teams:read
POST   /v1/routing/rehearsals/{id}/cancel                                   cancel-routing-rehearsal              teams:write

GET    /v1/service-levels                                                   get-service-levels                    teams:read
PUT    /v1/service-levels                                                   replace-service-levels                teams:write
GET    /v1/service-levels/versions                                          list-service-levels-versions          teams:read
GET    /v1/service-levels/versions/{version}                                get-service-levels-version            teams:read
GET    /v1/conversations/{id}/clocks                                        list-conversation-clocks              conversations:read

POST   /v1/roles                                                            create-role                           roles:write
GET    /v1/roles                                                            list-roles                            roles:read
GET    /v1/roles/{id}                                                       get-role                              roles:read
PATCH  /v1/roles/{id}                                                       update-role                           roles:write
DELETE /v1/roles/{id}                                                       delete-role                           roles:write

POST   /v1/users                                                            create-user                           users:write
GET    /v1/users                                                            list-users                            users:read
GET    /v1/users/{id}                                                       get-user                              users:read
PATCH  /v1/users/{id}                                                       update-user                           users:write
POST   /v1/users/{id}/deactivate                                            deactivate-user                       users:write
POST   /v1/users/{id}/reactivate                                            reactivate-user                       users:write
POST   /v1/users/{id}/invitation                                            send-invitation                       users:write
DELETE /v1/users/{id}/invitation                                            withdraw-invitation                   users:write
POST   /v1/invitations/accept                                               accept-invitation                     (public)
POST   /v1/password-resets                                                  request-password-reset                (public)
POST   /v1/password-resets/complete                                         complete-password-reset               (public)
POST   /v1/me/password                                                      change-password                       (user)

GET    /v1/phone-numbers                                                    list-phone-numbers                    numbers:read
GET    /v1/phone-numbers/{id}                                               get-phone-number                      numbers:read
PATCH  /v1/phone-numbers/{id}                                               update-phone-number                   accounts:write
GET    /v1/phone-numbers/{id}/health                                        get-phone-number-health               numbers:read
GET    /v1/phone-numbers/{id}/automatic-messages                            get-automatic-messages                numbers:read
PATCH  /v1/phone-numbers/{id}/automatic-messages                            update-automatic-messages             accounts:write

GET    /v1/messaging-accounts                                               list-messaging-accounts               numbers:read
POST   /v1/messaging-accounts                                               connect-messaging-account             accounts:write

GET    /v1/contacts/{id}/consent                                            get-contact-consent                   contacts:read
POST   /v1/contacts/{id}/consent                                            record-contact-consent                contacts:write
GET    /v1/consent-settings                                                 get-consent-settings                  contacts:read
PATCH  /v1/consent-settings                                                 update-consent-settings               contacts:write

POST   /v1/ai/providers                                                     create-ai-provider                    ai:write
GET    /v1/ai/providers                                                     list-ai-providers                     ai:read
GET    /v1/ai/providers/{id}                                                get-ai-provider                       ai:read
PATCH  /v1/ai/providers/{id}                                                update-ai-provider                    ai:write
DELETE /v1/ai/providers/{id}                                                delete-ai-provider                    ai:write
POST   /v1/ai/providers/{id}/test                                           test-ai-provider                      ai:write
GET    /v1/ai/usage                                                         get-ai-usage                          ai:read
GET    /v1/ai/calls                                                         list-ai-calls                         ai:read
GET    /v1/ai/settings                                                      get-ai-settings                       ai:read
PATCH  /v1/ai/settings                                                      update-ai-settings                    ai:write
GET    /v1/ai/notices                                                       list-ai-notices                       ai:read

POST   /v1/knowledge/sources                                                create-knowledge-source               knowledge:write
GET    /v1/knowledge/sources                                                list-knowledge-sources                knowledge:read
GET    /v1/knowledge/sources/{id}                                           get-knowledge-source                  knowledge:read
PATCH  /v1/knowledge/sources/{id}                                           update-knowledge-source               knowledge:write
DELETE /v1/knowledge/sources/{id}                                           delete-knowledge-source               knowledge:write
POST   /v1/knowledge/sources/{id}/recrawl                                   recrawl-knowledge-source              knowledge:write
GET    /v1/knowledge/sources/{id}/pages                                     list-knowledge-pages                  knowledge:read
GET    /v1/knowledge/sources/{id}/problems                                  list-knowledge-source-problems        knowledge:read
GET    /v1/knowledge/passages                                               list-knowledge-passages               knowledge:read
POST   /v1/knowledge/search                                                 search-knowledge                      knowledge:read
GET    /v1/knowledge/settings                                               get-knowledge-settings                knowledge:read
PATCH  /v1/knowledge/settings                                               update-knowledge-settings             knowledge:write
GET    /v1/knowledge/gaps                                                   list-knowledge-gaps                   knowledge:read
GET    /v1/knowledge/gaps/{id}                                              get-knowledge-gap                     knowledge:read
POST   /v1/knowledge/gaps/{id}/dismiss                                      dismiss-knowledge-gap                 knowledge:write
POST   /v1/knowledge/gaps/{id}/answer                                       answer-knowledge-gap                  knowledge:write

POST   /v1/assistants                                                       create-assistant                      assistants:write
GET    /v1/assistants                                                       list-assistants                       assistants:read
GET    /v1/assistants/{id}                                                  get-assistant                         assistants:read
PATCH  /v1/assistants/{id}                                                  update-assistant                      assistants:write
DELETE /v1/assistants/{id}                                                  delete-assistant                      assistants:write
POST   /v1/assistants/{id}/publish                                          publish-assistant                     assistants:write
GET    /v1/assistants/{id}/revisions                                        list-assistant-revisions              assistants:read
GET    /v1/assistants/{id}/revisions/{number}                               get-assistant-revision                assistants:read
POST   /v1/assistants/{id}/test                                             test-assistant                        assistants:write
GET    /v1/assistant-settings                                               get-assistant-settings                assistants:read
PATCH  /v1/assistant-settings                                               update-assistant-settings             assistants:write
GET    /v1/assistant-cache                                                  get-assistant-cache                   assistants:read
DELETE /v1/assistant-cache                                                  delete-assistant-cache                assistants:write
POST   /v1/assistants/{id}/evaluations                                      create-assistant-evaluation           assistants:write
GET    /v1/assistants/{id}/evaluations                                      list-assistant-evaluations            assistants:read
GET    /v1/assistants/{id}/evaluations/{evaluationId}                       get-assistant-evaluation              assistants:read
GET    /v1/assistants/{id}/evaluations/{evaluationId}/items                 list-assistant-evaluation-items       assistants:read
GET    /v1/assistants/{id}/evaluations/{evaluationId}/problems              list-assistant-evaluation-problems    assistants:read
POST   /v1/assistants/{id}/evaluations/{evaluationId}/cancel                cancel-assistant-evaluation           assistants:write
DELETE /v1/assistants/{id}/evaluations/{evaluationId}                       delete-assistant-evaluation           assistants:write
GET    /v1/assistants/{id}/publications                                     list-assistant-publications           assistants:read

GET    /v1/conversations                                                    list-conversations                    conversations:read
GET    /v1/conversations/{id}                                               get-conversation                      conversations:read
PATCH  /v1/conversations/{id}                                               update-conversation                   conversations:write
POST   /v1/conversations/{id}/requeue                                       requeue-conversation                  conversations:write
POST   /v1/conversations/{id}/take-over                                     take-over-conversation                conversations:write
PUT    /v1/conversations/{id}/assignment                                    assign-conversation                   conversations:write
PUT    /v1/conversations/{id}/following                                     follow-conversation                   conversations:write
DELETE /v1/conversations/{id}/following                                     unfollow-conversation                 conversations:write
POST   /v1/conversations/{id}/hand-back                                     hand-back-conversation                conversations:write
GET    /v1/conversations/{id}/turns                                         list-conversation-turns               conversations:read
PUT    /v1/conversations/{id}/status                                        change-conversation-status            conversations:write
GET    /v1/conversations/{id}/episodes                                      list-conversation-episodes            conversations:read

GET    /v1/conversations/{id}/routing                                       list-routing-decisions                conversations:read

PUT    /v1/conversations/{id}/read                                          read-conversation                     conversations:write
GET    /v1/conversation-counts                                              count-conversations                   conversations:read
POST   /v1/conversations/{id}/notes                                         create-note                           conversations:write
GET    /v1/conversations/{id}/notes                                         list-notes                            conversations:read
PATCH  /v1/conversations/{id}/notes/{noteId}                                update-note                           conversations:write
DELETE /v1/conversations/{id}/notes/{noteId}                                delete-note                           conversations:write

POST   /v1/conversations/{id}/promises                                      create-promise                        conversations:write
GET    /v1/conversations/{id}/promises                                      list-conversation-promises            conversations:read
GET    /v1/promises                                                         list-promises                         conversations:read
GET    /v1/promises/{id}                                                    get-promise                           conversations:read
PATCH  /v1/promises/{id}                                                    update-promise                        conversations:write

GET    /v1/conversations/{id}/timeline                                      list-conversation-timeline            conversations:read
POST   /v1/conversations/{id}/summary                                       draft-conversation-summary            conversations:write
GET    /v1/conversations/{id}/transcript                                    export-conversation                   messages:read

GET    /v1/reports/waiting                                                  get-waiting-report                    conversations:read
GET    /v1/reports/{report}                                                 get-report                            conversations:read
GET    /v1/reports/{report}/items                                           list-report-items                     conversations:read
GET    /v1/reports/{report}/export                                          export-report                         conversations:read

GET    /v1/conversations/{id}/window                                        get-conversation-window               conversations:read

GET    /v1/reports/window                                                   get-window-report                     conversations:read

GET    /v1/rating-settings                                                  get-rating-settings                   conversations:read
PATCH  /v1/rating-settings                                                  update-rating-settings                teams:write
GET    /v1/ratings                                                          list-ratings                          conversations:read

GET    /v1/inbox-settings                                                   get-inbox-settings                    conversations:read
PATCH  /v1/inbox-settings                                                   update-inbox-settings                 teams:write
PUT    /v1/conversations/{id}/draft                                         set-draft                             conversations:write
GET    /v1/conversations/{id}/draft                                         get-draft                             conversations:read
DELETE /v1/conversations/{id}/draft                                         delete-draft                          conversations:write
GET    /v1/conversations/{id}/drafts                                        list-conversation-drafts              conversations:read
GET    /v1/drafts                                                           list-drafts                           conversations:read
PUT    /v1/conversations/{id}/presence                                      set-presence                          conversations:read
GET    /v1/conversations/{id}/presence                                      get-presence                          conversations:read

POST   /v1/labels                                                           create-label                          teams:write
GET    /v1/labels                                                           list-labels                           conversations:read
PATCH  /v1/labels/{id}                                                      update-label                          teams:write
DELETE /v1/labels/{id}                                                      delete-label                          teams:write

PUT    /v1/conversations/{id}/labels                                        set-conversation-labels               conversations:write

POST   /v1/views                                                            create-view                           conversations:write
GET    /v1/views                                                            list-views                            conversations:read
GET    /v1/views/{id}                                                       get-view                              conversations:read
GET    /v1/views/{id}/count                                                 count-view                            conversations:read
PATCH  /v1/views/{id}                                                       update-view                           conversations:write
DELETE /v1/views/{id}                                                       delete-view                           conversations:write

POST   /v1/actions                                                          create-action                         conversations:write
GET    /v1/actions                                                          list-actions                          conversations:read
GET    /v1/actions/{id}                                                     get-action                            conversations:read
POST   /v1/actions/{id}/undo                                                undo-action                           conversations:write

POST   /v1/action-buttons                                                   create-button                         teams:write
GET    /v1/action-buttons                                                   list-buttons                          teams:read
GET    /v1/action-buttons/{id}                                              get-button                            teams:read
PATCH  /v1/action-buttons/{id}                                              update-button                         teams:write
DELETE /v1/action-buttons/{id}                                              delete-button                         teams:write
POST   /v1/action-buttons/{id}/rotate-secret                                rotate-button-secret                  teams:write
GET    /v1/action-buttons/{id}/presses                                      list-button-presses                   teams:read
GET    /v1/conversations/{id}/buttons                                       list-conversation-buttons             conversations:read
POST   /v1/conversations/{id}/buttons/{buttonId}/press                      press-button                          conversations:write

POST   /v1/pipelines                                                        create-pipeline                       pipelines:write
GET    /v1/pipelines                                                        list-pipelines                        deals:read
GET    /v1/pipelines/{id}                                                   get-pipeline                          deals:read
PATCH  /v1/pipelines/{id}                                                   update-pipeline                       pipelines:write
POST   /v1/deal-reasons                                                     create-deal-reason                    pipelines:write
GET    /v1/deal-reasons                                                     list-deal-reasons                     deals:read
DELETE /v1/deal-reasons/{id}                                                delete-deal-reason                    pipelines:write
GET    /v1/pipelines/{id}/forecast                                          get-forecast                          deals:read
GET    /v1/pipelines/{id}/forecast/export                                   export-forecast                       deals:read
GET    /v1/pipelines/{id}/forecast/items                                    list-forecast-items                   deals:read
GET    /v1/pipelines/{id}/bridge                                            get-bridge                            deals:read
GET    /v1/pipelines/{id}/bridge/items                                      list-bridge-items                     deals:read
GET    /v1/pipelines/{id}/bridge/export                                     export-bridge                         deals:read
GET    /v1/pipelines/{id}/conversion                                        get-conversion                        deals:read
GET    /v1/pipelines/{id}/conversion/items                                  list-conversion-items                 deals:read
GET    /v1/pipelines/{id}/conversion/export                                 export-conversion                     deals:read
GET    /v1/exchange-rates                                                   list-exchange-rates                   deals:read
PUT    /v1/exchange-rates                                                   set-exchange-rates                    pipelines:write

POST   /v1/deals                                                            create-deal                           deals:write
GET    /v1/deals                                                            list-deals                            deals:read
GET    /v1/deals/{id}                                                       get-deal                              deals:read
PATCH  /v1/deals/{id}                                                       update-deal                           deals:write
POST   /v1/deals/{id}/move                                                  move-deal                             deals:write
GET    /v1/deals/{id}/lines                                                 get-deal-lines                        deals:read
PUT    /v1/deals/{id}/lines                                                 replace-deal-lines                    deals:write
GET    /v1/deals/{id}/history                                               list-deal-history                     deals:read
GET    /v1/deals/{id}/spans                                                 list-deal-spans                       deals:read
GET    /v1/pipelines/{id}/board                                             get-board                             deals:read
DELETE /v1/deals/{id}                                                       delete-deal                           deals:write
POST   /v1/deal-fields                                                      create-deal-field                     pipelines:write
GET    /v1/deal-fields                                                      list-deal-fields                      deals:read
PATCH  /v1/deal-fields/{id}                                                 update-deal-field                     pipelines:write
DELETE /v1/deal-fields/{id}                                                 delete-deal-field                     pipelines:write
GET    /v1/deals/{id}/contacts                                              get-deal-contacts                     deals:read
PUT    /v1/deals/{id}/contacts                                              replace-deal-contacts                 deals:write
POST   /v1/deal-actions                                                     create-deal-action                    deals:write
GET    /v1/deal-actions                                                     list-deal-actions                     deals:read
GET    /v1/deal-actions/{id}                                                get-deal-action                       deals:read
POST   /v1/deal-actions/{id}/undo                                           undo-deal-action                      deals:write
POST   /v1/deals/{id}/notes                                                 create-deal-note                      deals:write
GET    /v1/deals/{id}/notes                                                 list-deal-notes                       deals:read
PATCH  /v1/deals/{id}/notes/{noteId}                                        update-deal-note                      deals:write
DELETE /v1/deals/{id}/notes/{noteId}                                        delete-deal-note                      deals:write

POST   /v1/deal-rules                                                       create-deal-rule                      pipelines:write
GET    /v1/deal-rules                                                       list-deal-rules                       deals:read
GET    /v1/deal-rules/{id}                                                  get-deal-rule                         deals:read
PATCH  /v1/deal-rules/{id}                                                  update-deal-rule                      pipelines:write
DELETE /v1/deal-rules/{id}                                                  delete-deal-rule                      pipelines:write
GET    /v1/deal-rules/{id}/runs                                             list-deal-rule-runs                   deals:read

GET    /v1/proposals                                                        list-proposals                        conversations:read
GET    /v1/proposals/{id}                                                   get-proposal                          conversations:read
POST   /v1/proposals/{id}/accept                                            accept-proposal                       conversations:write
POST   /v1/proposals/{id}/reject                                            reject-proposal                       conversations:write
POST   /v1/proposals/{id}/undo                                              undo-proposal                         conversations:write
GET    /v1/assistants/{id}/autonomy                                         get-assistant-autonomy                assistants:read
PUT    /v1/assistants/{id}/autonomy/{kind}                                  set-assistant-autonomy                assistants:write
GET    /v1/assistants/{id}/autonomy-changes                                 list-autonomy-changes                 assistants:read

POST   /v1/canned-replies                                                   create-canned-reply                   teams:write
GET    /v1/canned-replies                                                   list-canned-replies                   conversations:read
GET    /v1/canned-replies/{id}                                              get-canned-reply                      conversations:read
PATCH  /v1/canned-replies/{id}                                              update-canned-reply                   teams:write
DELETE /v1/canned-replies/{id}                                              delete-canned-reply                   teams:write
POST   /v1/canned-replies/{id}/fill                                         fill-canned-reply                     conversations:read

GET    /v1/search                                                           search                                conversations:read

GET    /v1/notifications                                                    list-notifications                    conversations:read
GET    /v1/notifications/count                                              count-notifications                   conversations:read
POST   /v1/notifications/seen                                               see-notifications                     conversations:read
POST   /v1/notifications/read                                               read-notifications                    conversations:read
GET    /v1/notifications/settings                                           get-notification-settings             conversations:read
PUT    /v1/notifications/settings                                           set-notification-settings             conversations:read
GET    /v1/notifications/push-key                                           get-push-key                          conversations:read
POST   /v1/notifications/push-subscriptions                                 create-push-subscription              conversations:read
GET    /v1/notifications/push-subscriptions                                 list-push-subscriptions               conversations:read
DELETE /v1/notifications/push-subscriptions/{id}                            delete-push-subscription              conversations:read

POST   /v1/sandbox/messages                                                 simulate-message                      sandbox:write
GET    /v1/sandbox/phones/{number}                                          get-simulated-phone                   sandbox:read
`
