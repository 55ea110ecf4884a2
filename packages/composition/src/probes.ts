import type { Email, Log } from '@ken/core/ports'
import { parseKeyRing } from '@ken/crypto'
import { openAiAnswerModel, openAiEmbedder } from '@ken/models'
import { diskFaultAt, type DiskFault } from '@ken/postgres'
import { connectRedis } from '@ken/redis'
import { smtpMailer } from '@ken/smtp'
import { readFileSync } from 'node:fs'
import type { AnswerModelConfig, Config, EmbedderConfig, MailConfig } from './config.ts'
import { secretsFile } from './service-secrets.ts'

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** Asks the embedder of the settings for one vector, without the rest of Ken, and answers its length. Throws what is wrong. */
export async function probeEmbedder(settings: EmbedderConfig): Promise<number> {
  const [vector] = await openAiEmbedder({ log: silent }, settings).embedTexts(['ken'])
  return vector?.length ?? 0
}

/** Asks the answer model of the settings for one word, without the rest of Ken, and answers how long that took. Throws what is wrong. */
export async function probeAnswerModel(settings: AnswerModelConfig): Promise<number> {
  const probe = await openAiAnswerModel({ log: silent }, settings).probe()
  if (!probe.ok) throw new Error(`The answer model failed: ${probe.reason}.`)
  return probe.milliseconds
}

/** Whether the Redis of the settings answers within two seconds, without the rest of Ken. */
export async function probeRedis(url: string): Promise<boolean> {
  const redis = await connectRedis(url, silent)
  try {
    return await redis.ping()
  } finally {
    await redis.close()
  }
}

/**
 * Connects and signs in to the mail server of the settings, without the rest of Ken, and sends a test mail when told to whom.
 * Throws what is wrong.
 */
export async function probeMail({ smtpUrl, from }: MailConfig, baseUrl: string, to: Email | null): Promise<void> {
  // Somebody waits for it.
  const patience = { handOverMs: 20_000, answerMs: 60_000, endMs: 0 }
  const mailer = smtpMailer({ url: smtpUrl, from, baseUrl, log: silent, patience })
  try {
    const fault = await mailer.probe()
    if (fault !== null) throw new Error(`The mail server failed: ${fault}.`)
    const verdict = to === null ? null : await mailer.send({ kind: 'test', to })
    if (verdict === null || verdict.kind === 'accepted') return
    const state = verdict.kind === 'unknown' ? 'may have been sent' : 'was not sent'
    throw new Error(`The test mail ${state}: ${verdict.reason}.`)
  } finally {
    await mailer.close()
  }
}

/** How full the disk of the embedded database is, or of what will hold it, without opening it. */
export const probeDataDisk = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): Promise<DiskFault | null> =>
  diskFaultAt(dataDirectory)

/** Throws what is wrong with the secrets that are given, else with those in the data directory. Makes none. */
export function probeSecrets(config: Pick<Config, 'dataDirectory' | 'secrets'>): void {
  parseKeyRing(config.secrets ?? readFileSync(secretsFile(config), 'utf8').trim())
}
