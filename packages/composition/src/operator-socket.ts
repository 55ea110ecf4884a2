import { Unavailable, type Ports } from '@ken/core'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import { operatorUseCases } from './operator-use-cases.ts'

/** A use case as core exports it. */
export type UseCase<Command, Outcome> = (ports: Ports, command: Command) => Promise<Outcome>

/** Runs a use case, in this process or in the server that owns the database. */
export type Run = <Command, Outcome>(useCase: UseCase<Command, Outcome>, command: Command) => Promise<Outcome>

type Failure = { readonly message: string; readonly unavailable: null | Pick<Unavailable, 'dependency' | 'retryAfterSeconds'> }
type Reply = { readonly outcome: unknown } | { readonly failure: Failure }

/** The most bytes that the path of a Unix socket may have on every system. */
const socketPathMax = 100
/** How long the end of the server waits for what is under way. */
const graceMs = 5_000

/**
 * Where the server of a data directory listens for the command line: in a directory that only its user
 * may enter, below the data directory unless that makes the path too long for a socket.
 */
export function operatorSocketPath(dataDirectory: string): string {
  const path = join(dataDirectory, 'run', 'operator')
  if (Buffer.byteLength(path) <= socketPathMax) return path
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)
  return join(tmpdir(), `ken-${process.getuid?.() ?? 'user'}-${name}`, 'operator')
}

/**
 * Lets the command line of the same user run use cases as operator in this process: an embedded database
 * belongs to one process. Whoever may write to the data directory may do this; nobody else.
 */
export async function serveOperator(ports: Ports, path: string): Promise<{ readonly close: () => Promise<void> }> {
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
    const { name, command } = deserialize(await buffer(incoming)) as { name: string; command: unknown }
    const useCase = operatorUseCases.get(name)
    if (useCase === undefined) throw new Error('The running Ken is of another version than this command. Restart it.')
    return serialize({ outcome: await useCase(ports, command) } satisfies Reply)
  } catch (error) {
    const unavailable =
      error instanceof Unavailable ? { dependency: error.dependency, retryAfterSeconds: error.retryAfterSeconds } : null
    const message = error instanceof Error ? error.message : String(error)
    return serialize({ failure: { message, unavailable } } satisfies Reply)
  }
}

/**
 * Runs use cases in the server that listens at `path`. Throws `ENOENT` or `ECONNREFUSED` when none does,
 * and `Unavailable` when it ends before it answers.
 */
export const runAtServer =
  (path: string): Run =>
  async (useCase, command) => {
    const reply = await exchange(path, serialize({ name: useCase.name, command }))
    if ('outcome' in reply) return reply.outcome as Awaited<ReturnType<typeof useCase>>
    const { message, unavailable } = reply.failure
    throw unavailable === null ? new Error(message) : new Unavailable(unavailable.dependency, message, unavailable)
  }

async function exchange(path: string, body: Buffer): Promise<Reply> {
  if (existsSync(dirname(path))) requireOwn(dirname(path))
  const outgoing = request({ socketPath: path, method: 'POST', agent: false })
  // What breaks after the answer began is told by the answer.
  outgoing.on('error', () => {})
  outgoing.end(body)
  try {
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
    return deserialize(await buffer(incoming)) as Reply
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && nobodyListens.has(cause.code)) throw cause
    throw new Unavailable('server', 'The running Ken ended before it answered. Run the command again.', { cause })
  }
}

const nobodyListens = new Set<unknown>(['ENOENT', 'ECONNREFUSED'])

function makePrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  requireOwn(path)
  chmodSync(path, 0o700)
}

/** The path may lie where everybody may write: then a stranger could listen there in Ken's place. */
function requireOwn(path: string): void {
  const found = lstatSync(path)
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) {
    throw new Error(`${path} belongs to somebody else. Remove it, or set KEN_DATA_DIR to a shorter path.`)
  }
}
