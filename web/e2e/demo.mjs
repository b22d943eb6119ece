// Gives the tests a demo: the running one that CRM_DEMO_JSON names, or a fresh
// one, started from bin/crm (or CRM_BIN) on a free port and removed afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Starts the demo where none is named; returns what ends it. */
export default async function start() {
  if (process.env.CRM_DEMO_JSON) return undefined;
  const data = await mkdtemp(join(tmpdir(), 'crm-e2e-'));
  const demo = await run(data, await freePort());
  process.env.CRM_DEMO_JSON = join(data, 'demo.json');
  return async () => {
    await demo.stop();
    await rm(data, { recursive: true, force: true });
  };
}

/** A demo of a test's own, which it may stop and start again. */
export async function ownDemo() {
  const data = await mkdtemp(join(tmpdir(), 'crm-e2e-'));
  const port = await freePort();
  let demo = await run(data, port);
  return {
    info: JSON.parse(await readFile(join(data, 'demo.json'), 'utf8')),
    kill: () => demo.stop('SIGKILL'),
    start: async () => {
      demo = await run(data, port);
      return JSON.parse(await readFile(join(data, 'demo.json'), 'utf8'));
    },
    end: async () => {
      await demo.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Runs a demo until it is seeded. */
async function run(data, port) {
  const binary = process.env.CRM_BIN ?? fileURLToPath(new URL('../../bin/crm', import.meta.url));
  await rm(join(data, 'demo.json'), { force: true });
  const demo = spawn(binary, ['demo', '--data', data, '--listen', `127.0.0.1:${port}`, '--delay', '100ms'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(demo, 'exit').catch((error) => [`${error.message}; run "make build" first`]);
  const stop = async (signal = 'SIGTERM') => {
    demo.kill(signal);
    await ended;
  };
  const failed = ended.then(([why]) => Promise.reject(new Error(`the demo ended: ${why}`)));
  try {
    await Promise.race([written(join(data, 'demo.json')), failed]);
  } catch (error) {
    await stop();
    throw error;
  }
  failed.catch(() => {}); // from here on the tests notice by themselves
  return { stop };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Waits until the demo is seeded and has said so, for half a minute. */
async function written(file) {
  for (let tries = 0; tries < 150; tries++) {
    if (await access(file).then(() => true, () => false)) return;
    await sleep(200);
  }
  throw new Error(`${file} was not written within 30 seconds`);
}
