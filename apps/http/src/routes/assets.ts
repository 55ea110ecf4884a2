import { readFileSync } from 'node:fs'
import type { SurfaceApp } from '../surface.ts'

const script = 'text/javascript; charset=utf-8'
const assets = [
  { name: 'account.js', type: script },
  { name: 'form.js', type: script },
  { name: 'invite.js', type: script },
  { name: 'ken.css', type: 'text/css; charset=utf-8' },
  { name: 'ken.svg', type: 'image/svg+xml' },
  { name: 'link.js', type: script },
  { name: 'reset.js', type: script },
  { name: 'setup.js', type: script },
] as const

/** Style, scripts and icon of the pages: read once, served from memory, so no path ever reaches a disk. */
export const mountAssets = (app: SurfaceApp) => {
  for (const { name, type } of assets) {
    const content = readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8')
    app.get(`/assets/${name}`, (context) => context.body(content, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }))
  }
}
