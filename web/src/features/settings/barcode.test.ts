import { expect, test } from 'vitest';
import { qrCode } from './barcode';
import { alignments, codewords, formatBits, versionBits } from './barcode-bits';

/** Reads a code again: what its bits say, in the order in which scanners read them. */
function read(grid: readonly boolean[][]): string {
  const size = grid.length;
  const version = (size - 17) / 4;
  const masks = [0, 1, 2, 3, 4, 5, 6, 7];
  const seen = [...Array(15).keys()].reduce((n, i) => n | (Number(grid[i < 6 ? i : i < 8 ? i + 1 : 8]![i < 8 ? 8 : i === 8 ? 7 : 14 - i]) << i), 0);
  const mask = masks.find((m) => formatBits(m) === seen)!;
  const inverted = (x: number, y: number) => [
    (x + y) % 2, y % 2, x % 3, (x + y) % 3, (Math.floor(x / 3) + Math.floor(y / 2)) % 2, ((x * y) % 2) + ((x * y) % 3), (((x * y) % 2) + ((x * y) % 3)) % 2, (((x + y) % 2) + ((x * y) % 3)) % 2,
  ][mask] === 0;
  const at = alignments(version);
  const isFrame = (x: number, y: number) =>
    x === 6 || y === 6 || (x < 9 && y < 9) || (x < 9 && y > size - 9) || (x > size - 9 && y < 9) || (version >= 7 && ((x < 6 && y > size - 12) || (y < 6 && x > size - 12)))
    || at.some((ax) => at.some((ay) => Math.abs(ax - x) < 3 && Math.abs(ay - y) < 3 && !(ax === 6 && ay === 6) && !(ax === 6 && ay === size - 7) && !(ax === size - 7 && ay === 6)));
  let bits = '';
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (!isFrame(x, y)) bits += Number(grid[y]![x]! !== inverted(x, y));
    }
  }
  return bits;
}

const bitsOf = (bytes: readonly number[]) => bytes.map((b) => b.toString(2).padStart(8, '0')).join('');

test.each(['https://wa.me/message/4O4YGZEG3RIVE1', 'a', 'é'.repeat(60), `otpauth://totp/CRM:somebody%40lucky-shop.example?secret=${'A'.repeat(32)}&issuer=CRM&algorithm=SHA1&digits=6&period=30`])('a code of %s says its bytes', (text) => {
  const { version, bytes } = codewords(text);
  const grid = qrCode(text);
  expect(grid).toHaveLength(version * 4 + 17);
  expect(read(grid).slice(0, bytes.length * 8)).toBe(bitsOf(bytes));
});

test('what a code says of itself is as the standard has it', () => {
  expect(formatBits(0)).toBe(0b101010000010010);
  expect(formatBits(5)).toBe(0b100000011001110);
  expect(versionBits(7)).toBe(0b000111110010010100);
  expect(alignments(7)).toEqual([6, 22, 38]);
  expect(alignments(14)).toEqual([6, 26, 46, 66]);
});

test('a text that is too long is refused', () => {
  expect(() => qrCode('x'.repeat(400))).toThrow('too long');
});
