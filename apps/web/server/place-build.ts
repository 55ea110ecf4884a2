import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where to build, and what the result was made from. */
export type ConsoleBuild = { readonly folder: string; readonly fingerprint: string }

/** The fingerprint of the console in a folder; null if there is none. */
export function builtFrom(folder: string): string | null {
  const manifest = join(folder, 'console.json')
  if (!existsSync(manifest)) return null
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly fingerprint: string })
    .fingerprint
}

/**
 * Replaces the folder by a finished build, unless a concurrent build of the same sources has done that: its process may be
 * reading the files.
 */
export function placeBuild(draft: string, { folder, fingerprint }: ConsoleBuild): void {
  if (builtFrom(folder) === fingerprint) return
  rmSync(folder, { recursive: true, force: true })
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (builtFrom(folder) !== fingerprint) throw error
  }
}
