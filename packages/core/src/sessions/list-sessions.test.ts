import { describe, expect, it } from 'vitest'
import { anOrigin, aPersonIn, aSessionIn, memoryPorts } from '../testing/index.ts'
import { listSessions } from './list-sessions.ts'
import { refreshSession } from './refresh-session.ts'

const page = { after: null, limit: 10 }

describe('listSessions', () => {
  it("R47 lists a person's own sessions, latest activity first, and marks the current one", async () => {
    const ports = memoryPorts()
    const [{ account }, eve] = [await aPersonIn(ports), await aPersonIn(ports)]
    const [first, second] = [await aSessionIn(ports, account), await aSessionIn(ports, account)]
    await aSessionIn(ports, eve.account)
    ports.clock.advance(1_000)
    await refreshSession(ports, {
      presented: first.refreshToken,
      origin: { ...anOrigin, address: '2001:db8::9' },
      device: 'Safari',
    })

    const { items: listed } = await listSessions(ports, { actor: second.actor, page })
    expect(listed.map(({ id, current }) => [id, current])).toEqual([
      [first.session.id, false],
      [second.session.id, true],
    ])
    const lastActiveAt = ports.clock.now()
    expect(listed[0]).toMatchObject({
      userId: account.id,
      device: 'Safari',
      address: '2001:db8::9',
      lastActiveAt,
    })
  })

  it('R47 marks no session as current for an actor without one, and lists no ended session', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    await aSessionIn(ports, account)
    expect(await listSessions(ports, { actor, page })).toMatchObject({
      items: [{ current: false }],
      next: null,
    })
    ports.clock.advance(30 * 86_400_000)
    expect(await listSessions(ports, { actor, page })).toEqual({ items: [], next: null })
  })

  it('R47 continues where a page ended', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    const opened = [
      await aSessionIn(ports, account),
      await aSessionIn(ports, account),
      await aSessionIn(ports, account),
    ]
    const first = await listSessions(ports, { actor, page: { after: null, limit: 2 } })
    const rest = await listSessions(ports, { actor, page: { after: first.next, limit: 2 } })
    expect([first.items.length, rest.items.length, rest.next]).toEqual([2, 1, null])
    const ids = [...first.items, ...rest.items].map(({ id }) => id)
    expect(new Set(ids)).toEqual(new Set(opened.map(({ session }) => session.id)))
  })

  it('R47 shows nothing that could be used to forge a token', async () => {
    const ports = memoryPorts()
    const { actor, refreshToken } = await aSessionIn(ports, (await aPersonIn(ports)).account)
    const [listed] = (await listSessions(ports, { actor, page })).items
    const values = Object.values(listed!).map(String)
    expect(
      values.filter((value) => value === refreshToken || ports.refreshTokens.read(value) !== null),
    ).toEqual([])
  })
})
