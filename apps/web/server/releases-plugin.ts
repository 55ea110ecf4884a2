import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { releasesOf } from '../src/system/changelog.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8')
const name = 'virtual:releases'

/** Gives the console what is new in each version, as the module `virtual:releases`. */
export const releasesPlugin: Plugin = {
  name: 'releases',
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load(id) {
    if (id !== `\0${name}`) return null
    const changeFiles = globSync('.changeset/*.md', { cwd: root }).toSorted()
    const releases = releasesOf(read('CHANGELOG.md'), changeFiles.map(read))
    return `export const releases = ${JSON.stringify(releases)}`
  },
}
