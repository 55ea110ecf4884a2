import type { Log } from '@ken/core/ports'
import {
  connectionsOf,
  copyRows,
  migrate,
  openEmbedded,
  openServer,
  outdated,
  requireEmptyTarget,
  requireMigrated,
  type Copied,
  type MigrationWatch,
} from '@ken/postgres'
import { filledTables, isQueuePrepared, prepareQueue } from '@ken/queue'
import { noteCopied } from '../data-directory/copied-note.ts'
import { openParts, type OpenParts } from '../open-parts.ts'
import { pinSslMode } from './pin-ssl-mode.ts'
import { schemasOf } from './schemas.ts'
import { givenKeyRing, keptKeyRing } from '../data-directory/service-secrets.ts'
import type { Config } from '../config/config.ts'

export type CopyToServer = {
  /** The URL of an empty database on a PostgreSQL server. */
  readonly to: string
  readonly log: Log
  /** Watches the creation of the tables on the server. */
  readonly migrationWatch: MigrationWatch
  /** Called with the number of rows copied so far, and of all. */
  readonly report: (rows: number, all: number) => void
  /** Ends the copy: it throws the reason, and the server has no rows. */
  readonly signal: AbortSignal
}

export type CopiedToServer = Copied & {
  /** Whether Ken now refuses to run on the embedded database. */
  readonly isNoted: boolean
}

/**
 * Copies the embedded database to a PostgreSQL server. Throws an error with advice if a process uses either, or if the one on
 * the server is not empty. The embedded one does not change, and Ken refuses to run on it afterwards.
 */
export async function copyToServer(config: Config, options: CopyToServer): Promise<CopiedToServer> {
  const parts = openParts()
  try {
    return await copyWith(parts, config, options)
  } finally {
    await parts.close()
  }
}

async function copyWith(
  { opened }: OpenParts,
  config: Config,
  { to, log, migrationWatch, report, signal }: CopyToServer,
): Promise<CopiedToServer> {
  const directory = config.dataDirectory
  const source = opened(await openEmbedded({ directory, log, isBrief: true, mayCreate: false }))
  await requireMigrated(source.kysely)
  const from = { database: source, schemas: await schemasOf(source) }
  if (!(await isQueuePrepared(connectionsOf(source), from.schemas.queue))) throw outdated()
  // Without its secrets, the copy would be of no use.
  if (givenKeyRing({ ...config, databaseUrl: null }) === null)
    keptKeyRing(config, { mayCreate: false })

  const server = opened(await openServer({ url: pinSslMode(to), poolMax: 2, log }))
  const target = { database: server, schemas: await schemasOf(server) }
  const filled = [...filledTables.replaced, ...filledTables.kept]
  // What is refused changes nothing on the server.
  await server.withoutTimeout
    .transaction()
    .execute((transaction) => requireEmptyTarget(transaction, target.schemas, filled))
  signal.throwIfAborted()
  await migrate(server.withoutTimeout, migrationWatch)
  await prepareQueue(connectionsOf(server), target.schemas.queue)
  const copied = await copyRows({ source: from, target, queue: filledTables, report, signal })
  // While this process still has the directory, so that no Ken starts on it before.
  return { ...copied, isNoted: noteCopied(config, to) }
}
