package sandbox

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

var verticals = strings.Fields(`UNDEFINED OTHER AUTO BEAUTY APPAREL EDU ENTERTAIN EVENT_PLAN FINANCE GROCERY GOVT HOTEL HEALTH NONPROFIT
	PROF_SERVICES RETAIL TRAVEL RESTAURANT NOT_A_BIZ ALCOHOL ONLINE_GAMBLING PHYSICAL_GAMBLING OTC_DRUGS`)

// profileLimits are the longest texts of a business profile.
var profileLimits = map[string]int{"about": 139, "address": 256, "description": 512, "email": 128}

// profile is what customers see of the number; p.mu is held.
func (p *phone) profile() fields {
	if p.state.profile == nil {
		return fields{"about": p.name, "description": "A simulated business", "vertical": "RETAIL"}
	}
	return p.state.profile
}

func (c *call) getProfile(p *phone) *graphError {
	p.mu.Lock()
	set := copyOf(p.profile())
	p.mu.Unlock()
	set["messaging_product"] = "whatsapp"
	n := node{empty: []string{"about", "address", "description", "email", "profile_picture_url", "websites", "vertical"}}
	for _, key := range []string{"about", "address", "description", "email", "profile_picture_url", "websites", "vertical", "messaging_product"} {
		if set.has(key) {
			n.all = append(n.all, member{key, set[key]})
		}
	}
	n.defaults = object{{"messaging_product", "whatsapp"}}
	asked := c.r.URL.Query().Get("fields")
	if asked == "" {
		n.defaults = n.all
	}
	o, e := n.pick(asked)
	if e != nil {
		return e
	}
	if asked != "" && !slices.ContainsFunc(o, func(m member) bool { return m.key == "messaging_product" }) {
		o = append(o, member{"messaging_product", "whatsapp"})
	}
	return c.ok(object{{"data", []object{o}}})
}

// postProfile keeps what is given of a business profile; the rest stays.
func (c *call) postProfile(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	if e := c.checkProduct(params); e != nil {
		return e
	}
	if e := checkProfile(params); e != nil {
		return e
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	next := params.mergedInto(p.profile(), "about", "address", "description", "email", "websites", "vertical")
	if params.has("profile_picture_handle") {
		next["profile_picture_url"] = c.learnURL(c.r) + mediaPath + "profile-" + p.id
	}
	p.state.profile = next
	return c.success()
}

func checkProfile(params fields) *graphError {
	for _, key := range []string{"about", "address", "description", "email"} {
		if chars(params.str(key)) > profileLimits[key] || key == "about" && params.has(key) && params.str(key) == "" {
			return invalid("Param %s must be at most %d characters long.", key, profileLimits[key])
		}
	}
	if v := params.str("vertical"); params.has("vertical") && !slices.Contains(verticals, v) {
		return invalid(`Param vertical must be one of {%s} - got "%s".`, strings.Join(verticals, ", "), v)
	}
	if handle := params.str("profile_picture_handle"); params.has("profile_picture_handle") && !isImageHandle(handle) {
		return invalid("Param profile_picture_handle must be the handle of an uploaded image.")
	}
	sites := params.list("websites")
	if params.has("websites") && sites == nil || len(sites) > 2 {
		return invalid("Param websites must be an array of at most 2 URLs.")
	}
	for _, v := range sites {
		site, _ := text(v)
		if u, err := url.Parse(site); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || len(site) > 256 {
			return invalid("Param websites must be http or https URLs of at most 256 characters.")
		}
	}
	return nil
}

// isImageHandle reports whether a handle is one that uploadPart gave for an image.
func isImageHandle(handle string) bool {
	return strings.HasPrefix(handle, "4::") && (strings.HasSuffix(handle, ":image/jpeg") || strings.HasSuffix(handle, ":image/png"))
}

func (c *call) getPhoneSettings(p *phone) *graphError {
	p.mu.Lock()
	defer p.mu.Unlock()
	set := copyOf(p.state.settings)
	for key, value := range map[string]any{"calling": object{{"status", "DISABLED"}}, "storage_configuration": object{{"status", "DEFAULT"}}} {
		if !set.has(key) {
			set[key] = value
		}
	}
	return c.ok(set)
}

var settingNames = []string{"calling", "storage_configuration", "user_identity_change", "payload_encryption"}

// postPhoneSettings keeps the settings that are given; the rest stays.
func (c *call) postPhoneSettings(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	next, n := copyOf(p.state.settings), 0
	for _, key := range settingNames {
		if given := params.sub(key); given != nil {
			one := copyOf(next.sub(key))
			maps.Copy(one, given)
			next[key], n = map[string]any(one), n+1
		}
	}
	if n == 0 {
		return invalid("One of the parameters %s is required.", strings.Join(settingNames, ", "))
	}
	p.state.settings = next
	return c.success()
}

// postAutomation keeps the conversational components of a number.
func (c *call) postAutomation(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	commands, prompts := params.objects("commands"), params.list("prompts")
	if len(commands) > 30 || len(prompts) > 4 {
		return invalid("At most 30 commands and 4 prompts are allowed.")
	}
	for _, one := range commands {
		if chars(one.str("command_name")) > 32 || chars(one.str("command_description")) > 256 || one.str("command_name") == "" {
			return invalid("Param commands must have a command_name of at most 32 characters and a command_description of at most 256.")
		}
	}
	for _, v := range prompts {
		if s, _ := text(v); s == "" || chars(s) > 80 {
			return invalid("Param prompts must be texts of at most 80 characters.")
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	next := params.mergedInto(p.state.automation, "enable_welcome_message", "commands", "prompts")
	next["enable_welcome_message"] = next.flag("enable_welcome_message")
	p.state.automation = next
	return c.success()
}

func (c *call) getAutomation(p *phone) *graphError {
	p.mu.Lock()
	defer p.mu.Unlock()
	set := object{}
	if p.state.automation != nil {
		set = object{{"conversational_automation", map[string]any(p.state.automation)}}
	}
	return c.ok(append(set, member{"id", p.id}))
}

func (c *call) emptyData() *graphError { return c.ok(object{{"data", []object{}}}) }

// commerce is GET and POST /{phone}/whatsapp_commerce_settings.
func (c *call) commerce(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.r.Method == http.MethodGet {
		list := []object{}
		if p.state.commerce != nil {
			list = append(list, object{{"is_cart_enabled", p.state.commerce.flag("is_cart_enabled")},
				{"is_catalog_visible", p.state.commerce.flag("is_catalog_visible")}, {"id", p.id}})
		}
		return c.ok(object{{"data", list}})
	}
	next := params.mergedInto(p.state.commerce, "is_cart_enabled", "is_catalog_visible")
	p.state.commerce = next
	return c.success()
}
