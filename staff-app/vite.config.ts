import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const OUT = 'dist';

/** Writes a compressed copy beside each asset, because the service does not compress. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  closeBundle() {
    const folder = join(import.meta.dirname, OUT, 'assets');
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const content = readFileSync(path);
      writeFileSync(`${path}.gz`, gzipSync(content));
      writeFileSync(`${path}.br`, brotliCompressSync(content));
    }
  },
};

export default defineConfig({
  base: '/staff/',
  plugins: [react(), compressed],
  // The service replaces the placeholder in each answer.
  html: { cspNonce: '{{nonce}}' },
  build: {
    outDir: OUT,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1600,
    // The app, and the page of previews that it frames.
    rollupOptions: { input: ['index.html', 'preview.html'] },
  },
});
