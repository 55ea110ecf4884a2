import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'
import { openWindow } from './dom.ts'

const releases = 'virtual:releases'
const empty = 'data:text/javascript,'

/** Lets Node.js load the modules of screens: JSX, styles, which have no effect here, and what the build adds. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.endsWith('.css')) return { url: empty, shortCircuit: true }
    if (specifier === releases)
      return { url: `${empty}export const releases = []`, shortCircuit: true }
    return next(specifier, context)
  },
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context)
    const path = fileURLToPath(url)
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
      jsx: { runtime: 'automatic' },
    })
    if (errors.length > 0) throw new Error(`${path}: ${errors.map(String).join(' ')}`)
    return { format: 'module', source: code, shortCircuit: true }
  },
})

// Modules of the console look for a page when they are loaded.
openWindow('http://ken.example.com/')
