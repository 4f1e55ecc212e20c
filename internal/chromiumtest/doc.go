// Package chromiumtest opens pages in a headless Chromium, for tests (unix only).
package chromiumtest
