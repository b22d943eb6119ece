package crm

// ErrorEntry explains one code to the people who meet it. docs/errors.md and
// the page behind a problem's type are made of these.
type ErrorEntry struct {
	Code Code
	// Statuses are the HTTP statuses that carry the code; 422 covers the faults in
	// a problem's errors too. Empty: the code stands in a message's error only.
	Statuses []int
	// Happened, Why and Do are sentences in Markdown: what happened, the usual
	// causes, and what to do about it.
	Happened, Why, Do string
}

// ErrorChapter is a group of codes under one heading.
type ErrorChapter struct {
	Title   string
	Entries []ErrorEntry
}

// ErrorGuide explains every code, in the order of the documentation.
var ErrorGuide = []ErrorChapter{
	{"Access", accessErrors},
	{"The request", requestErrors},
	{"Sending", sendErrors},
	{"After the message was accepted", outcomeErrors},
	{"Files", fileErrors},
	{"Contacts and conversations", contactErrors},
	{"Events and webhook endpoints", eventErrors},
	{"Assistants, AI providers and knowledge", assistantErrors},
	{"Connecting to the provider", providerErrors},
	{"The service itself", serviceErrors},
}

var accessErrors = []ErrorEntry{
	{CodeUnauthorized, []int{401},
		"The request has no valid API key.",
		"The `Authorization` header is missing or malformed, or its key was revoked or never existed.",
		"Send `Authorization: Bearer sk_live_…` (or `sk_test_…` for a test workspace). Check for a truncated key or stray quotes."},
	{CodeKeyExpired, []int{401},
		"The API key has expired.",
		"The key had an `expiresAt`, or it was rotated and its overlap has ended.",
		"Use the new key, or create one with `POST /v1/api-keys`."},
	{CodeForbidden, []int{403, 422},
		"You are known but lack the scope that the operation needs.",
		"Each operation names its scope in the API reference. Nobody can grant a scope that they do not have.",
		"Use an API key with the scope named in the answer. `GET /v1/api-keys` shows the scopes of each key."},
	{CodeTestOnly, []int{403},
		"A live workspace used an operation that only test workspaces have.",
		"Simulated customers belong to the provider simulator, which live workspaces never reach.",
		"Use an API key of a test workspace."},
	{CodeNoSimulator, []int{409},
		"This server runs no provider simulator.",
		"`crm serve` runs it only with `--sandbox` (`CRM_SANDBOX=true`). Test workspaces need it to connect an account and for every operation below `/v1/sandbox/`.",
		"Start the server with `--sandbox`, or run the demo, which includes the simulator: `make run` (`crm demo`)."},
	{CodeRateLimited, []int{429},
		"You made too many requests in one second.",
		"The limit is 1,000 requests per second and API key by default (`--rate-limit`).",
		"Wait for the seconds in `Retry-After`, then try again. The SDKs do this for you. Use `POST /v1/messages/batch` to send many messages at once."},
	{CodeLinkInvalid, []int{403},
		"A download link does not work.",
		"Its signature is wrong, or the link has expired.",
		"Create a new link with `POST /v1/media/{id}/link`."},
}

var requestErrors = []ErrorEntry{
	{CodeInvalid, []int{422},
		"The request has several faults.",
		"`errors` lists every fault with its place (`pointer`), a sentence and its own code.",
		"Fix all of them, then try again. Nothing was changed."},
	{CodeMalformed, []int{400},
		"The request cannot be read.",
		"The body is not valid JSON, an id is malformed, a cursor was changed, or a header is wrong. `detail` names the place.",
		"Create JSON with a library instead of by hand. Do not change ids and cursors."},
	{CodeRequired, []int{422},
		"A required field is missing or empty.",
		"`pointer` names the field. Some fields are required only together with another value, such as `templateName` for `type: template`.",
		"Add the field."},
	{CodeUnknownField, []int{422},
		"The operation does not know a field, a query parameter or a custom field of the request.",
		"The name is misspelt, or the field belongs to another operation or a newer version. Unknown fields are refused because a misspelt field would otherwise be ignored silently.",
		"Correct the name; the error suggests the nearest one. Create custom fields with `POST /v1/contact-fields`."},
	{CodeWrongType, []int{422},
		"A value has the wrong JSON type.",
		"For example, a number instead of a string. Phone numbers are strings.",
		"Send the type named in the error."},
	{CodeNotAllowed, []int{422, 409},
		"A value is not allowed.",
		"The error lists the allowed values or states why this value is not allowed.",
		"Use one of the values listed in the error."},
	{CodeOutOfRange, []int{422, 416},
		"A number, a list or a time is too small or too large, or a download requests bytes beyond the end of the file (416).",
		"The error states both limits. [Limits](limits.md) lists all of them.",
		"Stay within the limits, or split the request."},
	{CodeTooLong, []int{422, 500},
		"A text is longer than allowed.",
		"Lengths count characters (code points), not bytes.",
		"Shorten the text to the length stated in the error."},
	{CodeURLInvalid, []int{422},
		"A URL cannot be used.",
		"It has no scheme or host, contains credentials, or is too long.",
		"Send a complete `https://` URL."},
	{CodeURLForbidden, []int{422},
		"The service must not call the address of a URL.",
		"The host is private, is this machine, or does not use `https`. This rule protects your internal network.",
		"Use a public `https` address. To allow your own network, start the service with `--allow-networks`. For development on one machine, use `--allow-loopback-receivers`."},
	{CodeURLUnreachable, []int{422},
		"A URL did not return the expected content.",
		"The host is unknown, did not answer in time, or answered with an error.",
		"Open the URL yourself from another network, then try again."},
	{CodeTooLarge, []int{413},
		"The body is too large.",
		"A JSON body may have at most 1 MiB. Files have their own limits (`media_too_large`).",
		"Split the request. Upload files with `POST /v1/media` as multipart/form-data."},
	{CodeTooSlow, []int{408},
		"The body did not arrive completely in time.",
		"A body may take 30 seconds. A file upload may take longer, but must not pause for 30 seconds. The connection is closed.",
		"Try again on a new connection. Check the network, and make sure that `Content-Length` is not larger than the body."},
	{CodeUnsupportedMedia, []int{415},
		"The operation does not accept the format of the body.",
		"`Content-Type` is missing or names another type.",
		"Send `Content-Type: application/json`, or `multipart/form-data` for uploads. Text is UTF-8."},
	{CodeIdempotencyReused, []int{422},
		"The `Idempotency-Key` was used before with another request.",
		"For 24 hours a key stands for one request. This request differs from the first one.",
		"Use a new key for a new request. To repeat a request, send exactly the same content."},
	{CodeIdempotencyRunning, []int{409},
		"The first request with this `Idempotency-Key` is still running.",
		"Two attempts overlap, usually after a timeout on your side.",
		"Wait a second and try again with the same key. You then get the first answer."},
	{CodeNotFound, []int{404},
		"This object does not exist in the workspace, or the path does not exist.",
		"The id is wrong, or the object was deleted or belongs to another workspace. Live and test workspaces are separate.",
		"Check the id, and make sure that the key belongs to the same workspace."},
	{CodeMethodNotAllowed, []int{405},
		"The path exists, but not with this method.",
		"The `Allow` header lists the methods of the path.",
		"Use one of these methods."},
}
