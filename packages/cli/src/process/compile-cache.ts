import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join } from 'node:path'

/**
 * Keeps compiled code between starts, in a directory of the user alone. Node.js runs what it finds
 * there, so without a safe directory nothing is kept. `NODE_COMPILE_CACHE` and
 * `NODE_DISABLE_COMPILE_CACHE` take precedence.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  if (getCompileCacheDir() !== undefined || env['NODE_DISABLE_COMPILE_CACHE']) return
  const userId = process.geteuid?.() ?? null
  const directory = compileCacheDirectory({ env, home: homedir(), userId })
  if (directory !== null) enableCompileCache(directory)
}

/** Where compiled code may be kept. */
type Place = {
  readonly env: { readonly [name: string]: string | undefined }
  readonly home: string
  /** Null on systems whose users have no numbers: there, no owner can be checked. */
  readonly userId: number | null
}

/**
 * The directory `ken/compiled` in the user's cache, created with mode 0700. Null if another user
 * could change what is in it, or if it cannot be created.
 */
export function compileCacheDirectory({ env, home, userId }: Place): string | null {
  const { XDG_CACHE_HOME: given = '' } = env
  const caches = isAbsolute(given) ? given : join(home, '.cache')
  if (userId === null || !isAbsolute(caches)) return null
  try {
    const directory = join(withoutLinks(caches), 'ken', 'compiled')
    // Before it is created, because root must not create it in the home of another user.
    if (!isPrivate(existing(directory), userId)) return null
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const { uid, mode } = lstatSync(directory)
    const isOwn = uid === userId && (mode & 0o777) === 0o700
    return isOwn && isPrivate(directory, userId) ? directory : null
  } catch {
    return null
  }
}

/** The path without symbolic links. Parts that do not exist yet stay as they are. */
function withoutLinks(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(withoutLinks(dirname(path)), basename(path))
}

const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)))

/** Whether only this user and root can replace the directory, or one above it. */
function isPrivate(directory: string, userId: number): boolean {
  const stats = lstatSync(directory)
  const isOwn = stats.uid === userId || stats.uid === 0
  const isShared = (stats.mode & 0o022) !== 0
  // In a sticky directory such as /tmp, only the owner of an entry can replace it.
  const isSticky = (stats.mode & 0o1000) !== 0
  if (!stats.isDirectory() || !isOwn || (isShared && !isSticky)) return false
  const above = dirname(directory)
  return above === directory || isPrivate(above, userId)
}
