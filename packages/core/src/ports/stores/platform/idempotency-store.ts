import type { AccountId } from '../../../model/accounts/account.ts'

/** A request that may be repeated: its caller, its operation, and the caller's idempotency key. */
export type IdempotentRequest = {
  readonly callerId: AccountId
  readonly operation: string
  /** 1 to 255 visible ASCII characters. */
  readonly key: string
}

/**
 * The response of a request. `fingerprint` shows whether another request with the same key asks for
 * the same.
 */
export type StoredResponse = { readonly fingerprint: string; readonly response: string }

/**
 * A request with some parts committed, but not the last. It has stalled after `progressSeconds`
 * without another part.
 */
export type UnfinishedRequest = {
  readonly fingerprint: string
  readonly response: null
  readonly progressedAt: Date
  /** Whole seconds, rounded up; 0 once it has stalled. */
  readonly stallsInSeconds: number
}

/** How long a response is kept. */
export const responseRetentionSeconds = 86_400

/** How long an unfinished request counts as running after its latest part. */
export const progressSeconds = 60

/** Stores the responses of requests in the transaction of the act. */
export interface IdempotencyStore {
  /**
   * Claims a request until the transaction ends. Returns false, without waiting, if another
   * transaction has claimed it.
   */
  claim(request: IdempotentRequest): Promise<boolean>

  /**
   * The response of a request, or its latest part, if less than `responseRetentionSeconds` old.
   * Call `claim` first: an earlier claim has then committed or rolled back.
   */
  find(request: IdempotentRequest): Promise<StoredResponse | UnfinishedRequest | null>

  /**
   * Records a finished part and returns its time: the first part, the one after `since`, or one
   * that continues a stalled request. Returns null, and records nothing, if another transaction
   * recorded a part or a response in the meantime.
   */
  recordProgress(
    request: IdempotentRequest,
    fingerprint: string,
    since: Date | null,
  ): Promise<Date | null>

  /**
   * Stores the response, replacing one that is too old or an unfinished request. Throws if another
   * response is still kept.
   */
  storeResponse(request: IdempotentRequest, kept: StoredResponse): Promise<void>

  /** Deletes at most `countMax` responses that are too old, and returns their number. */
  prune(countMax: number): Promise<number>
}
