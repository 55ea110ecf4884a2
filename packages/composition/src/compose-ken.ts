import { operator, reportUnreadableSecrets } from '@ken/core'
import type { Clock, Log } from '@ken/core/ports'
import { zxcvbnPasswordStrength } from '@ken/crypto'
import { aiSdkAnswerModel, type AiSdkAnswerModel } from '@ken/models'
import {
  databaseClock,
  postgresPorts,
  separateRoles,
  serverHeartbeat,
  withinRequest,
  type Database,
} from '@ken/postgres'
import { openQueue, workQueue, type WorkOptions } from '@ken/queue'
import { connectRedis } from '@ken/redis'
import { smtpMailer, type SmtpMailer } from '@ken/smtp'
import { randomUUID } from 'node:crypto'
import { composePorts } from './ports/compose-ports.ts'
import type { Config, MailConfig } from './config/config.ts'
import { requireValidConfig } from './config/require-valid-config.ts'
import { healthOf } from './health/health.ts'
import { systemParts } from './health/system-parts.ts'
import { kenVersion } from './ken-version.ts'
import type { Ken } from './ken.ts'
import { emailRate } from './email-rate.ts'
import { openParts, type OpenParts } from './open-parts.ts'
import { operatorSocketPath, serveOperator } from './operator/operator-socket.ts'
import { reportProcess } from './report-process.ts'
import { openStorage, type StorageOptions } from './database/open-storage.ts'

/** Options beyond the configuration. */
export type ComposeOptions = StorageOptions & {
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
  parts: OpenParts,
  config: Config,
  options: ComposeOptions,
): Promise<Ken> {
  const startedMs = performance.now()
  const { opened, close } = parts
  const { log, role, machineClock = { now: () => new Date() } } = options
  const storage = await openStorage(parts, config, options)
  const { database, keyRing, schemas, queueOptions, applied, hasPreparedQueue } = storage
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
    isClockMeasured: clock.isMeasured,
    systemParts: systemParts(config, ports, health),
    probeDisk,
    separateRoles: (names) => separateRoles(database.withoutTimeout, schemas, names),
    within: withinRequest,
    work,
    close,
  }
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
