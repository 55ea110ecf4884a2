import { readFileSync } from 'node:fs'

/**
 * The version of Ken: all packages have the same. The manifest is one level above the sources, the
 * built package and the bundle of the command.
 */
export function kenVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
