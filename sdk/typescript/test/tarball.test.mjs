// Tests the package as its users get it: packed, installed without a network
// into an empty folder, and used from ESM, CommonJS and TypeScript. Where
// CRM_DEMO_JSON names the demo.json of a running `crm demo`, both consumers
// send a real message to it.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
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
    'package/dist/index.cjs.map',
    'package/dist/index.d.cts',
    'package/dist/index.d.mts',
    'package/dist/index.mjs',
    'package/dist/index.mjs.map',
    'package/package.json',
  ]);
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  assert.equal(peerDependencies, undefined);
});

const loads = [
  ['index.mjs', "import { NotFoundError, ServiceClient } from '@service/sdk';"],
  ['index.cjs', "const { NotFoundError, ServiceClient } = require('@service/sdk');"],
];
for (const [name, load] of loads) {
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

test(
  'the demo hands out this very package, and the command that it shows installs it',
  { skip: !process.env.CRM_DEMO_JSON && 'CRM_DEMO_JSON is not set' },
  async () => {
    const url = address.SERVICE_BASE_URL;
    const served = await fetch(`${url}/sdk/typescript.tgz`);
    assert.equal(served.status, 200);
    assert.ok(served.headers.get('etag'));
    assert.ok(Buffer.from(await served.arrayBuffer()).equals(await readFile(tarball)), 'other bytes than npm pack gives');
    const { info } = await (await fetch(`${url}/openapi.json`)).json();
    assert.equal(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version, info.version);
    assert.equal(info['x-scalar-sdk-installation'][0].source, `npm install ${url}/sdk/typescript.tgz`);

    const [, command] = /<code>(npm install [^<]*)<\/code>/.exec(await (await fetch(`${url}/sdk`)).text());
    const cwd = join(folder, 'plain');
    await mkdir(cwd);
    await run('npm', ['init', '-y'], { cwd });
    // No registry is needed, and none is asked.
    const env = { ...process.env, ...address, npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
    await run('sh', ['-c', command], { cwd, env });
    for (const [name, load] of loads) {
      await writeFile(join(cwd, name), consumer(load));
      assert.match((await run(process.execPath, [name], { cwd, env })).stdout.trim(), /^msg_\w+$/);
    }
  },
);

/** Runs a block of README.md; one that never ends is ended when it has begun to work, and told of by `begun`. */
async function runBlock(file, options, begun) {
  const block = spawn(process.execPath, [file], options);
  let out = '';
  let err = '';
  const closed = once(block, 'close');
  block.stderr.on('data', (text) => (err += text));
  const works = new Promise((resolve) => {
    block.stdout.on('data', (text) => {
      out += text;
      if (begun?.test(out)) resolve();
    });
  });
  if (begun) {
    await Promise.race([works, closed]);
    block.kill();
  }
  const [code, signal] = await closed;
  assert.ok(begun ? signal === 'SIGTERM' : code === 0, `${file}: ${code} ${out}${err}`);
}

test(
  'every block of README.md runs as it is written',
  { skip: !process.env.CRM_DEMO_JSON && 'CRM_DEMO_JSON is not set' },
  async () => {
    const cwd = join(folder, 'blocks');
    await mkdir(cwd);
    await run('npm', ['init', '-y'], { cwd });
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd });
    await writeFile(join(cwd, 'menu.pdf'), 'Soup of the day');
    const options = { cwd, env: { ...process.env, ...address } };
    const text = await readFile(join(root, 'README.md'), 'utf8');
    const blocks = [...text.matchAll(/^```(js|ts)\n(.*?)^```$/gms)];
    assert.ok(blocks.length > 10, `README.md has ${blocks.length} blocks`);
    const endless = [];
    for (const [i, [, language, code]] of blocks.entries()) {
      const file = `block-${i + 1}.${language === 'js' ? 'cjs' : 'mjs'}`;
      const listens = code.includes('.listen(3000)');
      // The port that it shows may be taken here.
      const source = listens ? code.replace('.listen(3000)', ".listen(0, () => console.log('listening'))") : code;
      await writeFile(join(cwd, file), source);
      if (listens) await runBlock(file, options, /listening/);
      else if (code.includes('.stream(')) endless.push(file);
      else await runBlock(file, options);
    }
    assert.equal(endless.length, 1);
    // A stream tells what happens while it is open.
    const { ServiceClient } = await import(join(cwd, 'node_modules/@service/sdk/dist/index.mjs'));
    const client = new ServiceClient({ apiKey: address.SERVICE_API_KEY, baseUrl: address.SERVICE_BASE_URL });
    let open = true;
    const speak = (async () => {
      while (open) await client.sandbox.write({ from: '+15551234567', text: 'Hello!' });
    })();
    await runBlock(endless[0], options, /^evt_\w+ messages\./m);
    open = false;
    await speak;
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
