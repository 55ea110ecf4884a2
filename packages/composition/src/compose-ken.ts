import type { Embedder, Log, Ports } from '@ken/core/ports'
import {
  aesGcmCipher,
  argon2PasswordHasher,
  hibpBreachedPasswords,
  hmacRefreshTokens,
  joseAccessTokens,
  randomApiKeySource,
  randomRecoveryCodeSource,
  randomSecretSource,
  totpOneTimeCodes,
  uuidIdSource,
  zxcvbnPasswordStrength,
} from '@ken/crypto'
import { openAiEmbedder } from '@ken/models'
import { claimDatabase, migrate, openEmbedded, openServer, postgresPorts, type Database } from '@ken/postgres'
import { connectRedis, inProcessKeyLimiter, redisKeyLimiter } from '@ken/redis'
import type { Config } from './config.ts'
import { prepareDataDirectory } from './data-directory.ts'
import type { Ken, PartHealth } from './ken.ts'
import { operatorSocketPath, serveOperator } from './operator-socket.ts'
import { givenKeyRing, keptKeyRing } from './service-secrets.ts'

/** How Ken is put together, beyond what the configuration says. */
export type ComposeOptions = {
  readonly log: Log
  /**
   * `server` runs for long: it refuses to share a database with processes that count limits apart from it,
   * and on the embedded database lets the command line in. `command` does one thing and ends.
   */
  readonly role: 'server' | 'command'
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
  const redis = config.redisUrl === null ? null : opened(await connectRedis(config.redisUrl, log))
  const clock = { now: () => new Date() }
  const passwordStrength = opened(zxcvbnPasswordStrength())

  const ports: Ports = {
    ...postgresPorts(database),
    accessTokens: joseAccessTokens(keyRing, clock),
    apiKeys: randomApiKeySource(),
    breachedPasswords: hibpBreachedPasswords({ url: config.breachUrl, clock, log }),
    cipher: aesGcmCipher(keyRing),
    clock,
    embedder: embedderOf(config, log),
    ids: uuidIdSource(clock),
    keyLimiter: redis === null ? inProcessKeyLimiter() : redisKeyLimiter(redis),
    log,
    oneTimeCodes: totpOneTimeCodes(),
    passwordHasher: argon2PasswordHasher(),
    passwordStrength,
    recoveryCodeSource: randomRecoveryCodeSource(),
    refreshTokens: hmacRefreshTokens(keyRing),
    secrets: randomSecretSource(),
  }
  if (role === 'server' && config.databaseUrl === null) {
    opened(await serveOperator(ports, operatorSocketPath(config.dataDirectory)))
  }
  const health = async () => {
    const parts = await Promise.all([
      healthOf('database', database.ping),
      ...(redis === null
        ? []
        : [
            healthOf('redis', async () => {
              if (!(await redis.ping())) throw new Error('away')
            }),
          ]),
    ])
    return { ready: parts.every(({ part, state }) => part !== 'database' || state === 'ok'), parts }
  }
  const open = opening.move()
  return { config, ports, applied, health, close: () => open.disposeAsync() }
}

type Closable = { readonly close: () => Promise<void> }

const openDatabase = ({ databaseUrl, databasePoolMax, dataDirectory }: Config, log: Log): Promise<Database> =>
  databaseUrl === null
    ? openEmbedded({ directory: dataDirectory, log })
    : openServer({ url: databaseUrl, poolMax: databasePoolMax, log })

const embedderOf = ({ embedder }: Config, log: Log): Embedder | null =>
  embedder === null ? null : openAiEmbedder({ log }, embedder)

async function healthOf(part: PartHealth['part'], ping: () => Promise<void>): Promise<PartHealth> {
  try {
    await ping()
    return { part, state: 'ok' }
  } catch {
    return { part, state: 'away', reason: `The ${part} does not answer.` }
  }
}
