package templatelint

// Rule is what can be found.
type Rule struct {
	Severity Severity
	Subcode  int // of the provider's refusal; 0 where it has none
	Source   string
}

func (r Rule) code() int {
	if r.Severity == Error {
		return 100
	}
	return 0
}

// The provider's subcodes (outbound.md 8.3).
const (
	nameTaken         = 2388024
	nameResting       = 2388023
	tooLong           = 2388040
	wrongHeader       = 2388047
	wrongBody         = 2388072
	wrongFooter       = 2388073
	tooManyParameters = 2388293
	parameterAtEdge   = 2388299
)

// Sections of the provider's documentation, as outbound.md names them, and what
// does not stand there.
const (
	create     = "3.1 Create"
	components = "3.2 Components"
	review     = "3.6 Status, quality, pacing, TTL"
	counts     = "3.7 Counts and lifecycle limits"
	deletion   = "3.5 Delete"
	languages  = "3.9 Language codes"
	sending    = "2.6 Template messages"
	marketing  = "2.8 Marketing messages"
	lengths    = "9.5 Counts and lengths"
	subcodes   = "8.3 Template and migration subcodes"
	measured   = "8.3 Template and migration subcodes; the ratio is measured by the provider's customers"
	orders     = "the provider's page on order details templates"
	deepLinks  = "the provider's page on deep links"
	practice   = "good practice; the provider does not state it"
	history    = "the templates of this workspace"
)

// rules are all rules by name.
var rules = map[string]Rule{
	"name_format":              {Error, 0, create},
	"language_unknown":         {Error, 0, languages},
	"category_unknown":         {Error, 0, create},
	"parameter_format_unknown": {Error, 0, create},
	"sub_category_unknown":     {Error, 0, create},
	"time_to_live":             {Error, 0, review},
	"time_to_live_marketing":   {Warning, 0, review},
	"name_taken":               {Error, nameTaken, create},
	"name_resting":             {Error, nameResting, deletion},

	"component_unknown": {Error, 0, components},
	"component_twice":   {Warning, 0, components},
	"body_missing":      {Error, 0, components},
	"body_empty":        {Error, wrongBody, components},
	"body_too_long":     {Error, tooLong, lengths},
	"body_spacing":      {Hint, 0, sending},

	"parameter_at_edge":          {Error, parameterAtEdge, components},
	"too_many_parameters":        {Error, tooManyParameters, measured},
	"parameter_malformed":        {Error, wrongBody, components},
	"parameter_malformed_header": {Error, wrongHeader, components},
	"parameter_order":            {Error, wrongBody, components},
	"parameter_order_header":     {Error, wrongHeader, components},
	"parameter_mixed":            {Error, wrongBody, components},
	"parameter_mixed_header":     {Error, wrongHeader, components},
	"parameter_numbered":         {Warning, 0, components},
	"parameters_adjacent":        {Warning, 0, practice},
	"body_sample":                {Error, wrongBody, components},
	"header_sample":              {Error, wrongHeader, components},

	"header_format_unknown": {Error, 0, components},
	"header_empty":          {Error, wrongHeader, components},
	"header_too_long":       {Error, tooLong, lengths},
	"header_parameters":     {Error, wrongHeader, components},
	"header_plain":          {Error, wrongHeader, components},
	"header_media_sample":   {Error, wrongHeader, components},
	"header_gif":            {Warning, 0, marketing},
	"header_location":       {Error, wrongHeader, components},
	"product_header":        {Warning, 0, sending},

	"footer_empty":      {Error, wrongFooter, components},
	"footer_too_long":   {Error, tooLong, lengths},
	"footer_parameters": {Warning, 0, components},
	"footer_plain":      {Warning, 0, components},

	"buttons_empty":         {Warning, 0, components},
	"buttons_too_many":      {Error, wrongBody, components},
	"buttons_order":         {Error, wrongBody, components},
	"button_unknown":        {Error, 0, components},
	"button_label_missing":  {Error, 0, components},
	"button_label_too_long": {Error, tooLong, lengths},
	"button_label_plain":    {Warning, 0, practice},
	"button_label_twice":    {Warning, 0, practice},
	"button_label_fixed":    {Warning, 0, components},
	"url_missing":           {Error, 0, components},
	"url_too_long":          {Error, tooLong, lengths},
	"url_parameter":         {Error, 0, components},
	"url_sample":            {Error, 0, components},
	"url_form":              {Warning, 0, practice},
	"url_shortened":         {Warning, 0, practice},
	"url_whatsapp":          {Warning, 0, practice},
	"phone_missing":         {Error, 0, components},
	"phone_too_long":        {Error, tooLong, components},
	"phone_form":            {Warning, 0, practice},
	"coupon_missing":        {Warning, 0, components},
	"coupon_too_long":       {Error, tooLong, components},
	"coupon_long":           {Hint, 0, components},
	"flow_missing":          {Error, 0, components},
	"flow_action_unknown":   {Error, 0, components},
	"order_header":          {Error, 0, orders},
	"deep_link_incomplete":  {Error, 0, deepLinks},
	"deep_link_category":    {Warning, 0, deepLinks},

	"carousel_cards":           {Error, wrongBody, components},
	"carousel_unlike":          {Error, wrongBody, components},
	"card_component":           {Warning, 0, components},
	"offer_category":           {Error, 0, components},
	"offer_text_missing":       {Error, 0, components},
	"offer_text_too_long":      {Error, tooLong, lengths},
	"offer_code_too_long":      {Error, tooLong, lengths},
	"offer_footer":             {Error, wrongFooter, components},
	"offer_header":             {Error, wrongHeader, components},
	"offer_header_missing":     {Warning, 0, components},
	"offer_buttons":            {Error, wrongBody, components},
	"offer_buttons_missing":    {Warning, 0, components},
	"call_permission_category": {Error, 0, components},
	"catalog_category":         {Hint, 0, components},

	"auth_text":      {Warning, 0, components},
	"auth_component": {Warning, 0, components},
	"auth_button":    {Warning, 0, components},
	"auth_expiry":    {Error, 0, components},
	"otp_type":       {Error, 0, components},
	"otp_apps":       {Error, 0, components},
	"otp_app":        {Warning, 0, components},
	"otp_terms":      {Warning, 0, components},
	"otp_category":   {Warning, 0, components},

	"category_drift":    {Warning, 0, review},
	"marketing_opt_out": {Hint, 0, practice},
	"duplicate_content": {Warning, 0, components},
	"like_rejected":     {Warning, 0, history},
	"template_count":    {Hint, 0, counts},
}

// Rules returns all rules by name.
func Rules() map[string]Rule {
	out := make(map[string]Rule, len(rules))
	for name, r := range rules {
		out[name] = r
	}
	return out
}
