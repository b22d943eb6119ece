/** A block of a stream: the lines between two empty lines. */
export interface Block {
  id?: string;
  event?: string;
  data?: string;
  /** How long to wait before reconnecting, in milliseconds. */
  retry?: number;
}

/** Parses server-sent events by the HTML standard, in chunks of any size. */
export class ServerSentEvents {
  readonly #decoder = new TextDecoder(); // drops the byte order mark, joins split characters
  #rest: string[] = [];
  #afterCR = false;
  #block: Block = {};

  /** Adds a chunk and returns the blocks that it completes. */
  push(piece: Uint8Array): Block[] {
    let text = this.#decoder.decode(piece, { stream: true });
    if (text === '') return [];
    if (this.#afterCR && text.startsWith('\n')) text = text.slice(1);
    this.#afterCR = text === '' ? false : text.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    const blocks: Block[] = [];
    for (const [i, part] of lines.entries()) {
      this.#rest.push(part);
      if (i === lines.length - 1) break; // incomplete
      const line = this.#rest.join('');
      this.#rest = [];
      if (line !== '') {
        this.#field(line);
        continue;
      }
      blocks.push(this.#block);
      this.#block = {};
    }
    return blocks;
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    const block = this.#block;
    if (name === 'id' && !value.includes('\0')) block.id = value;
    if (name === 'event') block.event = value;
    if (name === 'data') block.data = block.data === undefined ? value : `${block.data}\n${value}`;
    if (name === 'retry' && /^\d{1,9}$/.test(value)) block.retry = Number(value);
  }
}
