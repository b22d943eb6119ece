package crm

// checkHeaderProduct wants a product where the header is one, and none elsewhere.
func checkHeaderProduct(pointer string, h HeaderForm, p *ProductRef, faults *Faults) {
	switch {
	case h.Format == "PRODUCT" && p == nil:
		faults.Add(pointer, CodeParameterMissing, "The template's header is a product: headerProduct is required.")
	case h.Format != "PRODUCT" && p != nil:
		faults.Add(pointer, CodeParameterUnknown, "The template's header may not have a product.")
	case p != nil:
		checkProductRef(pointer, p, faults)
	}
}

// checkButtonProducts holds what a button shows of a catalogue against the provider's rule
// (outbound.md 2.6): a selection is for MPM, which needs one, and an image for MPM, which
// needs it, and CATALOG.
func checkButtonProducts(pointer string, form ButtonForm, p ButtonParameter, faults *Faults) {
	switch {
	case form.Type == "MPM" && p.Thumbnail == "":
		faults.Add(pointer+"/thumbnailProductRetailerId", CodeParameterMissing, "Button %d (%q) needs thumbnailProductRetailerId.", p.Index, form.label())
	case form.Type != "MPM" && form.Type != "CATALOG" && p.Thumbnail != "":
		faults.Add(pointer+"/thumbnailProductRetailerId", CodeParameterUnknown, "Button %d (%q) may not have thumbnailProductRetailerId.", p.Index, form.label())
	case p.Thumbnail != "":
		checkText(pointer+"/thumbnailProductRetailerId", p.Thumbnail, true, 0, faults)
	}
	switch {
	case form.Type == "MPM":
		checkProductSections(pointer, p.Sections, faults)
	case p.Sections != nil:
		faults.Add(pointer+"/sections", CodeParameterUnknown, "Button %d (%q) may not have sections.", p.Index, form.label())
	}
}
