import { KenProblem, KenSignedOut } from '@ken/client'

/** Statuses of a proxy to which Ken did not respond. */
const ofProxy: ReadonlySet<number> = new Set([502, 504])

/** Whether Ken did not respond. It may have done what was asked. */
export const hasNoResponse = (error: unknown): boolean =>
  error instanceof KenProblem ? ofProxy.has(error.status) : !(error instanceof KenSignedOut)
