// The provider simulator in a process of its own, and a loopback proxy with TLS
// for the libraries that know the provider's host only.
import { spawn } from 'node:child_process';
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const tls = require('node:tls');
const selfsigned = require('selfsigned');

const host = 'graph.facebook.com';

/** Starts the simulator and the proxy; close ends both. */
export async function startWorld() {
  const bin = process.env.CRM_BIN ?? fileURLToPath(new URL('../../../bin/crm', import.meta.url));
  const child = spawn(bin, ['sandbox', '--listen', '127.0.0.1:0', '--status-delay', '2ms', '--auto-read', '--log-level', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = line.match(/^\s*(.*\S)\s+(\S+)$/) ?? [];
    told[name] = value;
    if (name === 'control API') break;
  }
  const url = told['The provider simulator is running at'];
  const control = async (method, path, body) => {
    const res = await fetch(`${url}/_sandbox/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const answer = await res.json();
    if (!res.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const { accounts } = await control('GET', 'config');
  const proxy = await startProxy(new URL(url));
  return {
    url,
    control,
    token: told.token,
    appSecret: told['app secret'],
    account: accounts[0].id,
    phone: accounts[0].phones[0].id,
    /** Has a customer write, which opens the window; returns the message's id. */
    write: async (from) => (await control('POST', 'messages', { from, text: 'Hello' })).messageId,
    /** What a customer's phone has received. */
    received: async (number) => (await control('GET', `phones/${number}`)).messages,
    /** How the simulator judged the calls to a path since it started. */
    calls: async (part) => (await control('GET', 'log?limit=10000')).calls.filter((c) => c.path.includes(part)),
    close: async () => {
      proxy.close();
      proxy.closeAllConnections();
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Leads this process's TLS connections to the provider to the simulator. */
async function startProxy(target) {
  const pair = selfsigned.generate([{ name: 'commonName', value: host }], {
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
  });
  const proxy = https.createServer({ key: pair.private, cert: pair.cert }, (req, res) => {
    const forwarded = http.request(
      { host: target.hostname, port: target.port, method: req.method, path: req.url, headers: { ...req.headers, host: target.host } },
      (answer) => {
        res.writeHead(answer.statusCode, answer.headers);
        answer.pipe(res);
      },
    );
    forwarded.on('error', (error) => res.destroy(error));
    req.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const connect = tls.connect;
  tls.connect = function (...args) {
    const options = args.find((a) => a && typeof a === 'object');
    if (options && (options.host === host || options.hostname === host || options.servername === host)) {
      Object.assign(options, { host: '127.0.0.1', hostname: '127.0.0.1', port: proxy.address().port, servername: host, ca: pair.cert });
    } else if (options && options.host && !/^(127\.|localhost|::1)/.test(options.host)) {
      throw new Error(`a client connects to ${options.host}`);
    }
    return connect.apply(this, args);
  };
  return proxy;
}
