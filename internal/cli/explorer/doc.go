// Package explorer holds the commands that draw: explore, tour, export, serve.
package explorer
