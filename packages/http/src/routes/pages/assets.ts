import { readFileSync } from 'node:fs'
import type { Page } from '../../routing/register-pages.ts'

const script = 'text/javascript; charset=utf-8'
const files = [
  { name: 'account.js', type: script },
  { name: 'form.js', type: script },
  { name: 'invite.js', type: script },
  { name: 'ken.css', type: 'text/css; charset=utf-8' },
  { name: 'ken.svg', type: 'image/svg+xml' },
  { name: 'link.js', type: script },
  { name: 'reset.js', type: script },
  { name: 'setup.js', type: script },
] as const

/** Styles, scripts and icon of the pages. They are read once, so no request path reaches the file system. */
export const assets: readonly Page[] = files.map(({ name, type }) => {
  const content = readFileSync(new URL(`../../../assets/${name}`, import.meta.url), 'utf8')
  const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache' }
  return { path: `/assets/${name}`, handler: (context) => context.body(content, 200, headers) }
})
