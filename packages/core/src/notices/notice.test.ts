import { expect, it } from 'vitest'
import { err, ok } from '../model/result.ts'
import { anAccount, memoryPorts, noticesTo } from '../testing/index.ts'
import { notify } from './notice.ts'

it('R33 notifies the address of the account with the time of the change, only if the change is committed', async () => {
  const ports = memoryPorts()
  const account = anAccount()
  await ports.transact(async (stores) => {
    await notify(stores, account, { kind: 'password_changed' })
    return err(null)
  })
  expect(noticesTo(ports, account)).toEqual([])
  await ports.transact(async (stores) =>
    ok(await notify(stores, account, { kind: 'password_changed' })),
  )
  expect(noticesTo(ports, account)).toEqual([{ kind: 'password_changed' }])
  const to = { address: account.email, name: account.name }
  expect([...ports.database.tables.jobs.values()]).toMatchObject([
    { notice: { to, at: ports.clock.now().toISOString() } },
  ])
})
