import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where to build, and what the result was made from. */
export type ConsoleBuild = { readonly folder: string; readonly fingerprint: string }

/** The fingerprint of the console in a folder; null if there is none. */
export function builtFrom(folder: string): string | null {
  try {
    const manifest = readFileSync(join(folder, 'console.json'), 'utf8')
    return (JSON.parse(manifest) as { readonly fingerprint: string }).fingerprint
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

/**
 * Replaces the folder by a finished build, unless a concurrent build of the same sources has done that: its process may be
 * reading the files. The former folder is moved before it is removed, because the removal takes a while, in which a
 * concurrent build would lose files to it.
 */
export function placeBuild(draft: string, { folder, fingerprint }: ConsoleBuild): void {
  const former = `${draft}-former`
  let isPlaced = false
  while (!isPlaced && builtFrom(folder) !== fingerprint) {
    moveUnless('ENOENT', folder, former)
    // A concurrent build may have placed it since the comparison: then it goes back.
    const isSame = builtFrom(former) === fingerprint
    isPlaced = moveUnless('ENOTEMPTY', isSame ? former : draft, folder)
    rmSync(former, { recursive: true, force: true })
  }
}

/** Moves a folder. Returns false if that fails in this way. */
function moveUnless(code: 'ENOENT' | 'ENOTEMPTY', from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (isCode(error, code)) return false
    throw error
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
