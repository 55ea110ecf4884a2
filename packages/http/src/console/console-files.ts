import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** A content coding of HTTP (RFC 9110, section 8.4.1). */
export type Coding = 'br' | 'gzip' | 'identity'

/** A file of the built console. Its name contains a hash of its content. */
export type ConsoleAsset = {
  readonly type: string
  readonly content: { readonly [Name in Coding]?: Uint8Array<ArrayBuffer> }
}

/** The built console. */
export type ConsoleFiles = {
  /** The one page; its script draws every screen. */
  readonly shell: string
  readonly etag: string
  /** The paths that have a screen, such as `/me/keys/:id`. */
  readonly paths: readonly string[]
  /** By path, such as `/assets/index-4fJ2.js`. */
  readonly assets: ReadonlyMap<string, ConsoleAsset>
}

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Where a build puts the console that this package carries. */
export const consoleFolder = new URL('../../dist/web/', import.meta.url)

/** Reads a built console into memory, so no request path reaches the file system. Null if there is none. */
export function readConsole(folder: URL = consoleFolder): ConsoleFiles | null {
  if (!existsSync(new URL('console.json', folder))) return null
  const { paths } = JSON.parse(readFileSync(new URL('console.json', folder), 'utf8')) as {
    readonly paths: readonly string[]
  }
  const shell = readFileSync(new URL('index.html', folder), 'utf8')
  const names = readdirSync(new URL('assets/', folder))
  const read = (name: string) => new Uint8Array(readFileSync(new URL(`assets/${name}`, folder)))
  const assets = names.flatMap((name) => {
    const type = types[extname(name)]
    if (type === undefined) return []
    const content = {
      identity: read(name),
      ...(names.includes(`${name}.br`) && { br: read(`${name}.br`) }),
      ...(names.includes(`${name}.gz`) && { gzip: read(`${name}.gz`) }),
    }
    return [[`/assets/${name}`, { type, content }] as const]
  })
  const hash = createHash('sha256').update(shell).digest('base64url').slice(0, 27)
  return { shell, etag: `"${hash}"`, paths, assets: new Map(assets) }
}
