import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

/** The purposes of keys. Each secret gives a separate key for each purpose. */
export const keyPurposes = [
  'access-token',
  'refresh-token',
  'encryption',
  'link-code',
  'device-token',
  'email-digest',
] as const

/** One of `keyPurposes`. */
export type KeyPurpose = (typeof keyPurposes)[number]

/** A 256-bit key and the id of the secret it was derived from. */
export type RingKey = { readonly id: string; readonly key: KeyObject }

/**
 * The keys of the service. New tokens and ciphertexts use the newest key in use; the others verify
 * and decrypt.
 */
export type KeyRing = {
  /** All ids, newest first: unused ones, then those in use, of which there is at least one. */
  readonly ids: readonly string[]
  /**
   * Marked as not used yet. They are known here, so that tokens and ciphertexts of a server that
   * already uses them can be read.
   */
  readonly unusedIds: readonly string[]
  /** The newest in use. */
  newest(purpose: KeyPurpose): RingKey
  find(purpose: KeyPurpose, id: string): RingKey | null
}

/** Invalid secrets. Names every invalid entry by its position and says why; never quotes one. */
export class KeyRingError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `The secrets of the service (KEN_SECRETS, or the file secrets of the data directory) cannot be used. ${faults.join(' ')} Restore the previous value. For a new database only, create one with: ken secrets generate`,
    )
    this.name = 'KeyRingError'
    this.faults = faults
  }
}

const secretBytesMin = 32

/**
 * 32 random bytes have about 29 different steps out of 31; zeroes, counting and repeated words have
 * few.
 */
const distinctStepsMin = 12

type Secret = { readonly id: string; readonly bytes: Buffer; readonly isUnused: boolean }

/** Follows the id of a secret that is not used yet. */
const unusedMark = '~'

/**
 * Parses `id:base64,id:base64`, newest first; `id~:base64` is not used yet. Throws `KeyRingError`
 * if an entry is missing, short, not random or duplicated.
 */
export function parseKeyRing(text: string): KeyRing {
  const secrets = parseSecrets(text)
  const ringKeys = (purpose: KeyPurpose): RingKey[] =>
    secrets.map(({ id, bytes }) => ({ id, key: deriveKey(bytes, purpose) }))
  const newest = secrets.findIndex(({ isUnused }) => !isUnused)
  const keys = new Map(keyPurposes.map((purpose) => [purpose, ringKeys(purpose)]))

  return {
    ids: secrets.map(({ id }) => id),
    unusedIds: secrets.slice(0, newest).map(({ id }) => id),
    newest: (purpose) => keys.get(purpose)![newest]!, // Every purpose has keys, and every ring one in use.
    find: (purpose, id) => keys.get(purpose)?.find((key) => key.id === id) ?? null,
  }
}

/** A new secret under a new id, in the format of `parseKeyRing`. */
export function generateSecrets(id: string = newSecretId()): string {
  return `${id}:${randomBytes(secretBytesMin).toString('base64')}`
}

/** A new secret that is marked as not used yet, to be put before the others. */
export const generateUnusedSecret = (): string => generateSecrets(`${newSecretId()}${unusedMark}`)

const newSecretId = (): string => randomBytes(4).toString('hex')

function parseSecrets(text: string): readonly Secret[] {
  if (text.trim() === '') throw new KeyRingError(['None are given.'])
  const faults: string[] = []
  const secrets = text.split(',').map((entry, index): Secret => {
    const [marked = '', base64 = '', ...rest] = entry.trim().split(':')
    const isUnused = marked.endsWith(unusedMark)
    const id = isUnused ? marked.slice(0, -unusedMark.length) : marked
    const bytes = Buffer.from(base64, 'base64')
    const fault =
      rest.length > 0 || base64 === ''
        ? 'is not of the form id:base64'
        : (idFault(id) ?? secretFault(base64, bytes))
    if (fault !== null) faults.push(`Entry ${index + 1} ${fault}.`)
    return { id, bytes, isUnused }
  })
  secrets.forEach((secret, index) => {
    const earlier = secrets.slice(0, index)
    const sameId = earlier.findIndex(({ id }) => id === secret.id)
    if (sameId !== -1) faults.push(`Entries ${sameId + 1} and ${index + 1} have the same id.`)
    const sameSecret = earlier.findIndex(({ bytes }) => bytes.equals(secret.bytes))
    if (sameSecret !== -1)
      faults.push(`Entries ${sameSecret + 1} and ${index + 1} have the same secret.`)
  })
  faults.push(...markFaults(secrets))
  if (faults.length > 0) throw new KeyRingError(faults)
  return secrets
}

/**
 * Marked entries must come first: otherwise removing the mark would not make the entry the newest.
 */
function markFaults(secrets: readonly Secret[]): readonly string[] {
  if (secrets.every(({ isUnused }) => isUnused)) {
    return [
      `Every entry is marked ${unusedMark} as not used yet. One must be in use: remove the mark from the last one.`,
    ]
  }
  const firstInUse = secrets.findIndex(({ isUnused }) => !isUnused)
  return secrets.flatMap(({ isUnused }, index) =>
    isUnused && index > firstInUse
      ? [
          `Entry ${index + 1} is marked ${unusedMark} as not used yet, but comes after one in use. Put it first.`,
        ]
      : [],
  )
}

const idFault = (id: string): string | null =>
  /^[A-Za-z0-9_-]{1,32}$/.test(id) ? null : 'has an id that is not 1 to 32 letters, digits, - or _'

function secretFault(base64: string, bytes: Buffer): string | null {
  if (bytes.toString('base64') !== base64) return 'has a secret that is not base64'
  if (bytes.length < secretBytesMin)
    return `has a secret of ${bytes.length} bytes; it takes at least ${secretBytesMin}`
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - bytes[index]!))
  return steps.size < distinctStepsMin ? 'has a secret that is not random' : null
}

/**
 * HKDF-SHA-256 (RFC 5869) without salt, which random secrets do not need. A change here would make
 * every stored ciphertext unreadable.
 */
const deriveKey = (secret: Buffer, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `ken ${purpose}`, 32)))
