package app

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"time"

	"sextant/app/acquire"
	"sextant/app/demo"
	"sextant/app/service"
)

// A station is the service that Sextant is tuned to: a configured one, or the built-in demo.
type station struct {
	client *service.Client
	pages  *acquire.Pages
	zone   *time.Location
	isDemo bool
	stop   func() // ends the demo
}

// access is where the service is and with what credentials, after the command line and environment
// had their say over the settings.
type access struct {
	baseURL, mediaBaseURL, appID, appKey string
}

// tune connects to the service of the settings. Nothing is asked of it yet.
func tune(s Settings, a access, now func() time.Time) (*station, error) {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		return nil, fmt.Errorf("the time zone of the settings: %w", err)
	}
	st := &station{zone: zone, stop: func() {}}
	if a.baseURL == "" {
		base, err := st.serveDemo(a, now)
		if err != nil {
			return nil, err
		}
		a.baseURL, a.mediaBaseURL = base, cmp.Or(a.mediaBaseURL, base)
	}
	st.client, err = service.New(service.Config{
		BaseURL: a.baseURL, MediaBaseURL: a.mediaBaseURL, AppID: a.appID, AppKey: a.appKey,
		MediaCredentials: s.MediaCredentials,
		Timeout:          time.Duration(s.Timeout) * time.Second,
		Stall:            time.Duration(s.Stall) * time.Second,
		MaxDocument:      int64(s.DocumentMB) << 20,
		MaxImage:         int64(s.PictureMB) << 20,
		UserAgent:        "Sextant/" + Version,
		Now:              now,
	})
	if err != nil {
		st.close()
		return nil, err
	}
	st.pages = acquire.NewPages(st.client, s.Format, now)
	return st, nil
}

// serveDemo starts the built-in service on a loopback port of the system's choosing.
func (st *station) serveDemo(a access, now func() time.Time) (base string, err error) {
	handler, err := demo.New(demo.Options{AppID: a.appID, AppKey: a.appKey, Now: now, Zone: st.zone})
	if err != nil {
		return "", fmt.Errorf("starting the demo service: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("starting the demo service: %w", err)
	}
	st.isDemo = true
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = handler.Serve(ctx, listener) // requests then fail and say that there is no connection
	}()
	st.stop = func() {
		cancel()
		<-done
	}
	return "http://" + listener.Addr().String(), nil
}

func (st *station) close() {
	if st.client != nil {
		st.client.Close()
	}
	st.stop()
}
