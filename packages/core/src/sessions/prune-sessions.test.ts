import { expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { anAccount, aSession, memoryPorts } from '../testing/index.ts'
import { pruneSessions } from './prune-sessions.ts'
import { sessionSlidingSeconds } from '../model/sessions/session.ts'

it('deletes every ended session, in any number, and no live one', async () => {
  const ports = memoryPorts()
  const account = anAccount()
  const store = (count: number) =>
    ports.transact(async ({ accounts, sessions, now }) => {
      const at = await now()
      if ((await accounts.find(account.id)) === null) await accounts.insert(account)
      for (let n = 0; n < count; n += 1) await sessions.insert(aSession(account, at))
      return ok(null)
    })
  await store(2_001)
  ports.clock.advance(sessionSlidingSeconds * 1_000)
  await store(1)
  expect(await pruneSessions(ports)).toBe(2_001)
  expect(ports.database.tables.sessions.size).toBe(1)
  expect(await pruneSessions(ports)).toBe(0)
})
