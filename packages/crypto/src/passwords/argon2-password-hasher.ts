import type { PasswordHasher } from '@ken/core/ports'
import { hash as argon2Hash, parseOptions, verify as argon2Verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { boundedQueue, type BoundedQueue } from '../bounded-queue.ts'

/** The cost of one hash: memory, passes and parallelism (`m`, `t` and `p` of the PHC string). */
export type Argon2Parameters = {
  readonly memoryKib: number
  readonly iterations: number
  /** Lanes, which this library computes one after the other. */
  readonly parallelism: number
}

/** Limits of hashing. By default one concurrent hash per core, 128 waiting, for up to 10 s. */
type HashingLimits = {
  /**
   * Leaves one thread of libuv's pool free, if the pool has more than one, even for higher values.
   */
  readonly concurrencyMax?: number
  readonly queueMax?: number
  readonly queueWaitMs?: number
}

/** Limits and cost of hashing. */
export type Argon2PasswordHasherOptions = HashingLimits & { readonly parameters?: Argon2Parameters }

/** The minimum of OWASP's password storage guide: 10 to 30 ms of one core. */
export const argon2ParametersMin: Argon2Parameters = {
  memoryKib: 19_456,
  iterations: 2,
  parallelism: 1,
}

/** The most that a setting or a stored hash may ask for: about half a second of one core. */
export const argon2ParametersMax: Argon2Parameters = {
  memoryKib: 131_072,
  iterations: 10,
  parallelism: 4,
}

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
  parameters = argon2ParametersMin,
  ...limits
}: Argon2PasswordHasherOptions = {}): PasswordHasher {
  return hasherOf(parameters, queueOf(limits))
}

/** Hashers for passwords and for recovery codes, which share one queue and its memory. */
export type Argon2Hashers = {
  readonly passwordHasher: PasswordHasher
  readonly recoveryCodeHasher: PasswordHasher
}

/**
 * The hashers of a service. Recovery codes are random and checked ten at a time, so they always
 * have the least cost. Throws `RangeError` if the parameters are below `argon2ParametersMin`.
 */
export function argon2Hashers({
  parameters = argon2ParametersMin,
  ...limits
}: Argon2PasswordHasherOptions = {}): Argon2Hashers {
  if (!isWithin(argon2ParametersMin, parameters))
    throw new RangeError(
      `the cost of a password hash must be at least ${described(argon2ParametersMin)}`,
    )
  const enqueue = queueOf(limits)
  return {
    passwordHasher: hasherOf(parameters, enqueue),
    recoveryCodeHasher: hasherOf(argon2ParametersMin, enqueue),
  }
}

/** How many hashes run concurrently: each takes the memory of its parameters. */
export const argon2Concurrency = (wanted: number = availableParallelism()): number =>
  Math.max(1, Math.min(wanted, poolThreads() - 1))

const queueOf = ({
  concurrencyMax,
  queueMax = 128,
  queueWaitMs = 10_000,
}: HashingLimits): BoundedQueue =>
  boundedQueue('password hashing', {
    concurrencyMax: argon2Concurrency(concurrencyMax),
    queueMax,
    queueWaitMs,
  })

function hasherOf(parameters: Argon2Parameters, enqueue: BoundedQueue): PasswordHasher {
  if (!isWithin(parameters, argon2ParametersMax)) {
    throw new RangeError(
      `the cost of a password hash must be at most ${described(argon2ParametersMax)}: Ken verifies no hash above that`,
    )
  }
  const dummyHash = unmatchableHash(parameters)
  return {
    async hash(password) {
      if (password.length > passwordCodeUnitsMax)
        throw new RangeError('the password is too long: check its length before hashing it')
      return enqueue(() =>
        argon2Hash(password, {
          memoryCost: parameters.memoryKib,
          timeCost: parameters.iterations,
          parallelism: parameters.parallelism,
          outputLen: outputBytes,
          salt: randomBytes(saltBytes),
        }),
      )
    },

    async verify(password, hash) {
      if (password.length > passwordCodeUnitsMax) return false
      const stored = hash ?? dummyHash
      const made = readHash(stored)
      if (made === null || !isWithin(made, argon2ParametersMax)) return false
      return enqueue(async () => {
        const matches = await argon2Verify(stored, password)
        const missing = matches ? null : missingWork(made, parameters)
        if (missing !== null) await argon2Verify(unmatchableHash(missing), password)
        return matches && hash !== null
      })
    },

    isOutdated(hash) {
      const made = readHash(hash)
      return (
        made === null ||
        !(isWithin(made, parameters) && isWithin(parameters, made)) ||
        !made.isCurrentForm
      )
    },
  }
}

/**
 * The work that a wrong password takes for a hash of today, but not for this cheaper one: a refusal
 * must not show that the account has not signed in for long. Null if the hash is not cheaper. It takes
 * as much memory as it can, because the same work in less memory takes less time.
 */
function missingWork(made: Argon2Parameters, today: Argon2Parameters): Argon2Parameters | null {
  const work = ({ memoryKib, iterations }: Argon2Parameters) => memoryKib * iterations
  const missing = work(today) - work(made)
  if (missing < memoryKibMin) return null
  const iterations = Math.ceil(missing / today.memoryKib)
  return { memoryKib: Math.floor(missing / iterations), iterations, parallelism: 1 }
}

/** The least that argon2 is defined for. */
const memoryKibMin = 8

/** As libuv reads it: 4 if unset, 1 if not a number. */
const poolThreads = (): number => Number.parseInt(process.env['UV_THREADPOOL_SIZE'] ?? '4', 10) || 1

/**
 * A well-formed hash that matches no password. It is random: free to create, and as expensive to
 * verify as a real one.
 */
function unmatchableHash({ memoryKib, iterations, parallelism }: Argon2Parameters): string {
  const [salt, output] = [saltBytes, outputBytes].map((length) =>
    randomBytes(length).toString('base64').replace(/=+$/, ''),
  )
  return `$argon2id$v=19$m=${memoryKib},t=${iterations},p=${parallelism}$${salt}$${output}`
}

type StoredHash = Argon2Parameters & {
  /** Whether version, salt and length are those of new hashes. */
  readonly isCurrentForm: boolean
}

/** Null unless the hash is a well-formed argon2id hash of version 19 or its predecessor, 16. */
function readHash(hash: string): StoredHash | null {
  const [, version] = /^\$argon2id\$v=(16|19)\$/.exec(hash) ?? []
  if (hash.length > hashLengthMax || version === undefined) return null
  try {
    const { memoryCost, timeCost, parallelism, saltLen, outputLen } = parseOptions(hash)
    const isCurrentForm = version === '19' && saltLen === saltBytes && outputLen === outputBytes
    return { memoryKib: memoryCost, iterations: timeCost, parallelism, isCurrentForm }
  } catch {
    return null
  }
}

const isWithin = (low: Argon2Parameters, high: Argon2Parameters): boolean =>
  low.memoryKib <= high.memoryKib &&
  low.iterations <= high.iterations &&
  low.parallelism <= high.parallelism

const described = ({ memoryKib, iterations, parallelism }: Argon2Parameters): string =>
  `m=${memoryKib} KiB, t=${iterations}, p=${parallelism}`
