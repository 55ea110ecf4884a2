import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')

/** The version of Ken; the manifest is one level above both the sources and the built package. */
export const { version } = JSON.parse(manifest) as { readonly version: string }
