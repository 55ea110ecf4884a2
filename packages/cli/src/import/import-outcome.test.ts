import { expect, it } from 'vitest'
import { importSummary } from './import-outcome.ts'
import { emptyTally } from './import-tally.ts'

const outcome = {
  tally: emptyTally(),
  embedded: 0,
  seconds: 1.5,
  isWhole: true,
  isVerbose: false,
}

it('names what was created, updated and unchanged, and only what else there was', () => {
  expect(importSummary(outcome)).toBe(
    'Imported 0 documents in 1.5 s: 0 created, 0 updated, 0 unchanged.',
  )
})

it('counts as documents all that are stored or superseded, and nothing that was skipped or failed', () => {
  const tally = {
    ...emptyTally(),
    created: 1_000,
    updated: 200,
    unchanged: 30,
    superseded: 4,
    skipped: 5,
    failed: 6,
    removed: 7,
  }
  const all = { ...outcome, tally, embedded: 1, isWhole: false }
  expect(importSummary(all)).toBe(
    'Imported 1,234 documents in 1.5 s before it ended early: 1,000 created, 200 updated, 30 unchanged, ' +
      '4 superseded by a later one of the same name, 5 skipped (--verbose names them), 6 failed, 7 removed, ' +
      '1 passage embedded.',
  )
  expect(importSummary({ ...all, isVerbose: true })).toContain(' 5 skipped, 6 failed')
})
