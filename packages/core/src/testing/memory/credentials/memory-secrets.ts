import type { LinkCodeSource } from '../../../ports/credentials/link-code-source.ts'
import type { RecoveryCodeSource } from '../../../ports/credentials/recovery-code-source.ts'
import type { SecretSource } from '../../../ports/credentials/secret-source.ts'

/** Numbered secrets. */
export function memorySecretSource(): SecretSource {
  let made = 0
  return {
    newSecret() {
      const plain = `token-${(made += 1)}`
      return { plain, digest: digestOf(plain) }
    },

    newPassword: () => `temporary-password-${(made += 1)}`,

    digest: (presented) => (/^token-\d+$/.test(presented) ? digestOf(presented) : null),

    matches: (presented, digest) => digestOf(presented) === digest,
  }
}

const digestOf = (plain: string): string => `digest of ${plain}`

/** Numbered recovery codes. */
export function memoryRecoveryCodeSource(): RecoveryCodeSource {
  let made = 0
  return {
    newCodes: (count) =>
      Array.from({ length: count }, () => `CODEX-${String((made += 1)).padStart(5, '0')}`),

    normalize(presented) {
      const code = presented.toUpperCase().replaceAll(/[\s-]/g, '')
      return /^CODEX\d{5}$/.test(code) ? code : null
    },
  }
}

const linkCodeOf = (presented: string): string => presented.toUpperCase().replaceAll(/[\s-]/g, '')
const linkCodeDigest = (presented: string): string => digestOf(linkCodeOf(presented))

/** Numbered link codes. */
export function memoryLinkCodeSource(): LinkCodeSource {
  let made = 0
  return {
    newCode() {
      const plain = `CODE-${String((made += 1)).padStart(4, '0')}`
      return { plain, digest: linkCodeDigest(plain) }
    },

    isCode: (text) => /^[0-9A-Z]{8}$/.test(linkCodeOf(text)),

    digest: linkCodeDigest,
  }
}
