import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';

/** Compresses what is worth it once, so that the service never has to. */
function precompress(): Plugin {
  let dir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => void (dir = join(config.root, config.build.outDir)),
    closeBundle() {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg|webmanifest)$/.test(name)) continue;
        const body = readFileSync(join(dir, name));
        if (body.length < 1024) continue;
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(body, { level: 9 }));
      }
    },
  };
}

const inbox = '/src/features/inbox/page.tsx';

/** Has browsers fetch the inbox beside the shell: it is where nearly everybody begins. */
function preloadInbox(): Plugin {
  return {
    name: 'preload-inbox',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((o) => o.type === 'chunk' && (o.name === 'inbox' || o.facadeModuleId?.endsWith(inbox)))
          .map((o) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/app/${o.fileName}` }, injectTo: 'head' as const })),
    },
  };
}

/** The modules that are loaded before the shell is drawn, and before the inbox is. */
interface First {
  shell: Set<string>;
  inbox: Set<string>;
}

/** Builds once to see which modules these are: what is left of a library is only known then. */
async function findFirst(): Promise<First> {
  const [built] = [await build({ ...config(), configFile: false, logLevel: 'silent', plugins: [react()], build: { ...config().build, write: false } })].flat() as Rolldown.RolldownOutput[];
  const chunks = new Map(built!.output.filter((o) => o.type === 'chunk').map((c) => [c.fileName, c]));
  const loadedWith = (start: Rolldown.OutputChunk | undefined) => {
    const seen = new Set<Rolldown.OutputChunk>();
    const add = (chunk?: Rolldown.OutputChunk) => {
      if (!chunk || seen.has(chunk)) return;
      seen.add(chunk);
      for (const name of chunk.imports) add(chunks.get(name));
    };
    add(start);
    return new Set([...seen].flatMap((c) => c.moduleIds).filter((id) => !id.endsWith(inbox)));
  };
  const all = [...chunks.values()];
  const shell = loadedWith(all.find((c) => c.isEntry));
  const more = loadedWith(all.find((c) => c.facadeModuleId?.endsWith(inbox)));
  return { shell, inbox: new Set([...more].filter((id) => !shell.has(id))) };
}

// The service serves what is built here at /app, and puts the nonce of each answer
// in place of NONCE.
const config = (first?: First): UserConfig => ({
  base: '/app/',
  plugins: [react(), precompress(), preloadInbox()],
  html: { cspNonce: 'CSP_NONCE' },
  resolve: { alias: { '@service/sdk': fileURLToPath(new URL('../sdk/typescript/src/index.ts', import.meta.url)) } },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    // Lightning CSS would lower light-dark(), and Mantine sets color-scheme by a variable.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    target: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false }, // none of these needs it
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|i18next|react-i18next)[\\/]/ },
            // Each script costs a browser more than its bytes do: what comes first is one for the
            // shell, and one for the inbox.
            { name: 'shell', test: (id) => first?.shell.has(id) ?? false },
            { name: 'inbox', test: (id) => first?.inbox.has(id) ?? false },
          ],
        },
      },
    },
  },
  // The service takes a browser's calls only from its own host, so the name of the host stays.
  server: { proxy: { '/v1': { target: process.env.SERVICE_BASE_URL ?? 'http://127.0.0.1:8080', changeOrigin: false } } },
});

export default defineConfig(async ({ command }) => config(command === 'build' ? await findFirst() : undefined));
