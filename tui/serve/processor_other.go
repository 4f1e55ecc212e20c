//go:build !unix

package serve

import "time"

// processorTime is not known here: time itself counts.
var processorTime func() time.Duration
