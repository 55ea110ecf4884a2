import { expect, it } from 'vitest'
import { endAccountSessions } from '../accounts/access/end-account-sessions.ts'
import { createLinkCode } from '../identities/create-link-code.ts'
import { operator } from '../model/actor.ts'
import { resetSecondFactor } from '../second-factor/reset-second-factor.ts'
import { endAllSessions } from '../sessions/end-all-sessions.ts'
import { endSession } from '../sessions/end-session.ts'
import { signOut } from '../sessions/sign-out.ts'
import {
  anEnrolledPersonIn,
  anOrigin,
  aPasswordResetIn,
  aPersonIn,
  aSessionIn,
  memoryPorts,
  type MemoryPorts,
} from '../testing/index.ts'

type Sessions = Readonly<Record<'own' | 'foreign', Awaited<ReturnType<typeof aSessionIn>>>>

/** What ends the session that another person uses. */
const ways: Readonly<Record<string, (ports: MemoryPorts, of: Sessions) => Promise<unknown>>> = {
  'the person signs out there': (ports, { foreign }) =>
    signOut(ports, { presented: foreign.refreshToken, origin: anOrigin }),
  'the person ends it': (ports, { own, foreign }) =>
    endSession(ports, { actor: own.actor, sessionId: foreign.session.id }),
  'the person ends all others': (ports, { own }) =>
    endAllSessions(ports, { actor: own.actor, keepCurrent: true }),
  'the person ends all': (ports, { own }) =>
    endAllSessions(ports, { actor: own.actor, keepCurrent: false }),
  'an administrator ends all': (ports, { own }) =>
    endAccountSessions(ports, { actor: operator, userId: own.actor.userId }),
  'the second factor is reset': (ports, { own }) =>
    resetSecondFactor(ports, { actor: operator, userId: own.actor.userId }),
}

it.each(Object.entries(ways))(
  'R147 leaves no link code that was created in a session when %s',
  async (_, end) => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const { account: bystander } = await aPersonIn(ports)
    const { actor: other } = await aSessionIn(ports, bystander)
    const own = await aSessionIn(ports, account)
    const foreign = await aSessionIn(ports, account)
    await createLinkCode(ports, { actor: other })
    await createLinkCode(ports, { actor: foreign.actor })
    await end(ports, { own, foreign })
    const { linkCodes, sessions } = ports.database.tables
    expect(sessions.has(foreign.session.id)).toBe(false)
    expect([...linkCodes.keys()]).toEqual([bystander.id])
  },
)

it('R58 revokes reset links when the second factor is reset', async () => {
  const ports = memoryPorts()
  const { account } = await anEnrolledPersonIn(ports)
  await aPasswordResetIn(ports, account)
  await resetSecondFactor(ports, { actor: operator, userId: account.id })
  expect([...ports.database.tables.passwordResets.values()]).toMatchObject([{ digest: null }])
})
