// How the page is built: static files with relative addresses, so that a server and any folder of the web can have them.

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** Names without digests: of what is committed, only that changes which is different. */
const names = { entryFileNames: 'assets/[name].js', chunkFileNames: 'assets/[name].js', assetFileNames: 'assets/[name][extname]' };

export default defineConfig({
  base: './',
  plugins: [svelte()],
  worker: { format: 'es', rollupOptions: { output: names } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 800,
    rollupOptions: { output: names },
    modulePreload: { polyfill: false },
  },
});
