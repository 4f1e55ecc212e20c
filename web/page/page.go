// Package page holds the files of the page: plain HTML, CSS and JavaScript, as
// they are written into a site.
package page

import "embed"

// Files are the page's, all in one folder; this file is among them.
//
//go:embed *
var Files embed.FS
