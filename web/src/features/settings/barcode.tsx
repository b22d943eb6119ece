import { useMemo } from 'react';
import { alignments, codewords, formatBits, versionBits } from './barcode-bits';

type Grid = (boolean | undefined)[][];

const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Everything but the data: the squares that scanners look for, and what the code says of itself. */
function frame(version: number, mask: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined));
  const set = (x: number, y: number, dark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark;
  };
  const square = (cx: number, cy: number, reach: number, light: readonly number[]) => {
    for (let dy = -reach; dy <= reach; dy++) for (let dx = -reach; dx <= reach; dx++) set(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) square(x, y, 4, [2, 4]);
  const at = alignments(version);
  const last = at.length - 1;
  at.forEach((x, i) => at.forEach((y, j) => {
    if (!(i === 0 && j === 0) && !(i === 0 && j === last) && !(i === last && j === 0)) square(x, y, 2, [1]);
  }));
  const format = formatBits(mask);
  for (let i = 0; i < 15; i++) {
    const dark = ((format >>> i) & 1) === 1;
    set(i < 8 ? 8 : 14 - i + (i < 9 ? 1 : 0), i < 6 ? i : i < 8 ? i + 1 : 8, dark);
    set(i < 8 ? size - 1 - i : 8, i < 8 ? 8 : size - 15 + i, dark);
  }
  set(8, size - 8, true);
  for (let i = 0; i < (version >= 7 ? 18 : 0); i++) {
    const dark = ((versionBits(version) >>> i) & 1) === 1;
    set(size - 11 + (i % 3), Math.floor(i / 3), dark);
    set(Math.floor(i / 3), size - 11 + (i % 3), dark);
  }
  return grid;
}

/** Writes the data into what is free, up and down in columns of two. */
function fill(grid: Grid, bytes: readonly number[], mask: number): boolean[][] {
  const size = grid.length;
  const bit = (i: number) => (((bytes[i >>> 3] ?? 0) >>> (7 - (i & 7))) & 1) === 1;
  const free = grid.map((row) => row.map((m) => m === undefined));
  let i = 0;
  for (let right = size - 1; right >= 1; right -= right === 8 ? 3 : 2) { // the sixth column is no data's
    for (let step = 0; step < size; step++) {
      const up = ((right + 1) & 2) === 0;
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (free[y]![x]) grid[y]![x] = bit(i++) !== masks[mask]!(x, y);
    }
  }
  return grid as boolean[][];
}

/** How hard a code is to read: long runs, full squares, much more of one colour than of the other. */
function hardness(grid: readonly boolean[][]): number {
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]!))].map((line) => line.map(Number).join(''));
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []).reduce((n, run) => n + run.length - 2, 0);
  let squares = 0;
  grid.forEach((row, y) => row.forEach((m, x) => { if (x > 0 && y > 0 && m === row[x - 1] && m === grid[y - 1]![x] && m === grid[y - 1]![x - 1]) squares++; }));
  const dark = grid.flat().filter(Boolean).length / grid.length ** 2;
  return runs + squares * 3 + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}

/** A QR code of a text: which of its modules are dark. */
export function qrCode(text: string): boolean[][] {
  const { version, bytes } = codewords(text);
  const all = masks.map((_, mask) => fill(frame(version, mask), bytes, mask));
  return all.reduce((best, grid) => (hardness(grid) < hardness(best) ? grid : best));
}

const border = 4;

function pathOf(grid: readonly boolean[][]): { path: string; size: number } {
  const path = grid.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + border} ${y + border}h1v1h-1z`] : []))).join('');
  return { path, size: grid.length + 2 * border };
}

/** A QR code as a picture of its own, to print. */
export function qrFile(text: string): string {
  const { path, size } = pathOf(qrCode(text));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}

/** A text as a QR code. */
export function Barcode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => pathOf(qrCode(text)), [text]);
  return (
    <svg className="barcode" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}
