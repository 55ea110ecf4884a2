import { createHash } from 'node:crypto'
import type { ApiKeySource } from '../../../ports/credentials/api-key-source.ts'

/** Keys of the right form without a checksum. */
export const memoryApiKeySource = (): ApiKeySource => ({
  newApiKey() {
    const plain = `ken_${crypto.randomUUID().replaceAll('-', '').padEnd(49, '0')}`
    return { plain, digest: digestOf(plain), prefix: plain.slice(0, 12) }
  },

  digest: (presented) => (/^ken_[0-9A-Za-z]{49}$/.test(presented) ? digestOf(presented) : null),
})

const digestOf = (plain: string): string => createHash('sha256').update(plain).digest('hex')
