import { expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { aPersonIn, aSessionIn, memoryPorts } from '../testing/index.ts'
import { admittedHolder, type SessionAdmission } from './admitted-holder.ts'

it('R147 admits an ended session only to read, and a gate only to the operation that completes it', async () => {
  const ports = memoryPorts()
  const { account } = await aPersonIn(ports, { mustChangePassword: true })
  const { actor, session } = await aSessionIn(ports, account)
  const admitted = async (admission: SessionAdmission) => {
    const holder = await admittedHolder(ports, actor, admission)
    return holder.ok ? holder.value.role : holder.error.code
  }
  const gate = 'sign_in.password_change_required'
  expect(await admitted({})).toBe(gate)
  expect(await admitted({ allowedGate: gate })).toBe('Member')
  await ports.transact(async ({ sessions }) => ok(await sessions.end(account.id, session.id)))
  expect(await admitted({ allowedGate: gate })).toBe('session.refused')
  expect(await admitted({ allowedGate: gate, isReadOnly: true })).toBe('Member')
  ports.database.tables.accounts.set(account.id, { ...account, status: 'deactivated' })
  expect(await admitted({ allowedGate: gate, isReadOnly: true })).toBe('account.forbidden')
})
