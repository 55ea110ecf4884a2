import { setTimeout as sleep } from 'node:timers/promises'
import type { Email, Log, MailOutcome } from '@ken/core/ports'
import { argon2Concurrency, argon2PasswordHasher, parseKeyRing } from '@ken/crypto'
import { aiSdkAnswerModel, openAiEmbedder, type AnswerModelProbe } from '@ken/models'
import { diskFaultAt, type DiskFault } from '@ken/postgres'
import { connectRedis, redisFailure } from '@ken/redis'
import { smtpMailer } from '@ken/smtp'
import type {
  AnswerModelConfig,
  Config,
  EmbedderConfig,
  MailConfig,
  PasswordHashCost,
} from '../config/config.ts'
import { readSecrets, secretsFile } from '../data-directory/service-secrets.ts'

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** What password hashing takes on this machine: each of the concurrent hashes has its own memory. */
export type PasswordHashing = {
  readonly hashMs: number
  readonly concurrentMax: number
  readonly memoryMib: number
}

/** Hashes three times with this cost, without the rest of Ken, and returns the median duration. */
export async function probePasswordHashing(cost: PasswordHashCost): Promise<PasswordHashing> {
  const hasher = argon2PasswordHasher({ parameters: cost })
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const startedMs = performance.now()
    await hasher.hash('a password of a usual length')
    times.push(performance.now() - startedMs)
  }
  const concurrentMax = argon2Concurrency()
  return {
    hashMs: Math.ceil(times.toSorted((left, right) => left - right)[1]!),
    concurrentMax,
    memoryMib: Math.ceil((concurrentMax * cost.memoryKib) / 1_024),
  }
}

/**
 * Asks the configured embedder for one vector, without the rest of Ken, and returns its length.
 * Throws its error.
 */
export async function probeEmbedder(settings: EmbedderConfig): Promise<number> {
  const [vector] = await openAiEmbedder({ log: silent }, settings).embedTexts(['ken'])
  return vector?.length ?? 0
}

/**
 * Asks the configured answer model for a sentence, without the rest of Ken, and measures how fast it
 * comes. Throws its error.
 */
export async function probeAnswerModel(
  settings: AnswerModelConfig,
): Promise<Extract<AnswerModelProbe, { readonly ok: true }>> {
  const probe = await aiSdkAnswerModel({ log: silent }, settings).probe()
  if (!probe.ok) throw new Error(`The answer model failed: ${probe.reason}.`)
  return probe
}

/** A busy machine may take longer for its first reply than a running Ken waits for a count. */
const redisSilenceMsMax = 6_000
const redisRetryMs = 250
const isSilence = (reason: string): boolean => /no reply in time|timed? ?out/i.test(reason)

/**
 * Checks that the configured Redis responds and stores counts, without the rest of Ken: one that refuses within three
 * seconds, one that is silent within seven. Returns null on success, otherwise what to check.
 */
export async function probeRedis(url: string): Promise<string | null> {
  let reason = ''
  const outages: Log = {
    ...silent,
    warn: (_, fields) => void (reason ||= String(fields?.['reason'])),
  }
  const endsMs = performance.now() + redisSilenceMsMax
  const redis = await connectRedis(url, outages)
  try {
    while (!(await redis.ping())) {
      if (!isSilence(reason) || performance.now() > endsMs) return redisFailure(reason)
      await sleep(redisRetryMs)
    }
    return null
  } finally {
    await redis.close()
  }
}

/** The mail server works, but did not accept the test email. */
export class TestEmailFailed extends Error {
  readonly outcome: Exclude<MailOutcome['kind'], 'accepted'>

  constructor({ kind, reason }: Exclude<MailOutcome, { readonly kind: 'accepted' }>) {
    const state = kind === 'unknown' ? 'may have sent' : 'did not take'
    super(`The mail server ${state} the test email: ${reason}.`)
    this.outcome = kind
  }
}

/**
 * Connects and signs in to the configured mail server, without the rest of Ken, and sends a test
 * email if a recipient is given. Throws its error, or `TestEmailFailed`.
 */
export async function probeMail(
  { smtpUrl, from, language }: MailConfig,
  baseUrl: string,
  to: Email | null,
): Promise<void> {
  // An operator is waiting.
  const patience = { handOverMs: 20_000, replyMs: 60_000, endMs: 0 }
  const mailer = smtpMailer({
    url: smtpUrl,
    from,
    baseUrl,
    language,
    log: silent,
    bulkPerSecond: 1,
    patience,
  })
  try {
    const fault = await mailer.probe()
    if (fault !== null) throw new Error(`The mail server failed: ${fault}.`)
    const verdict = to === null ? null : await mailer.send({ kind: 'test', to })
    if (verdict !== null && verdict.kind !== 'accepted') throw new TestEmailFailed(verdict)
  } finally {
    await mailer.close()
  }
}

/** How full the disk of the embedded database is, or will be, without opening the database. */
export const probeDataDisk = ({
  dataDirectory,
}: Pick<Config, 'dataDirectory'>): Promise<DiskFault | null> => diskFaultAt(dataDirectory)

/**
 * Throws if the configured secrets, or else those in the data directory, are invalid. Creates none.
 */
export function probeSecrets(config: Pick<Config, 'dataDirectory' | 'secrets'>): void {
  parseKeyRing(config.secrets ?? readSecrets(secretsFile(config)))
}
