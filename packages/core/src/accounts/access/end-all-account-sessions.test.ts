import { describe, expect, it } from 'vitest'
import type { Email } from '../../model/accounts/email.ts'
import { operator } from '../../model/actor.ts'
import { aChallengeIn, aPersonIn, aSessionIn, memoryPorts } from '../../testing/index.ts'
import { endAllAccountSessions, type EndedSessions } from './end-all-account-sessions.ts'

/** All batches, as a caller adds them up. */
async function endAll(ports: Parameters<typeof endAllAccountSessions>[0]) {
  const done = { batches: 0, accounts: 0, people: 0, sessions: 0 }
  let after: Email | null = null
  do {
    const ended: EndedSessions = await endAllAccountSessions(ports, { actor: operator, after })
    for (const name of ['accounts', 'people', 'sessions'] as const) done[name] += ended[name]
    done.batches += 1
    after = ended.next
  } while (after !== null)
  return done
}

describe('endAllAccountSessions', () => {
  it('R42 signs everyone out, also during a sign-in, in batches of accounts', async () => {
    const ports = memoryPorts()
    const people = await Promise.all(Array.from({ length: 205 }, () => aPersonIn(ports)))
    const [twice, once] = [people[3]!.account, people[204]!.account]
    for (const account of [twice, twice, once]) await aSessionIn(ports, account)
    await aChallengeIn(ports, people[100]!.account)
    const everyone = { batches: 4, accounts: 205 }
    expect(await endAll(ports)).toEqual({ ...everyone, people: 2, sessions: 3 })
    const { sessions, challenges, accounts } = ports.database.tables
    expect([sessions.size, challenges.size, accounts.size]).toEqual([0, 0, 205])
    expect(await endAll(ports)).toEqual({ ...everyone, people: 0, sessions: 0 })
  })

  it('R62 audits it for each person who had a session', async () => {
    const ports = memoryPorts()
    const [{ account }] = [await aPersonIn(ports), await aPersonIn(ports)]
    await aSessionIn(ports, account)
    await endAll(ports)
    expect([...ports.database.tables.audit.values()]).toMatchObject([
      {
        action: 'account.end_sessions',
        target: `user:${account.id}`,
        via: 'cli',
        meta: { ended: 1 },
      },
    ])
  })
})
