package experiment

import (
	_ "embed" // for the map
	"fmt"
	"slices"
	"strings"
	"sync"
)

// shippedMap is the map that ships with Farsight, as WriteAtlas wrote it after
// examples/map.toml and examples/money-map.toml had been run.
//
//go:embed map.csv
var shippedMap string

// MapPolicy is whose advantage a map shows unless another is asked for.
const MapPolicy = "p-ms-ei, sustained, joint"

// ShippedAtlas reads the map that ships with Farsight.
func ShippedAtlas() ([]AtlasRow, error) {
	rows, err := shipped()
	return slices.Clone(rows), err
}

// shipped reads it once.
var shipped = sync.OnceValues(func() ([]AtlasRow, error) {
	rows, err := ReadAtlas(strings.NewReader(shippedMap))
	if err != nil {
		return nil, fmt.Errorf("the shipped map: %w", err)
	}
	return rows, nil
})
