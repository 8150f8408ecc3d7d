package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"sextant/app/api"
	"sextant/app/demo"
)

// A Handler answers every endpoint of the interface from a Source, here the demo's, and DecodePage reads a document.
func ExampleHandler() {
	source, _ := demo.New(demo.Options{Now: time.Now})
	handler := &api.Handler{Source: source}
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, api.PagePath(100, api.XML), nil))
	page, err := api.DecodePage(answer.Body.Bytes(), api.XML)
	fmt.Println(answer.Code, page.Number, err)
	known := httptest.NewRequest(http.MethodGet, api.PagePath(100, api.XML), nil)
	known.Header.Set("If-None-Match", answer.Header().Get("ETag"))
	answer = httptest.NewRecorder()
	handler.ServeHTTP(answer, known)
	fmt.Println(answer.Code, "unchanged")
	// Output:
	// 200 100 <nil>
	// 304 unchanged
}
