import { ok, type AccountId } from '@ken/core'
import { aKey, anAccount, newDigest } from '@ken/core/testing'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { postgresPorts } from '../../index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { migratedDatabase, openFor } from '../../testing/server-world.ts'

it('revokes keys without locking those that are revoked already, of which there can be any number', async () => {
  const { url } = await migratedDatabase()
  const { transact } = postgresPorts(await openFor(url), noJobs)
  const owner = anAccount()
  const [earlier, working] = [aKey(owner), aKey(owner)]
  await transact(async ({ accounts, keys }) => {
    await accounts.insert(owner)
    for (const key of [earlier, working]) await keys.insert(key, newDigest())
    return ok(await keys.revoke(earlier.id, owner.id))
  })
  const another = new Client({ connectionString: url })
  await another.connect()
  onTestFinished(() => another.end())
  await another.query('begin')
  await another.query('select from api_keys where id = $1 for update', [earlier.id])
  const revokedBy = async (id: AccountId) =>
    (
      await transact(async ({ keys }) => {
        const service = await keys.revokeServiceKeys(id, id)
        return ok([service.length, await keys.revokeAll(id, id)])
      })
    ).value
  expect(await revokedBy(owner.id)).toEqual([0, 1])
})
