package chart

import (
	"math"
	"strconv"
	"strings"
)

// tickLabels writes ticks with the same number of decimals, as few as tell them apart.
func tickLabels(dst []string, ticks []float64, step float64) []string {
	big := 0.0
	for _, t := range ticks {
		big = math.Max(big, math.Abs(t))
	}
	if big == 0 {
		big = step
	}
	dst = dst[:0]
	dec := decimals(step)
	if big >= 1e6 || dec > 5 {
		digits := max(0, int(math.Floor(math.Log10(big)))+dec)
		for _, t := range ticks {
			dst = append(dst, scientific(t, min(digits, 12)))
		}
		return dst
	}
	for _, t := range ticks {
		if math.Abs(t) < step*1e-9 {
			t = 0 // no "-0"
		}
		dst = append(dst, strconv.FormatFloat(t, 'f', max(dec, 0), 64))
	}
	return dst
}

// decimals is the number of decimals a multiple of step needs: 2.5 → 1, 0.05 → 2, 200 → -2.
func decimals(step float64) int {
	if !(step > 0) || math.IsInf(step, 0) {
		return 0
	}
	e := int(math.Floor(math.Log10(step) + 1e-9))
	m := step / math.Pow(10, float64(e))
	if math.Abs(m-math.Round(m)) > 1e-6 { // 2.5
		return 1 - e
	}
	return -e
}

// scientific writes 2.5e-7, without the padding of strconv; zero stays 0.
func scientific(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	m, e, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits, 64), "e")
	if strings.Contains(m, ".") {
		m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
	}
	n, _ := strconv.Atoi(e)
	return m + "e" + strconv.Itoa(n)
}
