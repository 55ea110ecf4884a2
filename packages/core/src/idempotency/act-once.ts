import type { KeptAnswer, Ports, RepeatableRequest, Stores, Transact } from '../ports/index.ts'
import { err, ok, type Result } from '../model/result.ts'
import type { IdempotencyError } from '../model/idempotency-errors.ts'

export type ActOnce<Value, Failed> = {
  readonly request: RepeatableRequest
  /** Differs for requests that ask for different things. */
  readonly fingerprint: string
  /** Runs one transaction, by the `transact` it is given, and returns what that returned, unless `isInParts`. */
  readonly act: (transact: Transact) => Promise<Result<Value, Failed>>
  /** The answer to a repetition. It is stored, so it must hold no secret. */
  readonly answerOf: (value: Value) => string
  /**
   * The act runs several transactions, and running it again does nothing twice. Its answer is kept after the last one. From
   * the first one on the request is in progress, until it is stalled: what a crash leaves is for the act to continue or to
   * pass over.
   */
  readonly isInParts?: boolean
}
/** `value` is what the act came to just now; `answer` is what was kept when it was carried out before. */
export type ActedOnce<Value> =
  | { readonly isReplay: false; readonly value: Value }
  | { readonly isReplay: true; readonly answer: string }

const retryAfterSeconds = 1

/**
 * Carries out an act, or returns the answer of the first time when the same caller sent the same request under the same
 * key in the last 24 hours. The answer is kept in the transaction of the act: both are there, or neither. A refusal keeps
 * nothing, so that a corrected request may use the key.
 */
export async function actOnce<Value, Failed>(
  ports: Pick<Ports, 'transact'>,
  { request, fingerprint, act, answerOf, isInParts = false }: ActOnce<Value, Failed>,
): Promise<Result<ActedOnce<Value>, Failed | IdempotencyError>> {
  const state: { earlier: Earlier | null; progressedAt: Date | null } = { earlier: null, progressedAt: null }
  const leaveTo = (earlier: Earlier) => {
    state.earlier = earlier
    throw new Error('Another request decides.')
  }
  const transact: Transact = async (work) => {
    let progressedAt = state.progressedAt
    const outcome = await ports.transact(async (stores) => {
      const earlier = await outcomeBefore(stores, request, fingerprint, progressedAt)
      if (earlier !== null) leaveTo(earlier)
      const done = await work(stores)
      if (!done.ok) return done
      // What the one transaction of an act returns is what the act returns.
      if (!isInParts) await stores.idempotency.keep(request, { fingerprint, answer: answerOf(done.value as Value) })
      else progressedAt = await stores.idempotency.noteProgress(request, fingerprint, progressedAt)
      if (isInParts && progressedAt === null) leaveTo(inProgress)
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
      const answer = { fingerprint, answer: answerOf(value) }
      await ports.transact(async (stores) => ok(await keepUnlessDecided(stores, request, answer)))
    }
    return ok({ isReplay: false, value })
  } catch (error) {
    if (state.earlier !== null) return state.earlier
    throw error
  }
}

/** Keeps nothing when the same request continued this one after a stall, and has kept its answer. */
async function keepUnlessDecided(
  { idempotency }: Pick<Stores, 'idempotency'>,
  request: RepeatableRequest,
  answer: KeptAnswer,
): Promise<void> {
  const found = await idempotency.find(request)
  if (found === null || found.answer === null) await idempotency.keep(request, answer)
}

type Earlier = Result<{ readonly isReplay: true; readonly answer: string }, IdempotencyError>

const inProgress: Earlier = err({ code: 'idempotency.in_progress', retryAfterSeconds })

/** Null when the request is to be carried out now, or continued after its part of `since`, which needs no claim. */
async function outcomeBefore(
  { idempotency }: Pick<Stores, 'idempotency'>,
  request: RepeatableRequest,
  fingerprint: string,
  since: Date | null,
): Promise<Earlier | null> {
  if (since === null && !(await idempotency.claim(request))) return inProgress
  const found = await idempotency.find(request)
  if (found === null) return null
  if (found.fingerprint !== fingerprint) return err({ code: 'idempotency.key_reused' })
  if (found.answer !== null) return ok({ isReplay: true, answer: found.answer })
  return found.isStalled || found.progressedAt.getTime() === since?.getTime() ? null : inProgress
}
