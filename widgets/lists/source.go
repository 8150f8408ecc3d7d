package lists

// A Source is the content of a list.
type Source interface {
	count() int
	row(i int) *Row
	// top returns the top of a row; for the index after the last row, the end of the list.
	top(i int) float32
}

// someRows are rows of different heights.
type someRows struct {
	rows []Row
	tops []float32
}

// Rows returns a source of rows of different heights. They must not be changed afterwards.
func Rows(rows []Row) Source {
	s := &someRows{rows, make([]float32, 1, len(rows)+1)}
	for i := range rows {
		s.tops = append(s.tops, s.tops[i]+rows[i].height())
	}
	return s
}

func (s *someRows) count() int        { return len(s.rows) }
func (s *someRows) row(i int) *Row    { return &s.rows[i] }
func (s *someRows) top(i int) float32 { return s.tops[i] }

// evenRows are rows of equal height that are made when they come into view.
type evenRows struct {
	n       int
	height  float32
	makeRow func(i int) Row
}

// Even returns a source of rows of equal height, each of which is made when it comes into view.
func Even(count int, row func(i int) Row) Source { return evenRows{count, evenHeight, row} }

// Tall is Even with room for a Body in each row.
func Tall(count int, row func(i int) Row) Source { return evenRows{count, tallHeight, row} }

// Heights of rows, and where a body starts.
const (
	evenHeight = 46
	bodyTop    = 41
	tallHeight = bodyTop + 2*12*1.4 + 9
)

func (e evenRows) count() int        { return e.n }
func (e evenRows) top(i int) float32 { return float32(i) * e.height }

func (e evenRows) row(i int) *Row {
	r := e.makeRow(i)
	return &r
}
