package experiment

import (
	_ "embed" // for the map
	"fmt"
	"strings"
)

// shippedMap is the map that ships with Farsight, as WriteAtlas wrote it after
// examples/map.toml had been run. A build without it has an empty one: the line
// "//go:embed map.csv" above the variable puts the file of that name in.
var shippedMap string

// ShippedAtlas reads the map that ships with Farsight; a build without one has
// no rows.
func ShippedAtlas() ([]AtlasRow, error) {
	if shippedMap == "" {
		return nil, nil
	}
	rows, err := ReadAtlas(strings.NewReader(shippedMap))
	if err != nil {
		return nil, fmt.Errorf("the shipped map: %w", err)
	}
	return rows, nil
}
