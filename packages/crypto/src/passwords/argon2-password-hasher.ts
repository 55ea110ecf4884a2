import type { PasswordHasher } from '@ken/core/ports'
import {
  hash as argon2Hash,
  parseOptions,
  verify as argon2Verify,
  type ParsedHashOptions,
} from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { boundedQueue } from '../bounded-queue.ts'

/** The cost of one hash: memory, passes and parallelism (`m`, `t` and `p` of the PHC string). */
export type Argon2Parameters = {
  readonly memoryKib: number
  readonly timeCost: number
  readonly parallelism: number
}

/**
 * Limits and cost of hashing. By default one concurrent hash per core, 128 waiting, for up to 10 s.
 */
export type Argon2PasswordHasherOptions = {
  /**
   * Leaves one thread of libuv's pool free, if the pool has more than one, even for higher values.
   */
  readonly concurrencyMax?: number
  readonly queueMax?: number
  readonly queueWaitMs?: number
  readonly parameters?: Argon2Parameters
}

/**
 * One pass more than the minimum of OWASP's password storage guide for this memory, because cores
 * have become faster: 10 to 30 ms of one core.
 */
const currentParameters: Argon2Parameters = { memoryKib: 19_456, timeCost: 3, parallelism: 1 }

/** Above Ken's own parameters, with room to grow; at most half a second of one core. */
const parametersMax: Argon2Parameters = { memoryKib: 131_072, timeCost: 10, parallelism: 4 }

const saltBytes = 16
const outputBytes = 32
const hashLengthMax = 256

/**
 * Four times the length of 128 code points. Core limits the length of passwords; this bounds the
 * work.
 */
const passwordCodeUnitsMax = 1024

/**
 * argon2id (RFC 9106) in PHC string format. Runs in libuv's thread pool, which DNS and files share;
 * therefore concurrency is limited, with a queue.
 */
export function argon2PasswordHasher({
  concurrencyMax = availableParallelism(),
  queueMax = 128,
  queueWaitMs = 10_000,
  parameters = currentParameters,
}: Argon2PasswordHasherOptions = {}): PasswordHasher {
  const { memoryKib: memoryCost, timeCost, parallelism } = parameters
  if (!isAffordable({ memoryCost, timeCost, parallelism })) {
    throw new RangeError(
      'these argon2 parameters are above what a stored hash may ask for: its owner could never sign in',
    )
  }
  const enqueue = boundedQueue('password hashing', {
    concurrencyMax: Math.max(1, Math.min(concurrencyMax, poolThreads() - 1)),
    queueMax,
    queueWaitMs,
  })
  const dummyHash = unmatchableHash(parameters)

  return {
    async hash(password) {
      if (password.length > passwordCodeUnitsMax)
        throw new RangeError('the password is too long: check its length before hashing it')
      return enqueue(() =>
        argon2Hash(password, {
          memoryCost,
          timeCost,
          parallelism,
          outputLen: outputBytes,
          salt: randomBytes(saltBytes),
        }),
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

/** As libuv reads it: 4 if unset, 1 if not a number. */
const poolThreads = (): number => Number.parseInt(process.env['UV_THREADPOOL_SIZE'] ?? '4', 10) || 1

/**
 * A well-formed hash that matches no password. It is random: free to create, and as expensive to
 * verify as a real one.
 */
function unmatchableHash({ memoryKib, timeCost, parallelism }: Argon2Parameters): string {
  const [salt, output] = [saltBytes, outputBytes].map((length) =>
    randomBytes(length).toString('base64').replace(/=+$/, ''),
  )
  return `$argon2id$v=19$m=${memoryKib},t=${timeCost},p=${parallelism}$${salt}$${output}`
}

/** Null unless the hash is a well-formed argon2id hash of version 19. */
function readParameters(hash: string): ParsedHashOptions | null {
  if (hash.length > hashLengthMax || !hash.startsWith('$argon2id$v=19$')) return null
  try {
    return parseOptions(hash)
  } catch {
    return null
  }
}

const isAffordable = (
  asked: Pick<ParsedHashOptions, 'memoryCost' | 'timeCost' | 'parallelism'>,
): boolean =>
  asked.memoryCost <= parametersMax.memoryKib &&
  asked.timeCost <= parametersMax.timeCost &&
  asked.parallelism <= parametersMax.parallelism
