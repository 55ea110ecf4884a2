import type { CallWindows } from '../keys/call-limits.ts'

/** How many answers the model writes at a time for one process, and how many callers wait for it. */
export type ModelSlotLimits = {
  readonly runningMax: number
  readonly waitingMax: number
  readonly waitMs: number
  /**
   * The questions of one key, or of one person without a key, that are answered at a time. A person may have more over
   * several keys, up to half of the slots.
   */
  readonly perCallerMax: number
}

export const modelSlotLimits: ModelSlotLimits = {
  runningMax: 8,
  waitingMax: 32,
  waitMs: 30_000,
  perCallerMax: 4,
}

/** The questions per minute of a key, or of a person without one, over all processes. */
export const askWindows: CallWindows = {
  key: { limit: 10, windowSeconds: 60 },
  person: { limit: 10, windowSeconds: 60 },
}

/** The questions of one person that are answered at a time, over all their keys. */
export const perPersonMax = ({ runningMax, perCallerMax }: ModelSlotLimits): number =>
  Math.max(perCallerMax, Math.floor(runningMax / 2))

export const questionLengthMax = 8_000

/** The longest text of a model that is passed on. */
export const writtenLengthMax = 100_000
