// How a QR code is made (ISO/IEC 18004): bytes, level M, versions 1 to 14, which hold 362 bytes.
const level = 0; // M, which still reads with a seventh of the picture gone
const eccLength = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24];
const blockCount = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9];

/** All modules of a version that hold data or its correction. */
function rawModules(version: number): number {
  const aligned = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const patterns = aligned > 0 ? (25 * aligned - 10) * aligned - 55 : 0;
  return (16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0);
}

const dataLength = (version: number) => Math.floor(rawModules(version) / 8) - eccLength[version]! * blockCount[version]!;

/** Where the centres of the small squares are. */
export function alignments(version: number): number[] {
  if (version === 1) return [];
  const n = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (n * 2 - 2)) * 2;
  return [6, ...Array.from({ length: n - 1 }, (_, i) => version * 4 + 10 - (n - 2 - i) * step)];
}

/** A product in the field of 256 elements that the correction counts in. */
function times(x: number, y: number): number {
  let z = 0;
  for (let i = 7; i >= 0; i--) z = (z << 1) ^ ((z >>> 7) * 0x11d) ^ (((y >>> i) & 1) * x);
  return z;
}

function divisor(degree: number): number[] {
  const out: number[] = Array.from({ length: degree }, (_, i) => (i === degree - 1 ? 1 : 0));
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    for (let j = 0; j < degree; j++) out[j] = times(out[j]!, root) ^ (out[j + 1] ?? 0);
  }
  return out;
}

function correction(data: readonly number[], by: readonly number[]): number[] {
  const rest = by.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    by.forEach((c, i) => (rest[i] = rest[i]! ^ times(c, factor)));
  }
  return rest;
}

/** The smallest version that holds so many bytes. */
function versionFor(bytes: number): number {
  for (let version = 1; version < eccLength.length; version++) {
    if (bytes + (version < 10 ? 2 : 3) <= dataLength(version)) return version;
  }
  throw new Error('the text is too long for a QR code');
}

/** The bytes of the code, with their correction, in the order in which they are drawn. */
export function codewords(text: string): { version: number; bytes: number[] } {
  const body = [...new TextEncoder().encode(text)];
  const version = versionFor(body.length);
  const count = body.length.toString(2).padStart(version < 10 ? 8 : 16, '0');
  const bits = `0100${count}${body.map((b) => b.toString(2).padStart(8, '0')).join('')}0000`;
  const data = Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8).padEnd(8, '0'), 2)).slice(0, dataLength(version));
  for (let pad = 0xec; data.length < dataLength(version); pad ^= 0xec ^ 0x11) data.push(pad);
  return { version, bytes: interleave(data, version) };
}

function interleave(data: readonly number[], version: number): number[] {
  const [blocks, ecc] = [blockCount[version]!, eccLength[version]!];
  const raw = Math.floor(rawModules(version) / 8);
  const short = blocks - (raw % blocks);
  const length = Math.floor(raw / blocks) - ecc;
  const by = divisor(ecc);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(at, (at += length + (i < short ? 0 : 1))));
  const fixes = parts.map((part) => correction(part, by));
  const column = (rows: number[][], i: number) => rows.map((row) => row[i]).filter((b) => b !== undefined);
  return [
    ...Array.from({ length: length + 1 }, (_, i) => column(parts, i)).flat(),
    ...Array.from({ length: ecc }, (_, i) => column(fixes, i)).flat(),
  ];
}

/** The fifteen bits that say the level and the mask. */
export function formatBits(mask: number): number {
  const data = (level << 3) | mask;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  return ((data << 10) | rest) ^ 0x5412;
}

/** The eighteen bits that say the version, from 7 on. */
export function versionBits(version: number): number {
  let rest = version;
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  return (version << 12) | rest;
}
