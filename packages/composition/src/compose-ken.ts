import { operator, reportUnreadableSecrets } from '@ken/core'
import type { Clock, Log, ProcessRole } from '@ken/core/ports'
import { zxcvbnPasswordStrength } from '@ken/crypto'
import { aiSdkAnswerModel, type AiSdkAnswerModel } from '@ken/models'
import {
  claimDatabase,
  connectionsOf,
  databaseClock,
  migrate,
  missingIn,
  openEmbedded,
  openServer,
  outdated,
  postgresPorts,
  requireMigrated,
  schemaOf,
  separateRoles,
  serverHeartbeat,
  wasMigrated,
  withinRequest,
  type Database,
  type EmbeddedOptions,
  type MigrationWatch,
} from '@ken/postgres'
import {
  isQueuePrepared,
  openQueue,
  prepareQueue,
  workQueue,
  type QueueOptions,
  type WorkOptions,
} from '@ken/queue'
import { connectRedis } from '@ken/redis'
import { smtpMailer, type SmtpMailer } from '@ken/smtp'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { composePorts } from './ports/compose-ports.ts'
import type { Config, MailConfig } from './config/config.ts'
import { requireValidConfig } from './config/require-valid-config.ts'
import { prepareDataDirectory } from './data-directory/data-directory.ts'
import { healthOf } from './health/health.ts'
import { systemParts } from './health/system-parts.ts'
import { kenVersion } from './ken-version.ts'
import type { Ken } from './ken.ts'
import { requireNotCopied } from './data-directory/copied-note.ts'
import { emailRate } from './email-rate.ts'
import { openParts, type OpenParts } from './open-parts.ts'
import { operatorSocketPath, serveOperator } from './operator/operator-socket.ts'
import { pinSslMode } from './database/pin-ssl-mode.ts'
import { queueSchemaNextTo } from './database/queue-schema.ts'
import { reportProcess } from './report-process.ts'
import { givenKeyRing, keptKeyRing } from './data-directory/service-secrets.ts'

/** Options beyond the configuration. */
export type ComposeOptions = {
  readonly log: Log
  /**
   * `server` is long-running: it refuses to share a database with processes that count limits
   * separately, and on the embedded database it serves the command line. `worker` and `scheduler` are
   * long-running next to servers and count no limits; a process that does both is a `worker`.
   * `command` does one thing and ends.
   */
  readonly role: ProcessRole | 'command'
  /**
   * Whether to create what is missing and to migrate the database. If false, throws
   * `DatabaseNotReady` where that is needed, and changes nothing on disk or in the database.
   */
  readonly mayCreate?: boolean
  /** Watches the migration of the database. */
  readonly migrationWatch?: MigrationWatch
  /** The clock of this machine. Ken corrects it by the database's. */
  readonly machineClock?: Clock
}

/**
 * Composes Ken from a configuration and, unless `mayCreate` is false, migrates its database. Reads
 * no environment variables. Throws `ConfigError` that names the invalid options, or an error with advice if a part is
 * unavailable; nothing stays open then.
 */
export async function composeKen(config: Config, options: ComposeOptions): Promise<Ken> {
  requireValidConfig(config)
  const parts = openParts()
  try {
    return await composeFrom(parts, config, options)
  } catch (error) {
    await parts.close().catch(() => {})
    throw error
  }
}

async function composeFrom(
  { opened, close }: OpenParts,
  config: Config,
  {
    log,
    role,
    mayCreate = true,
    migrationWatch,
    machineClock = { now: () => new Date() },
  }: ComposeOptions,
): Promise<Ken> {
  const startedMs = performance.now()
  const given = givenKeyRing(config)
  const database = opened(
    await openDatabase(config, { log, isBrief: role === 'command', mayCreate, migrationWatch }),
  )
  if (!mayCreate) await requireMigrated(database.kysely)
  // From here on this process owns the data directory. Secrets are created before the first migration: a migrated
  // database without them has lost them, and other ones would decrypt nothing in it.
  const keyRing =
    given ?? keptKeyRing(config, { mayCreate: mayCreate && !(await wasMigrated(database.kysely)) })
  if (role === 'server' && config.databaseUrl !== null) {
    const mode = config.redisUrl === null ? 'alone' : 'shared'
    opened(await claimDatabase({ url: pinSslMode(config.databaseUrl), mode, log }))
  }
  const { applied } = mayCreate
    ? await migrate(database.withoutTimeout, migrationWatch)
    : { applied: [] }
  const tablesSchema = await schemaOf(database)
  const queueOptions = {
    connection: connectionsOf(database),
    schema: queueSchemaNextTo(tablesSchema),
  }
  const hasPreparedQueue = await requireQueue(queueOptions, mayCreate)
  const queue = openQueue(queueOptions)
  const redis = config.redisUrl === null ? null : opened(await connectRedis(config.redisUrl, log))
  const mailer = config.mail === null ? null : opened(mailerOf(config.mail, config, log))
  const clock = opened(await databaseClock(database, machineClock, log))
  const passwordStrength = opened(zxcvbnPasswordStrength())
  const answerModel = answerModelOf(config, log)
  if (role !== 'command') await answerModel?.load()

  const secretId = keyRing.newest('refresh-token').id
  const heartbeat =
    role === 'server' ? opened(await serverHeartbeat(database, { secretId, log })) : null
  const ports = composePorts(
    {
      config,
      keyRing,
      database,
      databasePorts: postgresPorts(database, queue.within, heartbeat),
      redis,
      answerModel,
      clock,
      jobQueue: queue.jobQueue,
      log,
      mailer,
      passwordStrength,
    },
    { opened },
  )
  if (role === 'server' && config.databaseUrl === null) {
    opened(await serveOperator(ports, operatorSocketPath(config.dataDirectory)))
  }
  const health = () =>
    healthOf({
      database,
      diskFault: database.diskFault,
      redis,
      jobQueue: queue.jobQueue,
      clock,
      heartbeats: ports.backgroundHeartbeats,
      upSeconds: (performance.now() - startedMs) / 1_000,
    })
  if (role === 'server') {
    // In the background, after the start of the server, whose processor time it would take.
    passwordStrength.keepReady()
  }
  const version = kenVersion()
  if (role !== 'command') {
    // In the background. A failure of the database is reported elsewhere.
    void reportUnreadableSecrets(ports, { actor: operator }).catch(() => {})
    const process = { id: randomUUID(), role, version, startedAt: clock.now() }
    opened(reportProcess(ports, process))
  }
  const work = worksOn({ database, mailer, queue: queueOptions, config, log })
  const { probeDisk } = database
  return {
    config,
    version,
    ports,
    applied,
    hasPreparedQueue,
    health,
    systemParts: systemParts(config, ports, health),
    probeDisk,
    separateRoles: (names) =>
      separateRoles(
        database.withoutTimeout,
        { tables: tablesSchema, queue: queueOptions.schema },
        names,
      ),
    within: withinRequest,
    work,
    close,
  }
}

type OpenOptions = Pick<Required<EmbeddedOptions>, 'log' | 'isBrief' | 'mayCreate'> & {
  readonly migrationWatch: MigrationWatch | undefined
}

async function openDatabase(
  { databaseUrl, databasePoolMax, dataDirectory, searchBudgetMs }: Config,
  { log, isBrief, mayCreate, migrationWatch }: OpenOptions,
): Promise<Database> {
  if (databaseUrl !== null)
    return openServer({
      url: pinSslMode(databaseUrl),
      poolMax: databasePoolMax,
      searchBudgetMs,
      log,
    })
  if (!mayCreate && !existsSync(dataDirectory)) throw missingIn(dataDirectory)
  requireNotCopied({ dataDirectory })
  prepareDataDirectory({ dataDirectory })
  const { creating } = migrationWatch ?? {}
  return openEmbedded({ directory: dataDirectory, log, isBrief, mayCreate, creating })
}

/** Creates or updates the queue, if it may, and returns whether it did. Otherwise throws if that is needed. */
async function requireQueue(
  { connection, schema }: QueueOptions,
  mayCreate: boolean,
): Promise<boolean> {
  if (mayCreate) return prepareQueue(connection, schema)
  if (await isQueuePrepared(connection, schema)) return false
  throw outdated()
}

type WorkParts = {
  readonly database: Database
  readonly mailer: SmtpMailer | null
  readonly queue: Pick<WorkOptions, 'connection' | 'schema'>
  readonly config: Config
  readonly log: Log
}

/** Runs jobs and schedules in this process. Bulk email is sent at one rate over all processes. */
const worksOn =
  ({
    database,
    mailer,
    queue,
    config: { databaseUrl, mailPerSecond },
    log,
  }: WorkParts): Ken['work'] =>
  async ({ runJob, schedules }) => {
    const jobs =
      runJob === null
        ? null
        : { runJob, paced: emailRate(database, databaseUrl === null, mailPerSecond) }
    const working = await workQueue({ ...queue, listen: database.listen, log, jobs, schedules })
    // Waiting for a mail server may exceed the time that a worker has to stop.
    return { close: async () => void (await Promise.all([working.close(), mailer?.close()])) }
  }

const answerModelOf = ({ answerModel }: Config, log: Log): AiSdkAnswerModel | null =>
  answerModel === null ? null : aiSdkAnswerModel({ log }, answerModel)

const mailerOf = (
  { smtpUrl, from, language }: MailConfig,
  { baseUrl, mailPerSecond: bulkPerSecond }: Config,
  log: Log,
): SmtpMailer => smtpMailer({ url: smtpUrl, from, baseUrl, language, log, bulkPerSecond })
