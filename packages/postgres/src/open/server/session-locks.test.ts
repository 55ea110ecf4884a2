import { ok } from '@ken/core'
import { anAuditEntry, aPersonIn, aSessionIn, memoryPorts } from '@ken/core/testing'
import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { postgresPorts } from '../../index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { migratedDatabase, openFor } from '../../testing/server-world.ts'
import { uuidSecrets } from '../../testing/uuid-secrets.ts'

/** A session that twelve clients use repeatedly until it is refused. */
async function aBusySession() {
  const { url } = await migratedDatabase()
  const [database, own] = await Promise.all([openFor(url, { poolMax: 12 }), openFor(url)])
  const ports = memoryPorts({ ...postgresPorts(own, noJobs), secrets: uuidSecrets })
  const { account } = await aPersonIn(ports)
  const { session } = await aSessionIn(ports, account)
  const { transact } = postgresPorts(database, noJobs)
  const acts = { count: 0 }
  const act = () =>
    transact(async ({ accounts }) => {
      const found = await accounts.findSignedIn(account.id, session.id)
      for (let step = 0; step < 10; step += 1) await accounts.isEmpty()
      return ok(found !== null)
    })
  const isRefused = async () => {
    for (; acts.count < actsMax; acts.count += 1) if (!(await act()).value) return true
    return false
  }
  const refused = Promise.all(Array.from({ length: 12 }, isRefused))
  while (acts.count < 24) await own.query('', 'select 1', [])
  return { ports, account, session, acts, refused }
}

/** Far more requests than can pass before an end that is granted in order. */
const actsMax = 3_000

type Busy = Awaited<ReturnType<typeof aBusySession>>
const ends: readonly {
  readonly way: string
  readonly end: (busy: Busy) => Promise<unknown>
}[] = [
  {
    way: 'the end of all sessions',
    end: ({ ports, account }) =>
      ports.transact(async ({ sessions }) => ok(await sessions.endAll(account.id, null))),
  },
  {
    way: 'the end of that session',
    end: ({ ports, account, session }) =>
      ports.transact(async ({ sessions }) => ok(await sessions.end(account.id, session.id))),
  },
  {
    way: 'a refresh token that was stolen',
    end: ({ ports, session }) => {
      // A token so old that its rotation was forgotten.
      const old = {
        sessionId: session.id,
        generation: session.generation - 2,
        device: '',
        address: null,
        reuseEntry: anAuditEntry(),
      }
      return ports.sessionRotation.rotate(old)
    },
  },
]

it.each(ends)('R147 is not delayed by continuous requests: $way', async ({ end }) => {
  const busy = await aBusySession()
  const [before, began] = [busy.acts.count, performance.now()]
  await end(busy)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(busy.acts.count - before).toBeLessThan(200)
  expect(await busy.refused).toEqual(Array.from({ length: 12 }, () => true))
})
