import type {
  StoredResponse,
  IdempotentRequest,
  Stores,
  Transact,
  Transacts,
} from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { IdempotencyError } from '../model/idempotency-errors.ts'

export type RunIdempotently<Value, Failed> = {
  readonly request: IdempotentRequest
  /** Identifies the content of the request: different requests must have different fingerprints. */
  readonly fingerprint: string
  /** Runs exactly one transaction with the given `transact` and returns its result, unless `isInParts`. */
  readonly act: (transact: Transact) => Promise<Result<Value, Failed>>
  /** The response to a retry. It is stored, so it must not contain a secret. */
  readonly responseOf: (value: Value) => string
  /**
   * The act runs several transactions and is idempotent. The response is stored after the last one. Until then the
   * request is in progress. After a crash it stalls, and a retry runs the act again, which continues or skips its parts.
   */
  readonly isInParts?: boolean
}
/** `value` is the result of the act that ran now. `response` is the stored one of an earlier run. */
export type IdempotentOutcome<Value> =
  | { readonly isReplay: false; readonly value: Value }
  | { readonly isReplay: true; readonly response: string }

/** Enough for most transactions. */
const retryAfterSeconds = 1

/**
 * Runs an act, or returns the stored response if the same caller sent the same request with the same key in the last 24
 * hours. The response is stored in the transaction of the act: both are committed, or neither. A refusal stores nothing,
 * so that a corrected request may use the key.
 */
export async function runIdempotently<Value, Failed>(
  ports: Transacts<keyof Stores>,
  { request, fingerprint, act, responseOf, isInParts = false }: RunIdempotently<Value, Failed>,
): Promise<Result<IdempotentOutcome<Value>, Failed | IdempotencyError>> {
  const state: { earlier: Earlier | null; progressedAt: Date | null } = {
    earlier: null,
    progressedAt: null,
  }
  const deferTo = (earlier: Earlier) => {
    state.earlier = earlier
    throw new Error('Another request determines the outcome.')
  }
  const transact: Transact = async (work) => {
    let progressedAt = state.progressedAt
    const outcome = await ports.transact(async (stores) => {
      const earlier = await outcomeBefore(stores, request, fingerprint, progressedAt)
      if (earlier !== null) deferTo(earlier)
      const done = await work(stores)
      if (!done.ok) return done
      // The act returns the result of its single transaction.
      if (!isInParts)
        await stores.idempotency.storeResponse(request, {
          fingerprint,
          response: responseOf(done.value as Value),
        })
      else
        progressedAt = await stores.idempotency.recordProgress(request, fingerprint, progressedAt)
      if (isInParts && progressedAt === null) deferTo(inProgress())
      return done
    })
    state.progressedAt = progressedAt
    return outcome
  }
  try {
    const outcome = await act(transact)
    if (!outcome.ok) return outcome
    const { value } = outcome
    if (isInParts) {
      const response = { fingerprint, response: responseOf(value) }
      await ports.transact(async (stores) =>
        ok(await storeUnlessDecided(stores, request, response)),
      )
    }
    return ok({ isReplay: false, value })
  } catch (error) {
    if (state.earlier !== null) return state.earlier
    throw error
  }
}

/** Stores nothing if a retry continued this request after a stall and stored its response. */
async function storeUnlessDecided(
  { idempotency }: Pick<Stores, 'idempotency'>,
  request: IdempotentRequest,
  response: StoredResponse,
): Promise<void> {
  const found = await idempotency.find(request)
  if (found === null || found.response === null) await idempotency.storeResponse(request, response)
}

type Earlier = Result<{ readonly isReplay: true; readonly response: string }, IdempotencyError>

const inProgress = (seconds = retryAfterSeconds): Earlier =>
  err({ code: 'idempotency.in_progress', retryAfterSeconds: seconds })

/**
 * Null if the request is to run now, or to continue after the part that it finished at `since`, which needs no claim.
 */
async function outcomeBefore(
  { idempotency }: Pick<Stores, 'idempotency'>,
  request: IdempotentRequest,
  fingerprint: string,
  since: Date | null,
): Promise<Earlier | null> {
  if (since === null && !(await idempotency.claim(request))) return inProgress()
  const found = await idempotency.find(request)
  if (found === null) return null
  if (found.fingerprint !== fingerprint) return err({ code: 'idempotency.key_reused' })
  if (found.response !== null) return ok({ isReplay: true, response: found.response })
  const { progressedAt, stallsInSeconds } = found
  if (stallsInSeconds === 0 || progressedAt.getTime() === since?.getTime()) return null
  // Nothing runs at the moment: between two parts, or after a crash.
  return inProgress(stallsInSeconds)
}
