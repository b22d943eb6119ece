#!/usr/bin/env node
// Puts the API reference bundle into web/dist: packs the pinned release of
// @scalar/api-reference with npm, checks its integrity, and compresses the one
// file that the page needs. Does nothing when that was done before.
//
//   node web/fetch-scalar.mjs

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';

const pkg = '@scalar/api-reference@1.72.1';
const integrity = 'sha512-XpEJ0rfc/cXbCrR+iC4kK0o/WwX2dTtGQbT049OlPKAHD6IMIFdTeGz2r+M27P2EDWKyUITRm/NzlP8z2pw/Ow==';
const bundleHash = 'sha512-tU3J4euEo5lXIMy42HF4KUTdundzAMuHoOw2Z0WquNAbdigLVdAyOGPJJoCmhiSNVRnSgfNqbB1VdiIfNATEMg==';

// How long npm may take, in milliseconds: without a network it would wait for minutes.
const downloadPatience = 120_000;

const dist = fileURLToPath(new URL('./dist/', import.meta.url));
const run = promisify(execFile);
const sha512 = (bytes) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** Whether dist already holds the bundle of this release, whole. */
async function built() {
  try {
    const stored = await promisify(gunzip)(await readFile(join(dist, 'scalar.js.gz')));
    const about = JSON.parse(await readFile(join(dist, 'scalar.json'), 'utf8'));
    const br = await readFile(join(dist, 'scalar.js.br'));
    return sha512(stored) === bundleHash && about.package === pkg && about.brotli === sha512(br);
  } catch {
    return false;
  }
}

/** Downloads the release with npm and returns the checked tarball. */
async function download() {
  const folder = await mkdtemp(join(tmpdir(), 'scalar-'));
  try {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const patience = ['--fetch-timeout=30000', '--fetch-retries=1'];
    const { stdout } = await run(npm, ['pack', pkg, '--json', '--ignore-scripts', '--pack-destination', folder, ...patience], {
      cwd: folder,
      timeout: downloadPatience,
      shell: process.platform === 'win32',
      maxBuffer: 64 << 20,
    });
    const [{ filename }] = JSON.parse(stdout);
    const tarball = await readFile(join(folder, filename.replace(/^@/, '').replaceAll('/', '-')));
    if (sha512(tarball) !== integrity) {
      throw new Error(`${pkg}: the tarball's hash is ${sha512(tarball)}, not the pinned ${integrity}`);
    }
    return tarball;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads one file out of an unpacked tar archive. */
function fromTar(tar, wanted) {
  for (let at = 0; at + 512 <= tar.length; ) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).split('\0', 1)[0];
    const size = Number.parseInt(text(124, 12), 8) || 0;
    const name = [text(345, 155), text(0, 100)].filter(Boolean).join('/');
    if (name === wanted) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`${pkg}: no ${wanted} in the tarball`);
}

/** Writes a file in one step, so that a broken run leaves no half of it. */
async function write(name, content) {
  const temporary = join(dist, `.${name}.${process.pid}`);
  await writeFile(temporary, content);
  await rename(temporary, join(dist, name));
}

/** The licence that travels with the bundle; the release states it but carries no file of it. */
function licence({ name, version, license, homepage }) {
  if (license !== 'MIT') throw new Error(`${pkg}: the licence is ${license}, not MIT`);
  return `${name} ${version}
${homepage}

scalar.js is dist/browser/standalone.js of that release, unchanged but for
compression. Notices of the works inside it are kept in the file itself.

MIT License

Copyright (c) 2023-present Scalar

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;
}

async function main() {
  if (await built()) {
    console.log(`${pkg} is in web/dist already`);
    return;
  }
  const tar = await promisify(gunzip)(await download());
  const bundle = fromTar(tar, 'package/dist/browser/standalone.js');
  if (sha512(bundle) !== bundleHash) throw new Error(`${pkg}: unexpected content of standalone.js`);
  const about = JSON.parse(fromTar(tar, 'package/package.json').toString('utf8'));

  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bundle, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: bundle.length,
      },
    }),
    promisify(gzip)(bundle, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await mkdir(dist, { recursive: true });
  await write('scalar.js.br', br);
  await write('scalar.js.gz', gz);
  await write('scalar.LICENSE', licence(about));
  await write('scalar.json', `${JSON.stringify({ package: pkg, brotli: sha512(br) }, null, 2)}\n`);
  const kb = (bytes) => `${Math.round(bytes.length / 1000)} kB`;
  console.log(`${pkg}: ${kb(bundle)}, ${kb(gz)} as gzip, ${kb(br)} as brotli`);
}

try {
  await main();
} catch (error) {
  const why = error.killed ? 'no answer in time' : String(error.stderr || error.message).trim().split('\n')[0];
  console.error(`${pkg} could not be fetched: ${why}. Is there a network? npm's registry is the one of your npmrc.`);
  process.exitCode = 1;
}
