package journal

// An event is written in the lowest version of the format that can hold it, so
// that a study which uses nothing new stays what older programs read.

func (c Created) version() int {
	if c.Digits != 0 {
		return 4
	}
	if c.Moves {
		return 3
	}
	if c.Overshoot != "" {
		return 2
	}
	return 1
}

func (a Asked) version() int {
	if a.As != "" || a.Held || !a.Expires.IsZero() {
		return 2
	}
	return 1
}

func (t Told) version() int {
	if t.Move != 0 {
		return 3
	}
	if t.Sd != 0 || t.Free {
		return 2
	}
	return 1
}

func (k Skipped) version() int {
	if k.Expired {
		return 2
	}
	return 1
}

func (Amended) version() int       { return 2 }
func (Set) version() int           { return 2 }
func (Undone) version() int        { return 1 }
func (BudgetChanged) version() int { return 1 }
func (Noted) version() int         { return 1 }
func (Lost) version() int          { return 1 }
