import { describe, expect, it } from 'vitest'
import { aPersonIn, memoryPorts, overtakenAt, valueOf } from '../testing/index.ts'
import { createLinkCode } from './create-link-code.ts'

describe('createLinkCode', () => {
  it('R63 returns a code that works for ten minutes, and stores only its digest', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    const { code, expiresAt, expiresInSeconds } = valueOf(await createLinkCode(ports, { actor }))
    expect(expiresInSeconds).toBe(600)
    expect(expiresAt).toEqual(new Date(ports.clock.now().getTime() + 600_000))
    const { linkCodes, audit } = ports.database.tables
    expect([...linkCodes]).toEqual([
      [account.id, { digest: ports.linkCodeSource.digest(code), source: null, expiresAt }],
    ])
    expect([...audit.values()]).toMatchObject([
      {
        action: 'identity.create_link_code',
        actorId: account.id,
        target: `user:${account.id}`,
        meta: { source: null },
      },
    ])
  })

  it('R63 binds a code to the chosen platform, and returns it', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports)
    const created = valueOf(await createLinkCode(ports, { actor, source: 'teamchat' }))
    expect(created.source).toBe('teamchat')
    const { linkCodes, audit } = ports.database.tables
    expect([...linkCodes.values()]).toMatchObject([{ source: 'teamchat' }])
    expect([...audit.values()]).toMatchObject([{ meta: { source: 'teamchat' } }])
    const refused = await createLinkCode(ports, { actor, source: 'Team Chat' })
    expect(refused).toEqual({ ok: false, error: { code: 'identity.source_invalid' } })
  })

  it('R63 keeps only the latest code of a person', async () => {
    const ports = memoryPorts()
    const [{ actor }, other] = [await aPersonIn(ports), await aPersonIn(ports)]
    await createLinkCode(ports, { actor: other.actor })
    await createLinkCode(ports, { actor })
    const { code } = valueOf(await createLinkCode(ports, { actor }))
    const digests = [...ports.database.tables.linkCodes.values()].map(({ digest }) => digest)
    expect(digests).toHaveLength(2)
    expect(digests).toContain(ports.linkCodeSource.digest(code))
  })

  it('R63 refuses programs and deactivated people', async () => {
    const ports = memoryPorts()
    const [{ actor }, gone] = [
      await aPersonIn(ports),
      await aPersonIn(ports, { status: 'deactivated' }),
    ]
    for (const refused of [
      gone.actor,
      ...(['api_key', 'service_key', 'chat'] as const).map((via) => ({ ...actor, via })),
    ]) {
      expect(await createLinkCode(ports, { actor: refused })).toEqual({
        ok: false,
        error: { code: 'account.forbidden' },
      })
    }
    expect(ports.database.tables.linkCodes.size).toBe(0)
  })

  it('R63 refuses a person deactivated before the lock', async () => {
    const ports = memoryPorts()
    const { account, actor } = await aPersonIn(ports)
    const transact = overtakenAt(ports.transact, 'lockAccount', ({ accounts }) =>
      accounts.update({ ...account, status: 'deactivated' }),
    )
    const refused = { ok: false, error: { code: 'account.forbidden' } }
    expect(await createLinkCode({ ...ports, transact }, { actor })).toEqual(refused)
    expect(ports.database.tables.linkCodes.size).toBe(0)
  })
})
