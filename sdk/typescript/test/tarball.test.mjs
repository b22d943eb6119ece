// Tests the package as its users get it: packed, installed without a network
// into an empty folder, and used from ESM, CommonJS and TypeScript. Where
// CRM_DEMO_JSON names the demo.json of a running `crm demo`, both consumers
// send a real message to it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => join(root, 'node_modules', '.bin', name);

let folder;
let tarball;
let service;
let address;

const consumer = (load) => `${load}
const client = new ServiceClient({ apiKey: process.env.SERVICE_API_KEY });
const main = async () => {
  const { messageId } = await client.messages.send({
    to: '+15551234567',
    type: 'template',
    templateName: 'order_shipped',
    parameters: { name: 'Ada', order_number: '48213', eta: 'Friday' },
  });
  const refused = await client.messages.get('msg_none').catch((error) => error);
  if (!(refused instanceof NotFoundError)) throw refused;
  console.log(messageId);
};
main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;

/** Where the consumers send to: the demo, or a stand-in. */
async function serviceAddress() {
  if (process.env.CRM_DEMO_JSON) {
    const { url, apiKey } = JSON.parse(await readFile(process.env.CRM_DEMO_JSON, 'utf8'));
    return { SERVICE_BASE_URL: url, SERVICE_API_KEY: apiKey };
  }
  service = createServer((request, response) => {
    const [status, body] =
      request.method === 'POST' ? [202, { messageId: 'msg_1', status: 'queued' }] : [404, { code: 'not_found' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve));
  return { SERVICE_BASE_URL: `http://127.0.0.1:${service.address().port}`, SERVICE_API_KEY: 'sk_test_key' };
}

before(async () => {
  address = await serviceAddress();
  folder = await mkdtemp(join(tmpdir(), 'service-sdk-'));
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
  });
  const [{ filename, files, size }] = JSON.parse(stdout);
  tarball = join(folder, filename.replace(/^@/, '').replaceAll('/', '-'));
  console.log(`${filename}: ${files.length} files, ${size} bytes`);
  await mkdir(join(folder, 'app'));
  await writeFile(join(folder, 'app', 'package.json'), '{"private":true}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: join(folder, 'app') });
});

after(async () => {
  service?.close();
  await rm(folder, { recursive: true, force: true });
});

test('the tarball holds what it should and needs no other package', async () => {
  const { stdout } = await run('tar', ['-tzf', tarball]);
  assert.deepEqual(stdout.trim().split('\n').sort(), [
    'package/LICENSE',
    'package/README.md',
    'package/dist/index.cjs',
    'package/dist/index.d.cts',
    'package/dist/index.d.mts',
    'package/dist/index.mjs',
    'package/package.json',
  ]);
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  assert.equal(peerDependencies, undefined);
});

for (const [name, load] of [
  ['index.mjs', "import { NotFoundError, ServiceClient } from '@service/sdk';"],
  ['index.cjs', "const { NotFoundError, ServiceClient } = require('@service/sdk');"],
]) {
  test(`${name} sends a message`, async () => {
    const file = join(folder, 'app', name);
    await writeFile(file, consumer(load));
    const { stdout } = await run(process.execPath, [file], { env: { ...process.env, ...address } });
    assert.match(stdout.trim(), /^msg_\w+$/);
    console.log(`${name}: messageId ${stdout.trim()}`);
  });
}

test(
  'the operations work against the demo',
  { skip: !process.env.CRM_DEMO_JSON && 'CRM_DEMO_JSON is not set' },
  async () => {
    const file = join(folder, 'app', 'journey.mjs');
    await copyFile(new URL('journey.mjs', import.meta.url), file);
    const { stdout } = await run(process.execPath, [file], { env: { ...process.env, ...address } });
    console.log(`journey.mjs: messageId ${stdout.trim()}`);
  },
);

for (const [module, moduleResolution, file] of [
  ['nodenext', 'nodenext', 'strict.mts'],
  ['nodenext', 'nodenext', 'strict.cts'],
  ['esnext', 'bundler', 'strict.ts'],
]) {
  test(`${file} type-checks with ${moduleResolution}, without skipLibCheck`, async () => {
    const source = `import { ServiceClient, type WebhookEvent } from '@service/sdk';
export const send = async (client: ServiceClient): Promise<string> =>
  (await client.messages.send({ to: '+15551234567', type: 'text', text: { body: 'Hello' } })).messageId;
export const reply = (event: WebhookEvent): string | undefined =>
  event.event === 'messages.upsert' ? event.data.ai_reply : undefined;
// @ts-expect-error: a template needs its name
export const wrong = (client: ServiceClient) => client.messages.send({ to: '+15551234567', type: 'template' });
`;
    await writeFile(join(folder, 'app', file), source);
    const options = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noEmit',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ];
    await run(bin('tsc'), [...options, '--module', module, '--moduleResolution', moduleResolution, file], {
      cwd: join(folder, 'app'),
    }).catch(({ stdout }) => assert.fail(stdout));
  });
}

test('publint finds nothing', async () => {
  const { stdout } = await run(bin('publint'), ['run', tarball, '--strict']).catch((error) => error);
  assert.match(stdout, /All good!/, stdout);
});

test('attw finds nothing', async () => {
  const { stdout, code } = await run(bin('attw'), [tarball, '--format', 'table-flipped', '--no-color']).catch(
    (error) => error,
  );
  assert.equal(code, undefined, stdout);
  assert.match(stdout, /No problems found/);
});
