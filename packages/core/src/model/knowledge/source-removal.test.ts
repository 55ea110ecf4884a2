import { expect, it } from 'vitest'
import type { Source } from './document.ts'
import { removalFailure, type RemovalJob } from './source-removal.ts'

const job = (state: RemovalJob['state'], reason: string | null = null): RemovalJob => ({
  id: state,
  source: 'wiki' as Source,
  state,
  reason,
})

it.each([
  [[job('dead', 'failed'), job('retried'), job('fresh')], null],
  [[job('dead'), job('retried', 'failed')], { jobId: 'retried', reason: 'error', isFinal: false }],
  [[job('dead')], { jobId: 'dead', reason: 'worker_died', isFinal: true }],
  [[], { jobId: null, reason: 'job_missing', isFinal: true }],
] as const)('a removal with the jobs %j fails with %j', (jobs, failure) => {
  expect(removalFailure(jobs)).toEqual(failure)
})
