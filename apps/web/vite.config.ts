import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { releasesPlugin } from './server/releases-plugin.ts'

const server = process.env['KEN_DEV_SERVER'] ?? 'http://localhost:8080'

/** The styles of the shell are linked in the page, before all others, so that they order the layers of all. */
const layerOrder: Plugin = {
  name: 'layer-order',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && /^assets\/index-[^/]+\.css$/.test(file.fileName))
        file.source = `@layer base,ui,screen;${String(file.source)}`
  },
}

export default defineConfig({
  plugins: [react(), layerOrder, releasesPlugin],
  build: {
    target: 'es2023',
    // A data URI would break the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'LICENSES.md' },
    manifest: 'chunks.json',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        assetFileNames: 'assets/[name]-[hash][extname]',
        chunkFileNames: 'assets/[name]-[hash].js',
        entryFileNames: 'assets/[name]-[hash].js',
        // Few files: a browser asks for six at a time, and each costs a round trip.
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'], priority: 1 },
            // The pages of bots alone share theirs: no other screen waits for it. The sign-in has no lists.
            { name: 'screens', minShareCount: 3, test: /^(?!.*\/src\/(bots|list|team-chat)\/)/ },
            { name: 'lists', minShareCount: 3, test: /\/src\/list\// },
          ],
        },
      },
    },
  },
  experimental: {
    // Ken may be mounted below a path, which only the server knows: it prefixes the links of the page.
    renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  server: {
    proxy: {
      '^/(api|public|refresh|logout|readyz)(/|$)': server,
      // Navigation to these paths shows a screen; programs post to them.
      '^/(login|setup)(/|$)': {
        target: server,
        bypass: ({ method, url }) => (method === 'GET' ? url : undefined),
      },
    },
  },
})
