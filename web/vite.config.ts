import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

// The service serves what is built here at /app, and puts the nonce of each answer
// in place of NONCE.
export default defineConfig({
  base: '/app/',
  plugins: [react(), precompress()],
  html: { cspNonce: 'CSP_NONCE' },
  resolve: { alias: { '@service/sdk': fileURLToPath(new URL('../sdk/typescript/src/index.ts', import.meta.url)) } },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    // Lightning CSS would lower light-dark(), and Mantine sets color-scheme by a variable.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    target: ['chrome123', 'firefox121', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|i18next|react-i18next)[\\/]/ },
            // What parts share is a few scripts instead of many small ones: each costs a browser
            // more than its bytes do. Large modules stay with the parts that need them.
            { name: 'shared', test: /@mantine|@tabler|clsx|@floating-ui|web[\\/]src|sdk[\\/]/, minShareCount: 2, maxModuleSize: 12_000, entriesAware: true, entriesAwareMergeThreshold: 400_000 },
          ],
        },
      },
    },
  },
  // The service takes a browser's calls only from its own host, so the name of the host stays.
  server: { proxy: { '/v1': { target: process.env.SERVICE_BASE_URL ?? 'http://127.0.0.1:8080', changeOrigin: false } } },
});
