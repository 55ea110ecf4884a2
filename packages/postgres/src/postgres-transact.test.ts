import { ok } from '@ken/core'
import { Unavailable, type Transact } from '@ken/core/ports'
import { anAccount } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { withinRequest } from './connections/request-scope.ts'
import { postgresPorts } from './index.ts'
import { noJobs } from './testing/no-jobs.ts'
import { connectionTo, migratedDatabase, openFor } from './testing/server-world.ts'

/** An account that a transaction of its person has locked. */
async function lockedAccount() {
  const { url, name } = await migratedDatabase()
  const person = await connectionTo(url)
  const open = async () => postgresPorts(await openFor(url), noJobs)
  const { transact } = await open()
  const { id, ...account } = anAccount()
  await transact(async ({ accounts }) => ok(await accounts.insert({ id, ...account })))
  await person.query('begin')
  await person.query('select from users where id = $1 for update', [id])
  const remove = (by: Transact) =>
    by(async ({ lockOwners, lockAccount }) => {
      await lockOwners()
      return ok(await lockAccount(id))
    })
  return { id, person, url, name, open, transact, remove }
}

it('waits for an account longer if the request removes a person than if it changes one', async () => {
  const { id, person, transact, remove } = await lockedAccount()
  const { signal } = new AbortController()
  const removal = withinRequest(signal, () => remove(transact))
  await expect.poll(async () => (await person.query(waiting)).rowCount).toBe(1)
  const change = withinRequest(signal, () =>
    transact(async ({ lockAccount }) => ok(await lockAccount(id))),
  )
  await expect(change).rejects.toThrow(Unavailable)
  await person.query('commit')
  expect((await removal).value).toMatchObject({ id })
})

it('waits for a lock as long as the database allows outside of a request', async () => {
  const { person, url, name, open, remove } = await lockedAccount()
  const administrator = await connectionTo(url)
  await administrator.query(`alter database ${name} set lock_timeout = '100ms'`)
  const { transact } = await open()
  const begun = performance.now()
  await expect(remove(transact)).rejects.toThrow(Unavailable)
  expect(performance.now() - begun).toBeLessThan(4_000)
  await person.query('rollback')
})

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
