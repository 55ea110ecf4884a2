import { Unavailable, type Ports } from '@ken/core'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import { nameOfUseCase, operatorUseCase, runHere, type Run } from './operator-use-cases.ts'

// An import of `node:http` also loads the built-in `fetch`, a tenth of the startup time of a command.
const { createServer, request } = process.getBuiltinModule('node:http')

type Failure = {
  readonly message: string
  readonly unavailable: null | Pick<Unavailable, 'dependency' | 'retryAfterSeconds'>
}
type Reply = { readonly outcome: unknown } | { readonly failure: Failure }

/** The longest path of a Unix socket that every system supports, in bytes. */
const socketPathMax = 100
/** How long a closing server waits for running use cases. */
const graceMs = 5_000

/**
 * The socket of a data directory's server for the command line. It is in a directory that only its
 * user may enter: below the data directory, unless the path would be too long for a socket.
 */
export function operatorSocketPath(dataDirectory: string): string {
  const path = join(dataDirectory, 'run', 'operator')
  if (Buffer.byteLength(path) <= socketPathMax) return path
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  return join(tmpdir(), `ken-${process.getuid?.() ?? 'user'}-${name}`, 'operator')
}

/**
 * Runs use cases for the command line of the same user, as operator, because an embedded database
 * belongs to one process. Only users who may write to the data directory can connect.
 */
export async function serveOperator(
  ports: Ports,
  path: string,
): Promise<{ readonly close: () => Promise<void> }> {
  makePrivateDirectory(dirname(path))
  rmSync(path, { force: true })
  const server = createServer((incoming, outgoing) => {
    void answer(ports, incoming).then((reply) => outgoing.end(reply))
  }).listen(path)
  await once(server, 'listening')
  return {
    close: async () => {
      server.close()
      server.closeIdleConnections()
      const late = setTimeout(() => server.closeAllConnections(), graceMs)
      await once(server, 'close')
      clearTimeout(late)
    },
  }
}

async function answer(ports: Ports, incoming: IncomingMessage): Promise<Buffer> {
  try {
    // Both ends have the same version, so the command has the type of its use case.
    const { name, command } = deserialize(await buffer(incoming)) as {
      name: string
      command: never
    }
    const useCase = operatorUseCase(name)
    if (useCase === undefined)
      throw new Error('The running Ken is of another version than this command. Restart it.')
    return serialize({ outcome: await runHere(ports)(useCase, command) } satisfies Reply)
  } catch (error) {
    const unavailable =
      error instanceof Unavailable
        ? { dependency: error.dependency, retryAfterSeconds: error.retryAfterSeconds }
        : null
    const message = error instanceof Error ? error.message : String(error)
    return serialize({ failure: { message, unavailable } } satisfies Reply)
  }
}

/**
 * Runs use cases in the server that listens at `path`. Throws `ENOENT` or `ECONNREFUSED` if none
 * does, and `Unavailable` if it ends, or the signal aborts, before it replies.
 */
export const runAtServer =
  (path: string, signal?: AbortSignal): Run =>
  async (useCase, command) => {
    const body = serialize({ name: nameOfUseCase(useCase), command })
    const reply = await exchange(path, body, signal)
    if ('outcome' in reply) return reply.outcome as never // Of this use case.
    const { message, unavailable } = reply.failure
    throw unavailable === null
      ? new Error(message)
      : new Unavailable(unavailable.dependency, message, unavailable)
  }

async function exchange(path: string, body: Buffer, signal?: AbortSignal): Promise<Reply> {
  if (existsSync(dirname(path))) requireOwn(dirname(path))
  const outgoing = request({
    socketPath: path,
    method: 'POST',
    agent: false,
    ...(signal && { signal }),
  })
  // Once the reply has started, the reply reports the error.
  outgoing.on('error', () => {})
  outgoing.end(body)
  try {
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    return deserialize(await buffer(incoming)) as Reply
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && notListening.has(cause.code)) throw cause
    throw new Unavailable(
      'server',
      'The running Ken ended before it replied. Run the command again.',
      { cause },
    )
  }
}

const notListening = new Set<unknown>(['ENOENT', 'ECONNREFUSED'])

function makePrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  requireOwn(path)
  chmodSync(path, 0o700)
}

/** The path may be in a directory for all users, where another user could listen in Ken's place. */
function requireOwn(path: string): void {
  const found = lstatSync(path)
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) {
    throw new Error(
      `${path} belongs to another user. Remove it, or set KEN_DATA_DIR to a shorter path.`,
    )
  }
}
