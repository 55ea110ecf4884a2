import type { GuessRule } from '@ken/core/ports'
import { memoryPorts, type MemoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { refuseClosedClients } from './refuse-closed-clients.ts'

const rule: GuessRule = { failuresMax: 60, windowSeconds: 900, firstDelaySeconds: 60, consecutiveMax: 1_000 }

/** Attempts that are counted when they reach the database. */
function open() {
  const { signInAttempts }: Pick<MemoryPorts, 'signInAttempts'> = memoryPorts()
  const [asked, time] = [{ times: 0 }, { ms: 0 }]
  const attempts = refuseClosedClients(
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
      clientBudget: { bucket: `address:${address}`, rule },
      accountRule: rule,
      device: null,
    })
  return { asked, time, begin }
}

it('R149 asks the database once a second about a client whose budget is closed, and always about others', async () => {
  const { asked, time, begin } = open()
  for (let guess = 0; guess < 60; guess += 1) expect(await begin('192.0.2.7')).toMatchObject({ isClientClosed: false })
  for (let guess = 0; guess < 100; guess += 1) expect(await begin('192.0.2.7')).toMatchObject({ isClientClosed: true, taken: [] })
  expect(asked.times).toBe(61)
  await begin('192.0.2.8')
  expect(asked.times).toBe(62)
  time.ms += 1_000
  expect(await begin('192.0.2.7')).toMatchObject({ isClientClosed: true })
  expect(asked.times).toBe(63)
})
