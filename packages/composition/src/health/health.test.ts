import { Unavailable } from '@ken/core'
import { memoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { healthOf, type HealthParts } from './health.ts'

const { jobQueue, backgroundHeartbeats: heartbeats } = memoryPorts()
const answering = { ping: async () => ({ isReadOnly: false }) }
const onTime = { offsetMs: () => 5_000 }
const silent = () => new Promise<never>(() => {})

/** The health with these parts; all others are healthy. */
const said = async (parts: Partial<HealthParts>) =>
  healthOf({
    database: answering,
    diskFault: async () => null,
    redis: null,
    jobQueue,
    heartbeats,
    upSeconds: 0,
    clock: onTime,
    ...parts,
  })

const overdue = (seconds: number) =>
  said({ jobQueue: { ...jobQueue, overdueSeconds: async () => seconds } })

it('reports jobs that no worker runs, and is ready', async () => {
  expect(await overdue(299)).toMatchObject({
    ready: true,
    parts: [{ part: 'database' }, { part: 'queue', state: 'ok' }],
  })
  expect(await overdue(300)).toMatchObject({
    ready: true,
    parts: [
      { part: 'database' },
      { part: 'queue', state: 'away', reason: 'Jobs are waiting, and no worker runs them.' },
    ],
  })
})

it.each(['full', 'low'] as const)(
  'reports that the disk of the database is %s, and is ready',
  async (fault) => {
    const { ready, parts } = await said({ diskFault: async () => fault })
    expect(ready).toBe(true)
    expect(parts).toMatchObject([
      { part: 'database', state: 'ok' },
      { part: 'disk', state: fault },
      { part: 'queue' },
    ])
  },
)

it('R85 reports a database that is read-only, and is ready, because searches still work', async () => {
  const { ready, parts } = await said({ database: { ping: async () => ({ isReadOnly: true }) } })
  expect(ready).toBe(true)
  expect(parts).toMatchObject([
    {
      part: 'database',
      state: 'read_only',
      reason: expect.stringMatching(
        /^The database is read-only, and nothing can be stored/,
      ) as string,
    },
    { part: 'queue', state: 'ok' },
  ])
})

it('R85 waits for no part longer than two seconds', async () => {
  const start = performance.now()
  const { ready, parts } = await said({
    redis: { ping: silent },
    jobQueue: { ...jobQueue, overdueSeconds: silent },
    heartbeats: { ...heartbeats, listRunning: silent },
  })
  expect(performance.now() - start).toBeLessThan(4_000)
  expect(ready).toBe(true)
  expect(parts.map(({ part, state }) => `${part} ${state}`)).toEqual([
    'database ok',
    'redis away',
    'queue away',
  ])
})

it('R85 is not ready without the database, and sends it no further queries', async () => {
  const database = { ping: () => Promise.reject(new Error('refused')) }
  const { ready, parts } = await said({
    database,
    jobQueue: { ...jobQueue, overdueSeconds: silent },
  })
  expect(ready).toBe(false)
  expect(parts).toMatchObject([
    { state: 'away' },
    { part: 'queue', reason: 'The database does not respond.' },
  ])
})

it('R85 says why the database is unavailable, and shows no other error', async () => {
  const full = 'The server has no connection left.'
  for (const [fault, reason] of [
    [new Unavailable('database', full), full],
    [new Error('internal: 10.0.0.7'), 'The database does not respond.'],
  ] as const) {
    const { parts } = await said({ database: { ping: () => Promise.reject(fault) } })
    expect(parts[0]).toMatchObject({ state: 'away', reason })
  }
})

const statesOf = async (parts: Partial<HealthParts>) => {
  const health = await said(parts)
  expect(health.ready).toBe(true)
  return health.parts
    .filter(({ part }) => part === 'worker' || part === 'scheduler')
    .map(({ part, state }) => `${part} ${state}`)
}

describe('what runs in the background', () => {
  it('is missing when it has not run for a minute; the server stays ready', async () => {
    const ports = memoryPorts()
    const look = (upSeconds: number) =>
      statesOf({ heartbeats: ports.backgroundHeartbeats, upSeconds })
    await ports.backgroundHeartbeats.beat(['worker', 'scheduler'])
    expect(await look(1_000)).toEqual(['worker ok', 'scheduler ok'])
    ports.clock.advance(50_000)
    await ports.backgroundHeartbeats.beat(['scheduler'])
    ports.clock.advance(10_000)
    expect(await look(1_000)).toEqual(['scheduler ok', 'worker missing'])
    const { parts } = await said({ heartbeats: ports.backgroundHeartbeats, upSeconds: 1_000 })
    expect(parts.at(-1)).toMatchObject({
      reason: expect.stringContaining('No worker has run for a minute'),
    })
  })

  it('may still be starting while the process itself has run for less than a minute', async () => {
    expect(await statesOf({ upSeconds: 59 })).toEqual([])
    expect(await statesOf({ upSeconds: 60 })).toEqual(['worker missing', 'scheduler missing'])
  })

  it('is omitted while the database stores no heartbeat', async () => {
    expect(await statesOf({ diskFault: async () => 'full', upSeconds: 60 })).toEqual([])
    const readOnly = { ping: async () => ({ isReadOnly: true }) }
    expect(await statesOf({ database: readOnly, upSeconds: 60 })).toEqual([])
    expect(await statesOf({ diskFault: async () => 'low', upSeconds: 60 })).toHaveLength(2)
  })

  it('is omitted when the database is unavailable', async () => {
    const unreadable = { ...heartbeats, listRunning: () => Promise.reject(new Error('refused')) }
    expect(await statesOf({ heartbeats: unreadable, upSeconds: 60 })).toEqual([])
  })
})

it('R93 reports a clock that is more than five seconds from the database’s, and stays ready', async () => {
  const clockOff = async (milliseconds: number) =>
    (await said({ clock: { offsetMs: () => milliseconds } })).parts.at(-1)
  expect(await clockOff(-5_000)).toMatchObject({ part: 'queue' })
  const reason = 'The clock of this server is 600 s behind the database’s. Set up NTP on both.'
  expect(await clockOff(600_000)).toEqual({ part: 'clock', state: 'away', reason })
  expect(await clockOff(-600_000)).toMatchObject({
    reason: expect.stringContaining('ahead of') as string,
  })
  expect(await said({ clock: { offsetMs: () => 600_000 } })).toMatchObject({ ready: true })
})
