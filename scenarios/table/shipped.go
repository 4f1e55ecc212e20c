package table

import "embed"

//go:embed *.csv
var shipped embed.FS

// Shipped lists the tables that ship with Farsight.
var Shipped = []string{"lda"}

// ShippedFile is the CSV file of one of them.
func ShippedFile(name string) ([]byte, error) { return shipped.ReadFile(name + ".csv") }
