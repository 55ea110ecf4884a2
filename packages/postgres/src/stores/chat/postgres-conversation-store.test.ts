import { ok } from '@ken/core'
import type { IdentitySource } from '@ken/core/ports'
import { anAccount, newId } from '@ken/core/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { postgresPorts } from '../../index.ts'
import { noJobs } from '../../testing/no-jobs.ts'
import { connectionTo, migratedDatabase, openFor } from '../../testing/server-world.ts'

it('R61 adds nothing for an account that is deleted concurrently, without a deadlock', async () => {
  const { url } = await migratedDatabase()
  const database = await openFor(url)
  const { transact } = postgresPorts(database, noJobs)
  const [person, key] = [
    anAccount(),
    { source: 'teamchat' as IdentitySource, channelId: newId(), rootId: newId() },
  ]
  const append = (text: string) =>
    transact(async ({ conversations }) =>
      ok(
        await conversations.append(key, person.id, [{ role: 'person', text, basedOn: [] }], newId),
      ),
    )
  await transact(async ({ accounts }) => ok(await accounts.insert(person)))
  await append('How much leave?')

  const other = await connectionTo(url)
  await other.query('begin')
  await other.query('select from users where id = $1 for update', [person.id])
  const removed = transact(async ({ accounts }) => ok(await accounts.remove(person.id)))
  // Time enough to wait for the account, first the one, then the other.
  await sleep(200)
  const appended = append('And then?')
  await sleep(200)
  await other.query('commit')
  const [removal, addition] = await Promise.allSettled([removed, appended])
  expect(removal.status).toBe('fulfilled')
  expect(addition).toMatchObject({
    status: 'rejected',
    reason: { constraint: 'messages_user_id_fkey' },
  })
})
