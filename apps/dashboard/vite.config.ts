import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Where `vite` on its own (`npx vite apps/dashboard`) sends what belongs to the API. */
const api = process.env['TIDEMARK_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The client is taken from its source, so that the page needs no other build.
  resolve: { conditions: ['@tidemark/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // The policy of the page refuses what is inlined as a style element; a file has a name with a hash.
    assetsInlineLimit: 0,
    // Names the scripts of the first load for the test of their size.
    manifest: 'manifest.json',
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '^/(v1|auth|docs|openapi.json|health|ready)': api } },
});
