package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3 says where the bucket of an S3-compatible store is.
type S3 struct {
	Endpoint             *url.URL // http or https
	Region               string
	Bucket, Prefix       string // the prefix without slashes around it
	AccessKey, SecretKey string
}

type bucket struct {
	core   minio.Core
	bucket string
	prefix string
}

// maxRetries bounds how often a call is repeated; who asked for a file waits.
const maxRetries = 4

// partSize is the smallest part that the protocol allows, and so what an
// upload holds in memory.
const partSize = 5 << 20

// parts are reused, because each would otherwise be garbage of 5 MiB.
var parts = sync.Pool{New: func() any { b := make([]byte, partSize); return &b }}

// OpenS3 returns a store on a bucket, which must exist. It makes no call.
func OpenS3(s S3) (*Store, error) {
	client, err := minio.New(s.Endpoint.Host, &minio.Options{
		Creds:  credentials.NewStaticV4(s.AccessKey, s.SecretKey, ""),
		Secure: s.Endpoint.Scheme == "https", Region: s.Region, MaxRetries: maxRetries,
	})
	if err != nil {
		return nil, fmt.Errorf("the S3 store of the media cannot be used: %w", err)
	}
	prefix := ""
	if s.Prefix != "" {
		prefix = strings.Trim(s.Prefix, "/") + "/"
	}
	return &Store{&bucket{core: minio.Core{Client: client}, bucket: s.Bucket, prefix: prefix}}, nil
}

// The hash of a body is signed with its request, so that the client need not
// hash and copy it piece by piece.
var options = minio.PutObjectOptions{ContentType: "application/octet-stream", DisableContentSha256: true}

func hash(part []byte) string {
	sum := sha256.Sum256(part)
	return hex.EncodeToString(sum[:])
}

// put sends a small object in one call and a large one in parts, of which one
// at a time is in memory.
func (b *bucket) put(ctx context.Context, name string, r io.Reader) error {
	buf := parts.Get().(*[]byte)
	defer parts.Put(buf)
	n, err := io.ReadFull(r, *buf)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		part := (*buf)[:n]
		_, err = b.core.PutObject(ctx, b.bucket, b.prefix+name, bytes.NewReader(part), int64(n), "", hash(part), options)
		return err
	}
	if err != nil {
		return err
	}
	return b.putParts(ctx, name, r, *buf)
}

// putParts sends the part in buf and then what r gives, with the same buffer.
func (b *bucket) putParts(ctx context.Context, name string, r io.Reader, buf []byte) (err error) {
	object := b.prefix + name
	id, err := b.core.NewMultipartUpload(ctx, b.bucket, object, options)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = b.core.AbortMultipartUpload(context.WithoutCancel(ctx), b.bucket, object, id)
		}
	}()
	var sent []minio.CompletePart
	for n := len(buf); n > 0; {
		part, err := b.core.PutObjectPart(ctx, b.bucket, object, id, len(sent)+1, bytes.NewReader(buf[:n]), int64(n),
			minio.PutObjectPartOptions{Sha256Hex: hash(buf[:n]), DisableContentSha256: true})
		if err != nil {
			return err
		}
		sent = append(sent, minio.CompletePart{PartNumber: part.PartNumber, ETag: part.ETag})
		if n, err = io.ReadFull(r, buf); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
	}
	_, err = b.core.CompleteMultipartUpload(ctx, b.bucket, object, id, sent, minio.PutObjectOptions{})
	return err
}

func (b *bucket) open(ctx context.Context, name string, from int64) (io.ReadCloser, error) {
	var options minio.GetObjectOptions
	if from > 0 {
		if err := options.SetRange(from, 0); err != nil {
			return nil, err
		}
	}
	body, _, _, err := b.core.GetObject(ctx, b.bucket, b.prefix+name, options)
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return nil, ErrNotFound
	}
	return body, err
}

func (b *bucket) remove(ctx context.Context, name string) error {
	if err := b.core.RemoveObject(ctx, b.bucket, b.prefix+name, minio.RemoveObjectOptions{}); err != nil {
		return err
	}
	return b.core.RemoveIncompleteUpload(ctx, b.bucket, b.prefix+name)
}

func (b *bucket) list(ctx context.Context, prefix string, each func(string) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop() // ends the listing when each does
	for o := range b.core.ListObjectsIter(ctx, b.bucket, minio.ListObjectsOptions{Prefix: b.prefix + prefix, Recursive: true}) {
		if o.Err != nil {
			return o.Err
		}
		if err := b.name(o.Key, each); err != nil {
			return err
		}
	}
	for o := range b.core.ListIncompleteUploads(ctx, b.bucket, b.prefix+prefix, true) {
		if o.Err != nil {
			return o.Err
		}
		if err := b.name(o.Key, each); err != nil {
			return err
		}
	}
	return nil
}

// name gives the name of an object, unless it is not one of ours.
func (b *bucket) name(key string, each func(string) error) error {
	name := strings.TrimPrefix(key, b.prefix)
	if checkName(name) != nil {
		return nil
	}
	return each(name)
}
