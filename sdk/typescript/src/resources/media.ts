import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { MediaFile, MediaLink, MediaLinkRequest, UploadLinkRequest } from '../types.js';
import { Resource } from './resource.js';

/** What the name and the type of an upload are, where the file itself does not say. */
export interface UploadDetails {
  filename?: string | undefined;
  /** Such as `image/jpeg`; the service looks at the content and refuses a wrong one. */
  mimeType?: string | undefined;
}

/** What can be uploaded: a file, bytes (a `Buffer` too), a stream, or `{ url }` of a file on the web. */
export type Uploadable = Blob | Uint8Array | ReadableStream<Uint8Array> | UploadLinkRequest;

/** How long an upload may take; the largest file has 100 MB. */
const uploadTimeout = 600_000;

/** Files to send, and those that customers sent. */
export class Media extends Resource {
  /**
   * Uploads a file and returns its id for `mediaId` of a message. The same bytes
   * are kept once. A stream goes out as it comes, and is not repeated after a
   * failure.
   */
  upload(file: Uploadable, details: UploadDetails = {}, options?: RequestOptions): APIPromise<MediaFile> {
    const call = { method: 'POST' as const, path: '/v1/media', options: { timeout: uploadTimeout, ...options } };
    if (file instanceof ReadableStream) return this.transport.request({ ...call, ...streamedForm(file, details) });
    if (file instanceof Blob || file instanceof Uint8Array) {
      return this.transport.request({ ...call, raw: form(file, details) });
    }
    return this.transport.request({ ...call, body: { filename: details.filename, ...file } });
  }

  /** Lists the files, newest first. */
  list(params?: ListParams, options?: RequestOptions): List<MediaFile> {
    return this.listOf('/v1/media', params, options);
  }

  /** Gets what is known of a file: its type, size, hash, name and state. */
  get(id: string, options?: RequestOptions): APIPromise<MediaFile> {
    return this.transport.request({ method: 'GET', path: `/v1/media/${segment(id)}/info`, options });
  }

  /**
   * Downloads a file. Read the answer by `body` (a stream), `arrayBuffer()` or
   * `blob()`. For a part of it give `{ headers: { range: 'bytes=0-1023' } }`.
   */
  download(id: string, options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: `/v1/media/${segment(id)}`, options });
  }

  /** Makes a link to a file that needs no API key, for a browser; it works for five minutes unless you say otherwise. */
  link(id: string, request?: MediaLinkRequest, options?: RequestOptions): APIPromise<MediaLink> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/media/${segment(id)}/link`,
      body: request ?? {},
      options,
    });
  }

  /** Deletes a file, here and at the provider. */
  delete(id: string, options?: RequestOptions): APIPromise<void> {
    return this.transport.request({ method: 'DELETE', path: `/v1/media/${segment(id)}`, options });
  }
}

function form(file: Blob | Uint8Array, { filename, mimeType }: UploadDetails): FormData {
  const type = mimeType ?? (file instanceof Blob ? file.type : '');
  const own = file instanceof Blob && 'name' in file ? String(file.name) : undefined;
  const data = new FormData();
  // The cast: a Buffer may share its memory, which a Blob copies anyway.
  data.append('file', new Blob([file as BlobPart], { type }), filename ?? own ?? 'file');
  return data;
}

/** The same form, written around a stream that nobody holds as a whole. */
function streamedForm(file: ReadableStream<Uint8Array>, { filename = 'file', mimeType }: UploadDetails) {
  const boundary = `----service-sdk-${crypto.randomUUID()}`;
  const name = filename.replace(/[\r\n"]/g, (c) => encodeURIComponent(c));
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
    `content-type: ${mimeType ?? 'application/octet-stream'}\r\n\r\n`;
  const text = new TextEncoder();
  const around = new TransformStream<Uint8Array, Uint8Array>({
    start: (out) => out.enqueue(text.encode(head)),
    flush: (out) => out.enqueue(text.encode(`\r\n--${boundary}--\r\n`)),
  });
  return { raw: file.pipeThrough(around), contentType: `multipart/form-data; boundary=${boundary}` };
}
