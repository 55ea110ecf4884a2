import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

/** What keys are for. Each purpose has a key of its own from each secret. */
export const keyPurposes = ['access-token', 'refresh-token', 'encryption', 'link-code'] as const

/** One of `keyPurposes`. */
export type KeyPurpose = (typeof keyPurposes)[number]

/** A 256-bit key and the id of the secret it was derived from. */
export type RingKey = { readonly id: string; readonly key: KeyObject }

/** The service's keys: new work is done with the newest, older ones still verify and decrypt. */
export type KeyRing = {
  /** Newest first, at least one. */
  readonly ids: readonly string[]
  newest(purpose: KeyPurpose): RingKey
  find(purpose: KeyPurpose, id: string): RingKey | null
}

/** Secrets that cannot be used. Names every entry at fault by its place and says why; never quotes any of them. */
export class KeyRingError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `The secrets of the service (KEN_SECRETS, or the file secrets of the data directory) cannot be used. ${faults.join(' ')} Put back what was there before; only for a database that is new, make some with: ken secrets generate`,
    )
    this.name = 'KeyRingError'
    this.faults = faults
  }
}

const secretBytesMin = 32

/** 31 steps between 32 random bytes hold some 29 different ones; zeroes, counting and repeated words hold few. */
const distinctStepsMin = 12

type Secret = { readonly id: string; readonly bytes: Buffer }

/** Reads `id:base64,id:base64`, newest first. Throws `KeyRingError` for anything missing, short, guessable or double. */
export function parseKeyRing(text: string): KeyRing {
  const secrets = parseSecrets(text)
  const ringKeys = (purpose: KeyPurpose): RingKey[] => secrets.map(({ id, bytes }) => ({ id, key: deriveKey(bytes, purpose) }))
  const keys = new Map(keyPurposes.map((purpose) => [purpose, ringKeys(purpose)]))

  return {
    ids: secrets.map(({ id }) => id),
    newest: (purpose) => keys.get(purpose)![0]!, // Every purpose has keys, and no ring is empty.
    find: (purpose, id) => keys.get(purpose)?.find((key) => key.id === id) ?? null,
  }
}

/** A fresh secret under a fresh id, in the form that `parseKeyRing` reads. */
export function generateSecrets(id: string = randomBytes(4).toString('hex')): string {
  return `${id}:${randomBytes(secretBytesMin).toString('base64')}`
}

/** The same secrets with a fresh one in front. Throws `KeyRingError` when the existing ones cannot be used. */
export function rotateSecrets(existing: string): string {
  parseSecrets(existing)
  return `${generateSecrets()},${existing.trim()}`
}

function parseSecrets(text: string): readonly Secret[] {
  if (text.trim() === '') throw new KeyRingError(['None are given.'])
  const faults: string[] = []
  const secrets = text.split(',').map((entry, index): Secret => {
    const [id = '', base64 = '', ...rest] = entry.trim().split(':')
    const bytes = Buffer.from(base64, 'base64')
    const fault = rest.length > 0 || base64 === '' ? 'is not of the form id:base64' : (idFault(id) ?? secretFault(base64, bytes))
    if (fault !== null) faults.push(`Entry ${index + 1} ${fault}.`)
    return { id, bytes }
  })
  secrets.forEach((secret, index) => {
    const earlier = secrets.slice(0, index)
    const sameId = earlier.findIndex(({ id }) => id === secret.id)
    if (sameId !== -1) faults.push(`Entries ${sameId + 1} and ${index + 1} have the same id.`)
    const sameSecret = earlier.findIndex(({ bytes }) => bytes.equals(secret.bytes))
    if (sameSecret !== -1) faults.push(`Entries ${sameSecret + 1} and ${index + 1} have the same secret.`)
  })
  if (faults.length > 0) throw new KeyRingError(faults)
  return secrets
}

const idFault = (id: string): string | null =>
  /^[A-Za-z0-9_-]{1,32}$/.test(id) ? null : 'has an id that is not 1 to 32 letters, digits, - or _'

function secretFault(base64: string, bytes: Buffer): string | null {
  if (bytes.toString('base64') !== base64) return 'has a secret that is not base64'
  if (bytes.length < secretBytesMin) return `has a secret of ${bytes.length} bytes; it takes at least ${secretBytesMin}`
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - bytes[index]!))
  return steps.size < distinctStepsMin ? 'has a secret that is not random' : null
}

/** HKDF-SHA-256 (RFC 5869) without salt, which uniform secrets do not need. A change here would lose every stored ciphertext. */
const deriveKey = (secret: Buffer, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `ken ${purpose}`, 32)))
