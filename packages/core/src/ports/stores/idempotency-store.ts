import type { AccountId } from '../../model/accounts/account.ts'

/** A request that may be repeated, by who sent it, what it asks for, and the key that the caller gave it. */
export type RepeatableRequest = {
  readonly callerId: AccountId
  readonly operation: string
  /** 1 to 255 visible ASCII characters. */
  readonly key: string
}

/** What a request came to. `fingerprint` tells whether another one with the same key asks for the same. */
export type KeptAnswer = { readonly fingerprint: string; readonly answer: string }

/** A request of which a part was committed, and not yet the last. It is stalled after `progressSeconds` without another part. */
export type UnfinishedRequest = {
  readonly fingerprint: string
  readonly answer: null
  readonly progressedAt: Date
  readonly isStalled: boolean
}

/** How long an answer is kept. */
export const answerKeptSeconds = 86_400

/** How long an unfinished request is taken to be in progress after its latest part. */
export const progressSeconds = 60

/** Which requests were carried out and what they came to, inside the transaction of the act. */
export interface IdempotencyStore {
  /** Claims a request until the transaction ends. False when another transaction holds the claim; waits for none. */
  claim(request: RepeatableRequest): Promise<boolean>

  /**
   * The answer kept for a request, or its latest part, if that was less than `answerKeptSeconds` ago. Whoever claimed the
   * request before has committed or rolled back by then.
   */
  find(request: RepeatableRequest): Promise<KeptAnswer | UnfinishedRequest | null>

  /**
   * Notes that a part is done, and returns when: the first part, the one after that of `since`, or one that continues a stalled
   * request. Null, and nothing noted, when another transaction noted a part or kept an answer meanwhile.
   */
  noteProgress(request: RepeatableRequest, fingerprint: string, since: Date | null): Promise<Date | null>

  /** Keeps an answer in place of one that is too old or of an unfinished request. Throws when another one is still kept. */
  keep(request: RepeatableRequest, kept: KeptAnswer): Promise<void>

  /** Forgets answers that are too old, at most `countMax` of them; returns how many. */
  prune(countMax: number): Promise<number>
}
