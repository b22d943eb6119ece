import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@service/sdk': fileURLToPath(new URL('src/index.ts', import.meta.url)) } },
  test: { include: ['test/*.test.ts'], unstubEnvs: true, unstubGlobals: true, restoreMocks: true },
});
