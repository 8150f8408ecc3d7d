package words

import "errors"

// Reason is the reason at the bottom of an error, without what was being done to which file. Of several
// errors it is that of the first.
func Reason(err error) error {
	for {
		if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 0 {
			err = joined.Unwrap()[0]
		} else if inner := errors.Unwrap(err); inner != nil {
			err = inner
		} else {
			return err
		}
	}
}
