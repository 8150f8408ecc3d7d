// This file lets draw.go declare a function that another package has.
