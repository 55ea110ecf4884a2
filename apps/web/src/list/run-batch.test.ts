import { expect, it } from 'vitest'
import { personStays } from '../session/person.ts'
import type { SessionState } from '../session/session.ts'
import { runBatch } from './run-batch.ts'

type User = Extract<SessionState, { kind: 'signed_in' }>['user']
const signedIn = (id: string): SessionState => ({ kind: 'signed_in', user: { id } as User })
const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

it('tries every item, a few at a time, and reports what failed', async () => {
  let [running, most] = [0, 0]
  const tried: Array<readonly [number, unknown]> = []
  const untried = await runBatch(numbers, {
    act: async (number) => {
      most = Math.max(most, (running += 1))
      await Promise.resolve()
      running -= 1
      if (number === 3) throw new Error('3 fails')
    },
    onTried: (number, error) => tried.push([number, error]),
    goesOn: () => true,
    concurrentMax: 4,
  })
  expect([untried, most, tried.length]).toEqual([[], 4, 10])
  expect(tried.filter(([, error]) => error !== null)).toEqual([[3, new Error('3 fails')]])
})

it.each<SessionState>([
  signedIn('eve'),
  { kind: 'signed_out', reason: 'account_changed' },
  { kind: 'restoring' },
])('tries no further item once the person has changed: %j', async (after) => {
  let state = signedIn('ada')
  const tried: number[] = []
  const untried = await runBatch(numbers, {
    act: async (number) => {
      tried.push(number)
      if (number === 4) state = after
    },
    onTried: () => {},
    goesOn: personStays({ state: () => state }),
    concurrentMax: 4,
  })
  expect([tried, untried]).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8, 9, 10],
  ])
})

it('goes on at a gate, which is a step of the same person', () => {
  let state = signedIn('ada')
  const stays = personStays({ state: () => state })
  state = { kind: 'gated', gate: 'password_change', user: { id: 'ada' } as User }
  expect(stays()).toBe(true)
})
