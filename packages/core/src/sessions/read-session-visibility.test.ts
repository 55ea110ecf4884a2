import { expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { anOrigin, aPersonIn, aSessionIn, memoryPorts, type MemoryPorts } from '../testing/index.ts'
import { authenticateSession } from './authenticate-session.ts'
import { readSessionVisibility } from './read-session-visibility.ts'

/** A person with a session and its access token. */
async function signedIn(ports: MemoryPorts) {
  const { account } = await aPersonIn(ports)
  const { session, actor } = await aSessionIn(ports, account)
  const { id: userId, role } = account
  const { token: presented } = await ports.accessTokens.issue({
    userId,
    role,
    sessionId: session.id,
  })
  const authenticate = () => authenticateSession(ports, { presented, origin: anOrigin })
  return { account, session, actor, authenticate }
}

it('R233 reads what the person may see although the token has expired', async () => {
  const ports = memoryPorts()
  const { account, actor, authenticate } = await signedIn(ports)
  ports.clock.advance(3_600_000)
  expect(await authenticate()).toMatchObject({ error: { code: 'session.token_expired' } })
  expect(await readSessionVisibility(ports, actor, {})).toEqual({
    userId: account.id,
    visibility: { principals: expect.arrayContaining(['everyone']), sources: null },
  })
})

it('R233 is null once the session has ended, a gate closed or the account is not active', async () => {
  for (const change of ['end', { mustChangePassword: true }, { status: 'deactivated' }] as const) {
    const ports = memoryPorts()
    const { session, account, actor } = await signedIn(ports)
    if (change === 'end')
      await ports.transact(async ({ sessions }) => ok(await sessions.end(account.id, session.id)))
    else
      await ports.transact(async ({ accounts }) =>
        ok(await accounts.update({ ...account, ...change })),
      )
    expect(await readSessionVisibility(ports, actor, {})).toBeNull()
  }
})
