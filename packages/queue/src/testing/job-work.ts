import { err, ok } from '@ken/core'
import type { JobOutcome } from '@ken/core/ports'
import { onTestFinished } from 'vitest'
import type { JobWork } from '../take-jobs.ts'
import type { QueueWorld } from './queue-world.ts'

export type OpenWorld = () => Promise<QueueWorld>

/** Opens a world that is closed after the test. */
export const closedAfterTest =
  (open: OpenWorld): OpenWorld =>
  async () => {
    const opened = await open()
    onTestFinished(opened.close)
    return opened
  }

export const done: JobOutcome = ok(null)
export const deferred: JobOutcome = err({
  code: 'mail.deferred',
  reason: 'The mail server is busy.',
})

/** What an attempt leaves if it surely had no effect. */
export const left = (reason: string, fault = 'mail.deferred') => ({
  reason,
  fault,
  mayBeDone: false,
})

/** Starts paced jobs immediately. */
export const unpaced = (runJob: JobWork['runJob']): JobWork => ({
  runJob,
  paced: { concurrencyMax: 1, batchMax: 1, waitForSlot: async () => {} },
})
