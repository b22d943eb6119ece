import type { APIPromise } from '../api-promise.js';
import type { List, ListParams } from '../list.js';
import { type RequestOptions, segment } from '../transport.js';
import type { MediaFile, MediaLink, MediaLinkRequest, UploadLinkRequest } from '../types.js';
import { Resource } from './resource.js';

/** Name and type of an upload, if the file itself does not have them. */
export interface UploadDetails {
  filename?: string | undefined;
  /** For example `image/jpeg`. The service checks the content and refuses a wrong type. */
  mimeType?: string | undefined;
}

/** An upload: a file, bytes (also a `Buffer`), a stream, or the `{ url }` of a file on the web. */
export type Uploadable = Blob | Uint8Array | ReadableStream<Uint8Array> | UploadLinkRequest;

/** Timeout for an upload of up to 100 MB. */
const uploadTimeout = 600_000;

/** Files to send, and files from customers. */
export class Media extends Resource {
  /**
   * Uploads a file and returns its id for the `mediaId` of a message. Equal bytes
   * are stored once. A stream is sent as it is read, and not retried after a
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

  /** Gets the type, size, hash, name and state of a file. */
  get(id: string, options?: RequestOptions): APIPromise<MediaFile> {
    return this.transport.request({ method: 'GET', path: `/v1/media/${segment(id)}/info`, options });
  }

  /**
   * Downloads a file. Read the response with `body` (a stream), `arrayBuffer()` or
   * `blob()`. For a part of it pass `{ headers: { range: 'bytes=0-1023' } }`.
   */
  download(id: string, options?: RequestOptions): Promise<Response> {
    return this.transport.open({ method: 'GET', path: `/v1/media/${segment(id)}`, options });
  }

  /** Creates a link to a file for browsers, without an API key. It works for five minutes unless you say otherwise. */
  link(id: string, request?: MediaLinkRequest, options?: RequestOptions): APIPromise<MediaLink> {
    return this.transport.request({
      method: 'POST',
      path: `/v1/media/${segment(id)}/link`,
      body: request ?? {},
      options,
    });
  }

  /** Deletes a file here and at the provider. */
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

/** The same form around a stream, which is never held in memory as a whole. */
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
