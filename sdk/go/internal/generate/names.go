package main

// names says what the library calls each operation.
var names = map[string]method{
	"send-message":       {group: "Messages", name: "Send"},
	"send-message-batch": {group: "Messages", name: "SendBatch"},
	"list-messages":      {group: "Messages", name: "List"},
	"get-message":        {group: "Messages", name: "Get"},
	"cancel-message":     {group: "Messages", name: "Cancel"},
	"mark-message-read":  {group: "Messages", name: "MarkRead"},

	"upload-media":      {group: "Media", name: "Upload", byHand: true},
	"list-media":        {group: "Media", name: "List"},
	"download-media":    {group: "Media", name: "Download", byHand: true},
	"get-media-info":    {group: "Media", name: "Get"},
	"create-media-link": {group: "Media", name: "Link"},
	"delete-media":      {group: "Media", name: "Delete"},

	"list-contacts":      {group: "Contacts", name: "List"},
	"create-contact":     {group: "Contacts", name: "Create"},
	"get-contact":        {group: "Contacts", name: "Get"},
	"update-contact":     {group: "Contacts", name: "Update"},
	"add-contact-tags":   {group: "Contacts", name: "AddTags"},
	"remove-contact-tag": {group: "Contacts", name: "RemoveTag"},
	"merge-contacts":     {group: "Contacts", name: "Merge"},
	"undo-contact-merge": {group: "Contacts", name: "UndoMerge"},
	"export-contacts":    {group: "Contacts", name: "Export", byHand: true},

	"create-contact-import":      {group: "ContactImports", name: "Create"},
	"preview-contact-import":     {group: "ContactImports", name: "Preview"},
	"list-contact-imports":       {group: "ContactImports", name: "List"},
	"get-contact-import":         {group: "ContactImports", name: "Get"},
	"list-contact-import-errors": {group: "ContactImports", name: "Errors"},
	"cancel-contact-import":      {group: "ContactImports", name: "Cancel"},

	"list-contact-fields":  {group: "ContactFields", name: "List"},
	"create-contact-field": {group: "ContactFields", name: "Create"},
	"update-contact-field": {group: "ContactFields", name: "Update"},
	"delete-contact-field": {group: "ContactFields", name: "Delete"},

	"create-ai-provider": {group: "AIProviders", name: "Create"},
	"list-ai-providers":  {group: "AIProviders", name: "List"},
	"get-ai-provider":    {group: "AIProviders", name: "Get"},
	"update-ai-provider": {group: "AIProviders", name: "Update"},
	"delete-ai-provider": {group: "AIProviders", name: "Delete"},
	"test-ai-provider":   {group: "AIProviders", name: "Test"},

	"get-ai-usage":       {group: "AI", name: "Usage"},
	"list-ai-calls":      {group: "AI", name: "Calls"},
	"get-ai-settings":    {group: "AI", name: "Settings"},
	"update-ai-settings": {group: "AI", name: "UpdateSettings"},
	"list-ai-notices":    {group: "AI", name: "Notices"},

	"list-templates": {group: "Templates", name: "List"},
	"sync-templates": {group: "Templates", name: "Sync"},

	"list-webhook-endpoints":         {group: "WebhookEndpoints", name: "List"},
	"create-webhook-endpoint":        {group: "WebhookEndpoints", name: "Create"},
	"get-webhook-endpoint":           {group: "WebhookEndpoints", name: "Get"},
	"update-webhook-endpoint":        {group: "WebhookEndpoints", name: "Update"},
	"delete-webhook-endpoint":        {group: "WebhookEndpoints", name: "Delete"},
	"rotate-webhook-endpoint-secret": {group: "WebhookEndpoints", name: "RotateSecret"},
	"expire-webhook-endpoint-secret": {group: "WebhookEndpoints", name: "ExpireSecret"},
	"test-webhook-endpoint":          {group: "WebhookEndpoints", name: "Test"},

	"get-webhook-endpoint-statistics": {group: "WebhookEndpoints", name: "Statistics"},

	"list-deliveries": {group: "Deliveries", name: "List"},
	"get-delivery":    {group: "Deliveries", name: "Get"},
	"redeliver":       {group: "Deliveries", name: "Redeliver"},

	"create-redelivery": {group: "Redeliveries", name: "Create"},
	"list-redeliveries": {group: "Redeliveries", name: "List"},
	"get-redelivery":    {group: "Redeliveries", name: "Get"},
	"cancel-redelivery": {group: "Redeliveries", name: "Cancel"},

	"list-events":   {group: "Events", name: "List"},
	"stream-events": {group: "Events", name: "Stream", byHand: true},
	"get-event":     {group: "Events", name: "Get"},

	"list-api-keys":  {group: "APIKeys", name: "List"},
	"create-api-key": {group: "APIKeys", name: "Create"},
	"rotate-api-key": {group: "APIKeys", name: "Rotate"},
	"delete-api-key": {group: "APIKeys", name: "Delete"},

	"get-contact-consent":     {group: "Consent", name: "Get"},
	"record-contact-consent":  {group: "Consent", name: "Record"},
	"get-consent-settings":    {group: "Consent", name: "Settings"},
	"update-consent-settings": {group: "Consent", name: "UpdateSettings"},

	"list-phone-numbers":        {group: "PhoneNumbers", name: "List"},
	"get-phone-number":          {group: "PhoneNumbers", name: "Get"},
	"list-messaging-accounts":   {group: "MessagingAccounts", name: "List"},
	"get-phone-number-health":   {group: "PhoneNumbers", name: "Health"},
	"connect-messaging-account": {group: "MessagingAccounts", name: "Connect"},
}
