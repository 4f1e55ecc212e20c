// Package studies holds the commands of live studies, "farsight study …".
package studies
