import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { frameHtml, SIMULATED_FILE, simulatedHtml } from './src/ui/frame.ts';

/** Where `vite` on its own (`npx vite apps/dashboard`) sends what belongs to the API. */
const api = process.env['TIDEMARK_API'] ?? 'http://127.0.0.1:3000';

/**
 * Names in the page the scripts that its first one imports when it runs. The browser loads them meanwhile; it would compile them too if they were
 * named as modules, and the first script would have to wait for that.
 */
const preloadApp: Plugin = {
  name: 'preload-app',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const app = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === 'app');
      const files = app?.type === 'chunk' ? [app.fileName, ...app.imports] : [];
      return files
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'script', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }));
    },
  },
};

/** Puts the frame into the page, so that it is seen before any script has run, and the banner of a simulation beside it. */
const staticFrame: Plugin = {
  name: 'static-frame',
  transformIndexHtml: (html) => html.replace('<div id="root"></div>', `<div id="root">${frameHtml()}</div>`),
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: SIMULATED_FILE, source: simulatedHtml() });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadApp, staticFrame],
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
