import type { PasswordHasher } from '@ken/core/ports'
import { hash as argon2Hash, parseOptions, verify as argon2Verify, type ParsedHashOptions } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { boundedQueue } from './bounded-queue.ts'

/** What one hash costs: memory, passes over it, and lanes (`m`, `t` and `p` of the PHC string). */
export type Argon2Parameters = { readonly memoryKib: number; readonly timeCost: number; readonly parallelism: number }

/** Limits and cost of hashing. By default one hash per core at once, 128 waiting, 10 s of waiting. */
export type Argon2PasswordHasherOptions = {
  /** Whatever is asked for, one thread of libuv's pool is left free where it has more than one. */
  readonly concurrencyMax?: number
  readonly queueMax?: number
  readonly queueWaitMs?: number
  readonly parameters?: Argon2Parameters
}

/**
 * One pass more than the least that OWASP's password storage guide accepts with this memory, because cores have become
 * faster than those it was written for: 10 to 30 ms of one core.
 */
const currentParameters: Argon2Parameters = { memoryKib: 19_456, timeCost: 3, parallelism: 1 }

/** More than Ken writes with room to grow, and at worst half a second of one core. */
const parametersMax: Argon2Parameters = { memoryKib: 131_072, timeCost: 10, parallelism: 4 }

const saltBytes = 16
const outputBytes = 32
const hashLengthMax = 256

/** Four times what 128 code points can take up: the rule on length is core's, this bounds the work. */
const passwordCodeUnitsMax = 1024

/** argon2id as N-API work in libuv's pool, which DNS and files share: hence the cap and the queue. */
export function argon2PasswordHasher({
  concurrencyMax = availableParallelism(),
  queueMax = 128,
  queueWaitMs = 10_000,
  parameters = currentParameters,
}: Argon2PasswordHasherOptions = {}): PasswordHasher {
  const { memoryKib: memoryCost, timeCost, parallelism } = parameters
  if (!isAffordable({ memoryCost, timeCost, parallelism })) {
    throw new RangeError('these argon2 parameters are above what a stored hash may ask for: its owner could never sign in')
  }
  const enqueue = boundedQueue('password hashing', {
    concurrencyMax: Math.max(1, Math.min(concurrencyMax, poolThreads() - 1)),
    queueMax,
    queueWaitMs,
  })
  const dummyHash = unmatchableHash(parameters)

  return {
    async hash(password) {
      if (password.length > passwordCodeUnitsMax) throw new RangeError('the password is too long: judge it before hashing it')
      return enqueue(() =>
        argon2Hash(password, { memoryCost, timeCost, parallelism, outputLen: outputBytes, salt: randomBytes(saltBytes) }),
      )
    },

    async verify(password, hash) {
      if (password.length > passwordCodeUnitsMax) return false
      const stored = hash ?? dummyHash
      const asked = readParameters(stored)
      if (asked === null || !isAffordable(asked)) return false
      const matches = await enqueue(() => argon2Verify(stored, password))
      return matches && hash !== null
    },

    isOutdated(hash) {
      const made = readParameters(hash)
      return (
        made === null ||
        made.memoryCost < memoryCost ||
        made.timeCost < timeCost ||
        made.saltLen < saltBytes ||
        made.outputLen < outputBytes
      )
    },
  }
}

/** As libuv reads it: 4 when unset, 1 for what is not a number. */
const poolThreads = (): number => Number.parseInt(process.env['UV_THREADPOOL_SIZE'] ?? '4', 10) || 1

/** A well-formed hash of no password: made at random, so it costs nothing to make and a full verification to refuse. */
function unmatchableHash({ memoryKib, timeCost, parallelism }: Argon2Parameters): string {
  const [salt, output] = [saltBytes, outputBytes].map((length) => randomBytes(length).toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memoryKib},t=${timeCost},p=${parallelism}$${salt}$${output}`
}

/** Null for anything but a well-formed argon2id hash of version 19. */
function readParameters(hash: string): ParsedHashOptions | null {
  if (hash.length > hashLengthMax || !hash.startsWith('$argon2id$v=19$')) return null
  try {
    return parseOptions(hash)
  } catch {
    return null
  }
}

const isAffordable = (asked: Pick<ParsedHashOptions, 'memoryCost' | 'timeCost' | 'parallelism'>): boolean =>
  asked.memoryCost <= parametersMax.memoryKib &&
  asked.timeCost <= parametersMax.timeCost &&
  asked.parallelism <= parametersMax.parallelism
