import {
  askWindows,
  messengerUpdatesPath,
  callWindows,
  messageWindows,
  modelSlotLimits,
  searchLimits,
  type CallWindows,
  type Clock,
  type Embedder,
  type Log,
  type ModelSlotLimits,
  type Ports,
  type SearchLimits,
} from '@ken/core/ports'
import { telegramBotMessenger } from '@ken/botmessenger'
import { slackWorkspaceChat } from '@ken/workspacechat'
import {
  aesGcmCipher,
  argon2Hashers,
  hibpBreachedPasswords,
  hmacDeviceTokens,
  hmacEmailDigests,
  hmacLinkCodeSource,
  hmacRefreshTokens,
  hmacAccessTokens,
  randomApiKeySource,
  randomRecoveryCodeSource,
  randomSecretSource,
  totpOneTimeCodes,
  uuidIdSource,
  zxcvbnPasswordStrength,
} from '@ken/crypto'
import { threadFileConverter } from '@ken/files/upload'
import {
  aiSdkAnswerModel,
  inProcessAnswerLimiter,
  openAiEmbedder,
  type AiSdkAnswerModel,
} from '@ken/models'
import {
  claimDatabase,
  connectionsOf,
  databaseClock,
  inProcessSearchLimiter,
  migrate,
  missingIn,
  openEmbedded,
  openServer,
  outdated,
  postgresKeyUsage,
  postgresPorts,
  requireMigrated,
  schemaOf,
  searchLimitsFor,
  separateRoles,
  serverHeartbeat,
  wasMigrated,
  withinRequest,
  type Database,
  type EmbeddedOptions,
} from '@ken/postgres'
import { isQueuePrepared, openQueue, prepareQueue, workQueue, type QueueOptions } from '@ken/queue'
import { connectRedis, inProcessKeyLimiter, redisKeyLimiter, redisChatHealth } from '@ken/redis'
import { smtpMailer, type SmtpMailer } from '@ken/smtp'
import { v4TeamChat } from '@ken/teamchat'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { batchedRefusalCounter } from './batched-refusal-counter.ts'
import type { Config, MailConfig } from './config/config.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { healthOf } from './health/health.ts'
import { systemParts } from './health/system-parts.ts'
import { kenVersion } from './ken-version.ts'
import type { Ken } from './ken.ts'
import { emailRate } from './email-rate.ts'
import { openParts, type OpenParts } from './open-parts.ts'
import { operatorSocketPath, serveOperator } from './operator-socket.ts'
import { reportProcess } from './report-process.ts'
import { refuseThrottledClients } from './refuse-throttled-clients.ts'
import { searchWithSynonyms } from './search-with-synonyms.ts'
import { timerPause } from './timer-pause.ts'
import { givenKeyRing, keptKeyRing } from './service-secrets.ts'

/** Options beyond the configuration. */
export type ComposeOptions = {
  readonly log: Log
  /**
   * `server` is long-running: it refuses to share a database with processes that count limits
   * separately, and on the embedded database it serves the command line. `worker` is long-running
   * next to servers and counts no limits. `command` does one thing and ends.
   */
  readonly role: 'server' | 'worker' | 'command'
  /**
   * Whether to create what is missing and to migrate the database. If false, throws
   * `DatabaseNotReady` where that is needed, and changes nothing on disk or in the database.
   */
  readonly mayCreate?: boolean
  /** The clock of this machine. Ken corrects it by the database's. */
  readonly machineClock?: Clock
}

/**
 * Composes Ken from a configuration and, unless `mayCreate` is false, migrates its database. Reads
 * no environment variables. Throws an error with advice if a part is unavailable; nothing stays
 * open then.
 */
export async function composeKen(config: Config, options: ComposeOptions): Promise<Ken> {
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
  { log, role, mayCreate = true, machineClock = { now: () => new Date() } }: ComposeOptions,
): Promise<Ken> {
  const startedMs = performance.now()
  const given = givenKeyRing(config)
  const database = opened(
    await openDatabase(config, { log, isBrief: role === 'command', mayCreate }),
  )
  if (!mayCreate) await requireMigrated(database.kysely)
  // From here on this process owns the data directory. Secrets are created before the first migration: a migrated
  // database without them has lost them, and other ones would decrypt nothing in it.
  const keyRing =
    given ?? keptKeyRing(config, { mayCreate: mayCreate && !(await wasMigrated(database.kysely)) })
  if (role === 'server' && config.databaseUrl !== null) {
    const mode = config.redisUrl === null ? 'alone' : 'shared'
    opened(await claimDatabase({ url: config.databaseUrl, mode, log }))
  }
  const { applied } = mayCreate ? await migrate(database.withoutTimeout) : { applied: [] }
  const tablesSchema = await schemaOf(database)
  const queueOptions = {
    connection: connectionsOf({ kysely: database.background }),
    schema: queueSchemaNextTo(tablesSchema),
  }
  if (!mayCreate && !(await isQueuePrepared(queueOptions.connection, queueOptions.schema)))
    throw outdated()
  const hasPreparedQueue =
    mayCreate && (await prepareQueue(queueOptions.connection, queueOptions.schema))
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
  const databasePorts = postgresPorts(database, queue.within, heartbeat)
  const workspaceChat = slackWorkspaceChat({
    clock,
    log,
    apiUrl: config.workspaceChatUrl,
    allowLoopback: config.allowsLocalTeamChat,
  })
  const ports: Ports = {
    ...databasePorts,
    searchIndex: searchWithSynonyms(databasePorts.searchIndex, config.synonyms),
    chatPlatforms: {
      teamchat: v4TeamChat({ clock, log, allowLoopback: config.allowsLocalTeamChat }),
      workspace_chat: workspaceChat,
      bot_messenger: telegramBotMessenger({
        clock,
        log,
        allowLoopback: config.allowsLocalTeamChat,
        webhookAddress: messengerWebhookOf(config),
      }),
    },
    workspaceDirectory: workspaceChat.directory,
    workspaceRequests: workspaceChat.requests,
    accessTokens: hmacAccessTokens(keyRing, clock),
    answerLimiter: inProcessAnswerLimiter(modelSlotLimitsOf(config)),
    answerModel,
    apiKeys: randomApiKeySource(),
    askLimiter:
      redis === null
        ? inProcessKeyLimiter(askWindows)
        : redisKeyLimiter(redis, askWindows, { keyPrefix: 'ken:ask:' }),
    breachedPasswords: hibpBreachedPasswords({ url: config.breachUrl, clock, log }),
    cipher: aesGcmCipher(keyRing),
    clock,
    deviceTokens: hmacDeviceTokens(keyRing),
    emailDigests: hmacEmailDigests(keyRing),
    embedder: embedderOf(config, log),
    fileConverter: opened(threadFileConverter()),
    ids: uuidIdSource(clock),
    jobQueue: queue.jobQueue,
    keyUsage: opened(postgresKeyUsage({ query: database.backgroundQuery }, log)),
    keyLimiter:
      redis === null
        ? inProcessKeyLimiter(windowsOf(config))
        : redisKeyLimiter(redis, windowsOf(config)),
    linkCodeSource: hmacLinkCodeSource(keyRing),
    log,
    mailer,
    messageLimiter:
      redis === null
        ? inProcessKeyLimiter(messageWindowsOf(config))
        : redisKeyLimiter(redis, messageWindowsOf(config), { keyPrefix: 'ken:messages:' }),
    oneTimeCodes: totpOneTimeCodes(),
    ...argon2Hashers({ parameters: config.passwordHashCost }),
    passwordStrength,
    pause: timerPause(clock),
    recoveryCodeSource: randomRecoveryCodeSource(),
    refreshTokens: hmacRefreshTokens(keyRing),
    refusalCounter: opened(batchedRefusalCounter({ transact: databasePorts.transact, log })),
    searchLimiter: inProcessSearchLimiter(searchLimitsOf(config)),
    secrets: randomSecretSource(),
    signInAttempts: refuseThrottledClients(databasePorts.signInAttempts),
    chatHealth: redis === null ? databasePorts.chatHealth : redisChatHealth(redis),
  }
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
  // In the background, after the start of the server, whose processor time it would take.
  if (role === 'server') passwordStrength.keepReady()
  const version = kenVersion()
  if (role !== 'command') {
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

/** The platform posts to https addresses only. */
const messengerWebhookOf = ({ baseUrl }: Config): string | null =>
  baseUrl.startsWith('https:') ? `${baseUrl}${messengerUpdatesPath}` : null

async function openDatabase(
  { databaseUrl, databasePoolMax, dataDirectory, searchBudgetMs }: Config,
  { log, isBrief, mayCreate }: Pick<Required<EmbeddedOptions>, 'log' | 'isBrief' | 'mayCreate'>,
): Promise<Database> {
  if (databaseUrl !== null)
    return openServer({ url: databaseUrl, poolMax: databasePoolMax, searchBudgetMs, log })
  if (!mayCreate && !existsSync(dataDirectory)) throw missingIn(dataDirectory)
  prepareDataDirectory({ dataDirectory })
  return openEmbedded({ directory: dataDirectory, log, isBrief, mayCreate })
}

/** A schema next to Ken's own, named after it. */
const queueSchemaNextTo = (schema: string): string =>
  schema === 'public' ? 'pgboss' : `${schema}_jobs`

type WorkParts = {
  readonly database: Database
  readonly mailer: SmtpMailer | null
  readonly queue: QueueOptions
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

const searchLimitsOf = ({ databaseUrl, databasePoolMax }: Config): SearchLimits =>
  databaseUrl === null ? searchLimits : searchLimitsFor(databasePoolMax)

const windowsOf = ({ personLimit }: Config): CallWindows => ({
  ...callWindows,
  person: { ...callWindows.person, limit: personLimit },
})

const messageWindowsOf = ({ personLimit }: Config): CallWindows => ({
  ...messageWindows,
  person: { ...messageWindows.person, limit: personLimit },
})

const embedderOf = ({ embedder }: Config, log: Log): Embedder | null =>
  embedder === null ? null : openAiEmbedder({ log }, embedder)

const answerModelOf = ({ answerModel }: Config, log: Log): AiSdkAnswerModel | null =>
  answerModel === null ? null : aiSdkAnswerModel({ log }, answerModel)

const modelSlotLimitsOf = ({ answerModel }: Config): ModelSlotLimits =>
  answerModel === null
    ? modelSlotLimits
    : {
        ...modelSlotLimits,
        runningMax: answerModel.concurrencyMax,
        waitMs: answerModel.budgetMs,
      }

const mailerOf = (
  { smtpUrl, from, language }: MailConfig,
  { baseUrl, mailPerSecond: bulkPerSecond }: Config,
  log: Log,
): SmtpMailer => smtpMailer({ url: smtpUrl, from, baseUrl, language, log, bulkPerSecond })
