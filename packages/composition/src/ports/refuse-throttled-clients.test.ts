import type { AttemptLimit } from '@ken/core/ports'
import { memoryPorts, type MemoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { refuseThrottledClients } from './refuse-throttled-clients.ts'

const limit: AttemptLimit = {
  failuresMax: 60,
  windowSeconds: 900,
  firstDelaySeconds: 60,
  consecutiveMax: 1_000,
}

/** Attempt limits that count calls to the database. */
function open() {
  const { signInAttempts }: Pick<MemoryPorts, 'signInAttempts'> = memoryPorts()
  const [asked, time] = [{ times: 0 }, { ms: 0 }]
  const attempts = refuseThrottledClients(
    {
      ...signInAttempts,
      begin(attempt) {
        asked.times += 1
        return signInAttempts.begin(attempt)
      },
    },
    () => time.ms,
  )
  const begin = (address: string) =>
    attempts.begin({
      email: null,
      unknownBucket: null,
      client: { bucket: `address:${address}`, limit },
      accountLimit: limit,
      device: null,
    })
  return { asked, time, begin }
}

it('R149 queries the database once a second for a throttled client, and always for others', async () => {
  const { asked, time, begin } = open()
  for (let tries = 0; tries < 60; tries += 1)
    expect(await begin('192.0.2.7')).toMatchObject({ isClientThrottled: false })
  for (let tries = 0; tries < 100; tries += 1)
    expect(await begin('192.0.2.7')).toMatchObject({ isClientThrottled: true, takenFrom: [] })
  expect(asked.times).toBe(61)
  await begin('192.0.2.8')
  expect(asked.times).toBe(62)
  time.ms += 1_000
  expect(await begin('192.0.2.7')).toMatchObject({ isClientThrottled: true })
  expect(asked.times).toBe(63)
})
