package app

import (
	"context"
	"fmt"
	"time"

	"service.example/crm/internal/blob"
	"service.example/crm/internal/config"
	"service.example/crm/internal/scan"
)

// openMedia returns the store of media and the virus scanner, which may be nil.
func openMedia(cfg config.Serve) (store *blob.Store, scanner scan.Scanner, err error) {
	if cfg.MediaScanner != "" {
		if scanner, err = scan.New(cfg.MediaScanner); err != nil {
			return nil, nil, fmt.Errorf("--media-scanner: %w", err)
		}
	}
	bucket, prefix, ok := cfg.MediaBucket()
	if !ok {
		if store, err = blob.Directory(cfg.MediaDirectory()); err != nil {
			return nil, nil, fmt.Errorf("--media: %w", err)
		}
		return store, scanner, nil
	}
	endpoint, err := cfg.MediaEndpoint()
	if err != nil {
		return nil, nil, fmt.Errorf("--media-s3-endpoint: %w", err)
	}
	store, err = blob.OpenS3(blob.S3{Endpoint: endpoint, Region: cfg.MediaS3Region, Bucket: bucket, Prefix: prefix,
		AccessKey: cfg.MediaS3AccessKey, SecretKey: cfg.MediaS3SecretKey})
	return store, scanner, err
}

// How often files without a message and objects without a file are looked for,
// counted in pauses of the janitor.
const (
	expireFilesEvery  = int(time.Hour / janitorPause)
	sweepObjectsEvery = int(24 * time.Hour / janitorPause)
	sweepObjectsFirst = int(10 * time.Minute / janitorPause) // after the start
)

const mediaCheckTimeout = 30 * time.Second

// checkMedia tells at the start when files cannot be kept. The service runs
// all the same: messages do not need them, and a store may come back.
func (a *App) checkMedia(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, mediaCheckTimeout)
	defer cancel()
	if err := a.Service.Media.CheckMedia(ctx); err != nil && ctx.Err() == nil {
		a.log.Error("the file store does not work; files cannot be uploaded, received or served (see --media)", "error", err)
	}
	return nil
}
