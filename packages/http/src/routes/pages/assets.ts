import { readFileSync } from 'node:fs'
import type { Page } from '../../routing/register-pages.ts'

const files = [
  { name: 'ken.css', type: 'text/css; charset=utf-8' },
  { name: 'ken.svg', type: 'image/svg+xml' },
  { name: 'reference.js', type: 'text/javascript; charset=utf-8' },
  { name: 'tokens.css', type: 'text/css; charset=utf-8' },
] as const

/** Styles, icon and script of the pages beside the console. They are read once, so no request path reaches the file system. */
export const assets: readonly Page[] = files.map(({ name, type }) => {
  const content = readFileSync(new URL(`../../../assets/${name}`, import.meta.url), 'utf8')
  const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache' }
  return { path: `/assets/${name}`, handler: (context) => context.body(content, 200, headers) }
})
