import { keyWindow, type AnswerModel, type Embedder, type Log, type Ports } from '@ken/core/ports'
import {
  aesGcmCipher,
  argon2PasswordHasher,
  hibpBreachedPasswords,
  hmacLinkCodeSource,
  hmacRefreshTokens,
  joseAccessTokens,
  randomApiKeySource,
  randomRecoveryCodeSource,
  randomSecretSource,
  totpOneTimeCodes,
  uuidIdSource,
  zxcvbnPasswordStrength,
} from '@ken/crypto'
import { openAiAnswerModel, openAiEmbedder } from '@ken/models'
import {
  claimDatabase,
  connectionsOf,
  migrate,
  openEmbedded,
  openServer,
  postgresKeyUsage,
  postgresPorts,
  schemaOf,
  takeTurn,
  type Database,
} from '@ken/postgres'
import { openQueue, workQueue, type QueueOptions } from '@ken/queue'
import { connectRedis, inProcessKeyLimiter, redisKeyLimiter, redisTeamChatHealth } from '@ken/redis'
import { smtpMailer, type SmtpMailer } from '@ken/smtp'
import { v4TeamChat } from '@ken/teamchat'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config, MailConfig } from './config.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { healthOf } from './health.ts'
import type { Ken } from './ken.ts'
import { operatorSocketPath, serveOperator } from './operator-socket.ts'
import { timerPause } from './timer-pause.ts'
import { givenKeyRing, keptKeyRing } from './service-secrets.ts'

/** How Ken is put together, beyond what the configuration says. */
export type ComposeOptions = {
  readonly log: Log
  /**
   * `server` runs for long: it refuses to share a database with processes that count limits apart from it,
   * and on the embedded database lets the command line in. `worker` runs for long beside servers and counts no
   * limits. `command` does one thing and ends.
   */
  readonly role: 'server' | 'worker' | 'command'
}

/**
 * Puts Ken together as the configuration says and migrates its database. Reads no environment. Throws an
 * error that says what to do when a part cannot be had; then nothing stays open.
 */
export async function composeKen(config: Config, { log, role }: ComposeOptions): Promise<Ken> {
  await using opening = new AsyncDisposableStack()
  const opened = <Part extends Closable>(part: Part): Part => opening.adopt(part, () => part.close())

  if (config.databaseUrl === null) prepareDataDirectory(config)
  const given = givenKeyRing(config)
  const database = opened(await openDatabase(config, log))
  // From here on the data directory is this process's alone.
  const keyRing = given ?? keptKeyRing(config)
  if (role === 'server' && config.databaseUrl !== null) {
    const mode = config.redisUrl === null ? 'alone' : 'shared'
    opened(await claimDatabase({ url: config.databaseUrl, mode, log }))
  }
  const { applied } = await migrate(database.unhurried)
  const queueOptions = { connection: connectionsOf(database), schema: await queueSchemaOf(database) }
  const queue = await openQueue(queueOptions)
  const redis = config.redisUrl === null ? null : opened(await connectRedis(config.redisUrl, log))
  const mailer = config.mail === null ? null : opened(mailerOf(config.mail, config.baseUrl, log))
  const clock = { now: () => new Date() }
  const passwordStrength = opened(zxcvbnPasswordStrength())

  const databasePorts = postgresPorts(database, queue.within)
  const ports: Ports = {
    ...databasePorts,
    ...v4TeamChat({ clock, log, allowLoopback: config.allowsLocalTeamChat }),
    accessTokens: joseAccessTokens(keyRing, clock),
    answerModel: answerModelOf(config, log),
    apiKeys: randomApiKeySource(),
    breachedPasswords: hibpBreachedPasswords({ url: config.breachUrl, clock, log }),
    cipher: aesGcmCipher(keyRing),
    clock,
    embedder: embedderOf(config, log),
    ids: uuidIdSource(clock),
    jobQueue: queue.jobQueue,
    keyUsage: opened(postgresKeyUsage(database, log)),
    keyLimiter: redis === null ? inProcessKeyLimiter(keyWindow) : redisKeyLimiter(redis, keyWindow),
    linkCodeSource: hmacLinkCodeSource(keyRing),
    log,
    mailer,
    oneTimeCodes: totpOneTimeCodes(),
    passwordHasher: argon2PasswordHasher(),
    passwordStrength,
    pause: timerPause(clock),
    recoveryCodeSource: randomRecoveryCodeSource(),
    refreshTokens: hmacRefreshTokens(keyRing),
    secrets: randomSecretSource(),
    teamChatHealth: redis === null ? databasePorts.teamChatHealth : redisTeamChatHealth(redis),
  }
  if (role === 'server' && config.databaseUrl === null) {
    opened(await serveOperator(ports, operatorSocketPath(config.dataDirectory)))
  }
  const health = () => healthOf({ database, redis, jobQueue: queue.jobQueue })
  const open = opening.move()
  const work = worksOn({ database, mailer, queue: queueOptions, config, log })
  return { config, ports, applied, health, work, close: () => open.disposeAsync() }
}

/** As long as a mail server may take for each mail without losing the pace. */
const secondsPerMail = 2
const pacedAtOnceMax = 10

type Closable = { readonly close: () => Promise<void> }

const openDatabase = ({ databaseUrl, databasePoolMax, dataDirectory }: Config, log: Log): Promise<Database> =>
  databaseUrl === null
    ? openEmbedded({ directory: dataDirectory, log })
    : openServer({ url: databaseUrl, poolMax: databasePoolMax, log })

/** Beside Ken's own tables, in a schema that tells whose it is. */
async function queueSchemaOf(database: Database): Promise<string> {
  const schema = await schemaOf(database)
  return schema === 'public' ? 'pgboss' : `${schema}_jobs`
}

type WorkParts = {
  readonly database: Database
  readonly mailer: SmtpMailer | null
  readonly queue: QueueOptions
  readonly config: Config
  readonly log: Log
}

/** Takes jobs and runs schedules in this process. Mails of which there are many go out at one pace over all processes. */
const worksOn =
  ({ database, mailer, queue, config: { mailPerSecond }, log }: WorkParts): Ken['work'] =>
  async ({ carryOut, schedules }) => {
    const turn = async () => sleep(await takeTurn(database, { name: 'mail', perSecond: mailPerSecond }))
    const paced = { turn, atOnceMax: Math.min(secondsPerMail * mailPerSecond, pacedAtOnceMax) }
    const jobs = carryOut === null ? null : { carryOut, paced }
    const working = await workQueue({ ...queue, listen: database.listen, log, jobs, schedules })
    // A mail server may be waited for longer than the end of a worker may take.
    return { close: async () => void (await Promise.all([working.close(), mailer?.close()])) }
  }

const embedderOf = ({ embedder }: Config, log: Log): Embedder | null =>
  embedder === null ? null : openAiEmbedder({ log }, embedder)

const answerModelOf = ({ answerModel }: Config, log: Log): AnswerModel | null =>
  answerModel === null ? null : openAiAnswerModel({ log }, answerModel)

const mailerOf = ({ smtpUrl, from }: MailConfig, baseUrl: string, log: Log): SmtpMailer =>
  smtpMailer({ url: smtpUrl, from, baseUrl, log })
