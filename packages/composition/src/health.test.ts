import { memoryPorts } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { healthOf, type HealthParts } from './health.ts'

const { jobQueue } = memoryPorts()
const answering = { ping: async () => {} }
const silent = () => new Promise<never>(() => {})

/** What is said of parts, of which those not given are well. */
const said = async (parts: Partial<HealthParts>) => healthOf({ database: answering, redis: null, jobQueue, ...parts })

const overdue = (seconds: number) => said({ jobQueue: { ...jobQueue, overdueSeconds: async () => seconds } })

it('tells of jobs that nobody takes, and is ready', async () => {
  expect(await overdue(299)).toMatchObject({ ready: true, parts: [{ part: 'database' }, { part: 'queue', state: 'ok' }] })
  expect(await overdue(300)).toMatchObject({
    ready: true,
    parts: [{ part: 'database' }, { part: 'queue', state: 'away', reason: 'Jobs wait, and no worker takes them.' }],
  })
})

it('R85 waits for no part longer than two seconds', async () => {
  const start = performance.now()
  const { ready, parts } = await said({ redis: { ping: silent }, jobQueue: { ...jobQueue, overdueSeconds: silent } })
  expect(performance.now() - start).toBeLessThan(4_000)
  expect(ready).toBe(true)
  expect(parts.map(({ part, state }) => `${part} ${state}`)).toEqual(['database ok', 'redis away', 'queue away'])
})

it('R85 is not ready without the database, and asks it no more', async () => {
  const database = { ping: () => Promise.reject(new Error('refused')) }
  const { ready, parts } = await said({ database, jobQueue: { ...jobQueue, overdueSeconds: silent } })
  expect(ready).toBe(false)
  expect(parts).toMatchObject([{ state: 'away' }, { part: 'queue', reason: 'The database does not answer.' }])
})
