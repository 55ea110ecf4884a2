import { aDocument, anAccount, aPersonIn, aServiceKey, newDigest } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { testWorld } from '../../test-world.ts'

async function withAna() {
  const world = testWorld()
  const ana = anAccount({ email: 'ana@example.com' })
  await world.ports.transact(async ({ accounts, documents }) => {
    await accounts.insert(ana)
    await documents.upsert([aDocument({ source: 'wiki' }), aDocument({ source: 'ticket' })], () =>
      world.ports.ids.newId(),
    )
    return { ok: true, value: null }
  })
  const createKey = async (...options: string[]) => {
    const { stdout } = await world.ken(
      'keys',
      'create',
      '--email',
      'ana@example.com',
      '--name',
      'laptop',
      '--json',
      ...options,
    )
    return JSON.parse(stdout) as {
      key: string
      id: string
      expires_at: string | null
      sources: string[] | null
    }
  }
  return { ...world, ana, createKey }
}

const millisecondsPerDay = 86_400_000

describe('ken keys', () => {
  it('creates a key for 90 days in the form that scripts rely on', async () => {
    const { ana, createKey, ken, ports } = await withAna()
    const created = await createKey()
    expect(created).toMatchObject({
      key: expect.stringMatching(/^ken_/) as string,
      id: expect.any(String) as string,
      name: 'laptop',
      prefix: created.key.slice(0, 12),
      expires_at: new Date(ports.clock.now().getTime() + 90 * millisecondsPerDay).toISOString(),
      sources: null,
      owner_id: ana.id,
      owner_email: ana.email,
      status: 'active',
    })
    const { key: _, ...shown } = created
    const { stdout } = await ken('keys', 'list', '--json')
    expect(JSON.parse(stdout)).toEqual({ data: [shown] })
  })

  it('accepts 30, 90, 365 days and never, and a restriction to sources', async () => {
    const { createKey, ports } = await withAna()
    const inDays = (days: number) =>
      new Date(ports.clock.now().getTime() + days * millisecondsPerDay).toISOString()
    expect((await createKey('--days', '30')).expires_at).toBe(inDays(30))
    expect((await createKey('--days', '365')).expires_at).toBe(inDays(365))
    expect(await createKey('--days', 'never', '--sources', 'wiki, ticket')).toMatchObject({
      expires_at: null,
      sources: ['wiki', 'ticket'],
    })
  })

  it('R3 shows a key once: no list repeats it', async () => {
    const { createKey, ken } = await withAna()
    const { key, id } = await createKey()
    const { stdout } = await ken('keys', 'list')
    expect(stdout).toContain(id)
    expect(stdout).toContain('ana@example.com')
    expect(stdout + (await ken('keys', 'list', '--json')).stdout).not.toContain(key)
  })

  it('lists the keys of one person or of all, across pages', async () => {
    const { createKey, ken, ports, ana } = await withAna()
    const bob = anAccount({ email: 'bob@example.com' })
    await ports.transact(async ({ accounts }) => {
      await accounts.insert(bob)
      return { ok: true, value: null }
    })
    for (let count = 0; count < 100; count += 1) await createKey()
    await ken('keys', 'create', '--email', 'bob@example.com', '--name', 'phone')
    const owners = async (...options: string[]) => {
      const { data } = JSON.parse((await ken('keys', 'list', '--json', ...options)).stdout) as {
        data: { owner_id: string }[]
      }
      return data.map((key) => key.owner_id)
    }
    expect(await owners()).toHaveLength(101)
    expect(new Set(await owners('--email', 'ana@example.com'))).toEqual(new Set([ana.id]))
    expect(await owners('--email', 'bob@example.com')).toEqual([bob.id])
  })

  it('creates a key for a surface, and lists it by its platform', async () => {
    const { ken } = await withAna()
    const create = (...options: string[]) =>
      ken('keys', 'create-service', '--name', 'chat bot', ...options)
    const created = JSON.parse(
      (await create('--source', 'portal', '--days', 'never', '--json')).stdout,
    ) as object
    expect(created).toMatchObject({
      key: expect.stringMatching(/^ken_/) as string,
      name: 'chat bot',
      expires_at: null,
    })
    const listed = await ken('keys', 'list')
    expect(listed.stdout).toContain('people of portal')
    expect(JSON.parse((await ken('keys', 'list', '--json')).stdout)).toMatchObject({
      data: [{ kind: 'service', source: 'portal', owner_id: null, owner_email: null }],
    })
    const refused = await create('--source', 'Workspace Chat')
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('portal') as string,
    })
  })

  it('R148 lists who is responsible for a service key, and makes another Owner responsible', async () => {
    const { ken, ports } = await withAna()
    const [maker, heir] = [
      await aPersonIn(ports, { role: 'Owner', email: 'mia@example.com' }),
      'hal@example.com',
    ]
    await aPersonIn(ports, { role: 'Owner', email: heir })
    const key = aServiceKey({ createdBy: maker.account.id })
    await ports.transact(async ({ keys }) => ({
      ok: true,
      value: await keys.insert(key, newDigest()),
    }))
    const listed = async (...options: string[]) =>
      (JSON.parse((await ken('keys', 'list', '--json', ...options)).stdout) as { data: object[] })
        .data
    expect(await listed('--responsible', 'mia@example.com')).toMatchObject([
      { id: key.id, status: 'active' },
    ])
    const takenOver = await ken('keys', 'take-over', key.id, '--email', heir, '--json')
    expect(JSON.parse(takenOver.stdout)).toEqual({ id: key.id, responsible_email: heir })
    expect(await listed('--responsible', 'mia@example.com')).toEqual([])
    expect(await listed()).toMatchObject([{ responsible_email: heir }])
    expect((await ken('keys', 'list')).stdout).toContain(heir)
    expect((await ken('keys', 'take-over', key.id, '--email', 'ana@example.com')).stderr).toContain(
      'may not do that',
    )
    expect((await ken('keys', 'take-over', 'ken_x', '--email', heir)).exitCode).toBe(2)
    const builtIn = await ken('keys', 'create-service', '--source', 'teamchat', '--name', 'bot')
    expect(builtIn).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('one that Ken serves itself') as string,
    })
  })

  it('revokes a key, idempotently', async () => {
    const { createKey, ken } = await withAna()
    const { id } = await createKey()
    expect(JSON.parse((await ken('keys', 'revoke', id, '--json')).stdout)).toEqual({
      id,
      revoked: true,
    })
    expect((await ken('keys', 'revoke', id.toUpperCase())).exitCode).toBe(0)
    expect((await ken('keys', 'list')).stdout).toContain('revoked')
  })

  it('says why a key is not created or revoked', async () => {
    const { ken } = await withAna()
    const create = (...options: string[]) => ken('keys', 'create', ...options)
    expect((await create('--email', 'eve@example.com', '--name', 'a')).stderr).toContain(
      'No user eve@example.com',
    )
    expect((await create('--email', 'ana@example.com', '--name', ' ')).stderr).toContain(
      '1 to 100 characters',
    )
    expect(
      (await create('--email', 'ana@example.com', '--name', 'a', '--sources', 'wki')).stderr,
    ).toContain('Not among them: wki')
    expect((await ken('keys', 'revoke', '00000000-0000-7000-8000-000000000000')).stderr).toContain(
      'No such key',
    )
  })
})
