import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

/** What keys are for. Each purpose has a key of its own from each secret. */
export const keyPurposes = ['access-token', 'refresh-token', 'encryption', 'link-code', 'device-token', 'email-digest'] as const

/** One of `keyPurposes`. */
export type KeyPurpose = (typeof keyPurposes)[number]

/** A 256-bit key and the id of the secret it was derived from. */
export type RingKey = { readonly id: string; readonly key: KeyObject }

/** The service's keys: new work is done with the newest in use; the others verify and decrypt. */
export type KeyRing = {
  /** All of them in their order, newest first: those not used yet, then those in use, of which there is at least one. */
  readonly ids: readonly string[]
  /** Marked as not used yet: known here, so that what a server makes that already uses them is understood. */
  readonly unusedIds: readonly string[]
  /** The newest in use. */
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

type Secret = { readonly id: string; readonly bytes: Buffer; readonly isUnused: boolean }

/** Behind the id of a secret that is not used yet. */
const unusedMark = '~'

/** Reads `id:base64,id:base64`, newest first; `id~:base64` is not used yet. Throws `KeyRingError` for anything missing, short, guessable or double. */
export function parseKeyRing(text: string): KeyRing {
  const secrets = parseSecrets(text)
  const ringKeys = (purpose: KeyPurpose): RingKey[] => secrets.map(({ id, bytes }) => ({ id, key: deriveKey(bytes, purpose) }))
  const newest = secrets.findIndex(({ isUnused }) => !isUnused)
  const keys = new Map(keyPurposes.map((purpose) => [purpose, ringKeys(purpose)]))

  return {
    ids: secrets.map(({ id }) => id),
    unusedIds: secrets.slice(0, newest).map(({ id }) => id),
    newest: (purpose) => keys.get(purpose)![newest]!, // Every purpose has keys, and every ring one in use.
    find: (purpose, id) => keys.get(purpose)?.find((key) => key.id === id) ?? null,
  }
}

/** A fresh secret under a fresh id, in the form that `parseKeyRing` reads. */
export function generateSecrets(id: string = newSecretId()): string {
  return `${id}:${randomBytes(secretBytesMin).toString('base64')}`
}

/** A fresh secret that is marked as not used yet, to be put in front of the others. */
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
    const fault = rest.length > 0 || base64 === '' ? 'is not of the form id:base64' : (idFault(id) ?? secretFault(base64, bytes))
    if (fault !== null) faults.push(`Entry ${index + 1} ${fault}.`)
    return { id, bytes, isUnused }
  })
  secrets.forEach((secret, index) => {
    const earlier = secrets.slice(0, index)
    const sameId = earlier.findIndex(({ id }) => id === secret.id)
    if (sameId !== -1) faults.push(`Entries ${sameId + 1} and ${index + 1} have the same id.`)
    const sameSecret = earlier.findIndex(({ bytes }) => bytes.equals(secret.bytes))
    if (sameSecret !== -1) faults.push(`Entries ${sameSecret + 1} and ${index + 1} have the same secret.`)
  })
  faults.push(...markFaults(secrets))
  if (faults.length > 0) throw new KeyRingError(faults)
  return secrets
}

/** A mark only holds in front of what is in use: elsewhere, taking it away would not make its entry the newest. */
function markFaults(secrets: readonly Secret[]): readonly string[] {
  if (secrets.every(({ isUnused }) => isUnused)) {
    return [`Every entry is marked ${unusedMark} as not used yet. One must be in use: take the mark off the last one.`]
  }
  const firstInUse = secrets.findIndex(({ isUnused }) => !isUnused)
  return secrets.flatMap(({ isUnused }, index) =>
    isUnused && index > firstInUse
      ? [`Entry ${index + 1} is marked ${unusedMark} as not used yet, but is behind one in use. Put it in front.`]
      : [],
  )
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
