import { recordingLog } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { isOfConnection, loggedConnection } from './logged-connection.ts'

/** A connection whose statements complete when the test says so. */
function slowConnection() {
  const log = recordingLog()
  const asked: PromiseWithResolvers<{ rows: unknown[] }>[] = []
  const { executeSql } = loggedConnection(
    {
      endTogether: (work) => work(),
      executeSql: () => {
        asked.push(Promise.withResolvers())
        return asked.at(-1)!.promise
      },
    },
    log,
  )
  const ask = () => executeSql('select 1').catch((error: Error) => error)
  const answer = (position: number) => asked[position]!.resolve({ rows: [] })
  const fail = (position: number, error = new Error('refused')) => asked[position]!.reject(error)
  return { ask, answer, fail, events: () => log.lines.map(({ event }) => event) }
}

it('R85 logs an outage once, and its end', async () => {
  const { ask, answer, fail, events } = slowConnection()
  const asked = [ask(), ask(), ask()]
  fail(0)
  fail(1)
  await Promise.all(asked.slice(0, 2))
  expect(events()).toEqual(['queue.failed'])
  answer(2)
  await asked[2]
  expect(events()).toEqual(['queue.failed', 'queue.recovered'])
})

it('takes no failure for an outage if it was sent before the last reply', async () => {
  const { ask, answer, fail, events } = slowConnection()
  const asked = [ask(), ask()]
  answer(1)
  await asked[1]
  fail(0)
  await asked[0]
  expect(events()).toEqual([])
})

it('takes a job that another worker has taken for no outage', async () => {
  const { ask, fail, events } = slowConnection()
  const asked = ask()
  fail(0, Object.assign(new Error('duplicate key'), { code: '23505' }))
  await asked
  expect(events()).toEqual([])
})

it('marks its errors and their copies', async () => {
  const { ask, fail } = slowConnection()
  const asked = ask()
  fail(0)
  const error = (await asked) as Error
  const copy = Object.assign(new Error('copy'), error)
  expect([error, copy, new Error('of something else')].map(isOfConnection)).toEqual([
    true,
    true,
    false,
  ])
})
