import type { Ports } from '@ken/core'
import { Unavailable } from '@ken/core'
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { operatorUseCases } from './operator-use-cases.ts'

/** A use case as core exports it. */
export type UseCase<Command, Outcome> = (ports: Ports, command: Command) => Promise<Outcome>

/** Runs a use case, in this process or in the server that owns the database. */
export type Run = <Command, Outcome>(useCase: UseCase<Command, Outcome>, command: Command) => Promise<Outcome>

type Reply = { readonly outcome: unknown } | { readonly failure: { readonly message: string; readonly unavailable: boolean } }

/** The longest path a Unix socket may have on every system. */
const socketPathMax = 100

/**
 * Where the server of a data directory listens for the command line: in a directory that only its user
 * may enter, below the data directory unless that makes the path too long for a socket.
 */
export function operatorSocketPath(dataDirectory: string): string {
  const path = join(dataDirectory, 'run', 'operator')
  if (path.length <= socketPathMax) return path
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
    void answer(ports, incoming).then((reply) => outgoing.end(serialize(reply)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

async function answer(ports: Ports, incoming: IncomingMessage): Promise<Reply> {
  try {
    const { name, command } = deserialize(await bodyOf(incoming)) as { name: string; command: unknown }
    const useCase = operatorUseCases.get(name)
    if (useCase === undefined) throw new Error('The running Ken is of another version than this command. Restart it.')
    return { outcome: await useCase(ports, command) }
  } catch (error) {
    return {
      failure: { message: error instanceof Error ? error.message : String(error), unavailable: error instanceof Unavailable },
    }
  }
}

/** Runs use cases in the server that listens at `path`. Throws `ENOENT` or `ECONNREFUSED` when none does. */
export const runAtServer =
  (path: string): Run =>
  async (useCase, command) => {
    const reply = await exchange(path, serialize({ name: useCase.name, command }))
    if ('outcome' in reply) return reply.outcome as Awaited<ReturnType<typeof useCase>>
    const { message, unavailable } = reply.failure
    throw unavailable ? new Unavailable('server', message) : new Error(message)
  }

const exchange = (path: string, body: Buffer): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const outgoing = request({ socketPath: path, method: 'POST', agent: false }, (incoming) => {
      bodyOf(incoming).then(
        (bytes) => resolve(deserialize(bytes) as Reply),
        (error: unknown) => reject(lost(error)),
      )
    })
    outgoing.once('error', (error: NodeJS.ErrnoException) => reject(isAbsent(error) ? error : lost(error)))
    outgoing.end(body)
  })

/** Nobody listens: there is no server, or no longer. */
const isAbsent = ({ code }: NodeJS.ErrnoException): boolean => code === 'ENOENT' || code === 'ECONNREFUSED'

const lost = (cause: unknown): Unavailable =>
  new Unavailable('server', 'The running Ken ended before it answered. Run the command again.', { cause })

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function makePrivateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const found = lstatSync(path)
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) {
    throw new Error(`${path} belongs to somebody else. Remove it, or set KEN_DATA_DIR to a shorter path.`)
  }
  chmodSync(path, 0o700)
}
