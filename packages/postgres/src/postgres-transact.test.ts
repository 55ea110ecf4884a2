import { ok } from '@ken/core'
import { Unavailable } from '@ken/core/ports'
import { anAccount } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { withinRequest } from './connections/request-scope.ts'
import { postgresPorts } from './index.ts'
import { noJobs } from './testing/no-jobs.ts'
import { connectionTo, migratedDatabase, openFor } from './testing/server-world.ts'

it('waits for an account longer if the request removes a person than if it changes one', async () => {
  const { url } = await migratedDatabase()
  const [database, person] = [await openFor(url), await connectionTo(url)]
  const { transact } = postgresPorts(database, noJobs)
  const { id, ...account } = anAccount()
  await transact(async ({ accounts }) => ok(await accounts.insert({ id, ...account })))
  await person.query('begin')
  await person.query('select from users where id = $1 for update', [id])

  const { signal } = new AbortController()
  const removal = withinRequest(signal, () =>
    transact(async ({ lockOwners, lockAccount }) => {
      await lockOwners()
      return ok(await lockAccount(id))
    }),
  )
  await expect.poll(async () => (await person.query(waiting)).rowCount).toBe(1)
  const change = withinRequest(signal, () =>
    transact(async ({ lockAccount }) => ok(await lockAccount(id))),
  )
  await expect(change).rejects.toThrow(Unavailable)
  await person.query('commit')
  expect((await removal).value).toMatchObject({ id })
})

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
