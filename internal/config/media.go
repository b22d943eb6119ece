package config

import (
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// Media says where files are kept and who looks at them.
type Media struct {
	Media            string        `help:"Where files are kept, encrypted: a directory that all nodes share, or s3://bucket/prefix. By default it is the directory media beside the embedded database, or ./data/media with PostgreSQL." env:"CRM_MEDIA" placeholder:"DIR|s3://BUCKET"`
	MediaS3Endpoint  string        `name:"media-s3-endpoint" help:"Address of the S3-compatible store." default:"https://s3.amazonaws.com" env:"CRM_MEDIA_S3_ENDPOINT"`
	MediaS3Region    string        `name:"media-s3-region" help:"Region of the bucket." default:"us-east-1" env:"CRM_MEDIA_S3_REGION"`
	MediaS3AccessKey string        `name:"media-s3-access-key" help:"Access key of the store." env:"CRM_MEDIA_S3_ACCESS_KEY" placeholder:"KEY"`
	MediaS3SecretKey string        `name:"media-s3-secret-key" help:"Secret key of the store." env:"CRM_MEDIA_S3_SECRET_KEY" placeholder:"KEY"`
	MediaScanner     string        `help:"Virus scanner: icap://host:1344/service, or a command that receives the file on standard input and exits with 0 (clean) or 1 (infected), such as clamdscan -. Uploads are rejected while the scanner is unavailable." env:"CRM_MEDIA_SCANNER" placeholder:"COMMAND|icap://…"`
	MediaRetention   time.Duration `help:"How long a file that no message uses is kept after its last use." default:"720h" env:"CRM_MEDIA_RETENTION"`
}

const s3Scheme = "s3://"

// MediaBucket returns the bucket and the prefix in it; false when files are
// kept in a directory.
func (c *Serve) MediaBucket() (bucket, prefix string, ok bool) {
	rest, ok := strings.CutPrefix(c.Media.Media, s3Scheme)
	if !ok {
		return "", "", false
	}
	bucket, prefix, _ = strings.Cut(rest, "/")
	return bucket, strings.Trim(prefix, "/"), ok
}

// MediaDirectory returns the directory where files are kept.
func (c *Serve) MediaDirectory() string {
	switch {
	case c.Media.Media != "":
		return c.Media.Media
	case strings.Contains(c.Database.Database, "://"):
		return filepath.Join("data", "media")
	}
	return filepath.Join(filepath.Dir(c.Database.Database), "media")
}

// MediaEndpoint returns the address of the S3-compatible store.
func (c *Media) MediaEndpoint() (*url.URL, error) {
	u, err := url.Parse(c.MediaS3Endpoint)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || strings.Trim(u.Path, "/") != "" {
		return nil, errors.New("is not the address of a store; write https://host or http://host:9000")
	}
	return u, nil
}

func (c *Serve) validateMedia(bad func(name, format string, args ...any)) {
	if bucket, _, ok := c.MediaBucket(); ok {
		if bucket == "" {
			bad("media", "%q names no bucket; write s3://bucket or s3://bucket/prefix", c.Media.Media)
		}
		if _, err := c.MediaEndpoint(); err != nil {
			bad("media-s3-endpoint", "%q %v", c.MediaS3Endpoint, err)
		}
		if c.MediaS3AccessKey == "" || c.MediaS3SecretKey == "" {
			bad("media-s3-access-key", "--media is a bucket, so set --media-s3-access-key and --media-s3-secret-key")
		}
	} else if strings.Contains(c.Media.Media, "://") {
		bad("media", "%q is neither a directory nor s3://bucket/prefix", c.Media.Media)
	}
	if c.MediaRetention < 24*time.Hour {
		bad("media-retention", "%s is out of range; write a duration of 24h or more", c.MediaRetention)
	}
}
