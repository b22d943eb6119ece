package main

import "maps"

func init() { maps.Copy(names, chargeNames) }

// chargeNames says what the library calls the operations about charges and budgets.
var chargeNames = map[string]method{
	"list-charges":            {group: "Charges", name: "List"},
	"summarize-charges":       {group: "Charges", name: "Summarize"},
	"export-charges":          {group: "Charges", name: "Export", byHand: true},
	"list-budgets":            {group: "Budgets", name: "List"},
	"create-budget":           {group: "Budgets", name: "Create"},
	"get-budget":              {group: "Budgets", name: "Get"},
	"update-budget":           {group: "Budgets", name: "Update"},
	"delete-budget":           {group: "Budgets", name: "Delete"},
	"create-reconciliation":   {group: "Charges", name: "Reconcile"},
	"list-reconciliations":    {group: "Charges", name: "Reconciliations"},
	"get-reconciliation":      {group: "Charges", name: "Reconciliation"},
	"list-charge-differences": {group: "Charges", name: "Differences"},
	"get-charge-savings":      {group: "Charges", name: "Savings"},
	"list-saving-messages":    {group: "Charges", name: "SavingMessages"},
	"get-charge-statement":    {group: "Charges", name: "Statement", byHand: true},
	"list-rate-cards":         {group: "Charges", name: "RateCards"},
	"import-rate-card":        {group: "Charges", name: "ImportRateCard"},
	"get-rate-card":           {group: "Charges", name: "RateCard"},
	"delete-rate-card":        {group: "Charges", name: "DeleteRateCard"},
}
