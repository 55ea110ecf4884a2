import type { Log } from '@ken/core/ports'
import { parseKeyRing } from '@ken/crypto'
import { openAiEmbedder } from '@ken/models'
import { connectRedis } from '@ken/redis'
import { readFileSync } from 'node:fs'
import type { Config, EmbedderConfig } from './config.ts'
import { secretsFile } from './service-secrets.ts'

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** Asks the embedder of the settings for one vector, without the rest of Ken, and answers its length. Throws what is wrong. */
export async function probeEmbedder(settings: EmbedderConfig): Promise<number> {
  const [vector] = await openAiEmbedder({ log: silent }, settings).embedTexts(['ken'])
  return vector?.length ?? 0
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

/** Throws what is wrong with the secrets that are given, else with those in the data directory. Makes none. */
export function probeSecrets(config: Pick<Config, 'dataDirectory' | 'secrets'>): void {
  parseKeyRing(config.secrets ?? readFileSync(secretsFile(config), 'utf8').trim())
}
