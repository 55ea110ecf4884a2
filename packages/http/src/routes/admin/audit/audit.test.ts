import { maintainAuditChain, ok } from '@ken/core'
import { anAuditEntry } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { enrolledIn, signedIn, type Browser } from '../../../testing/browser.ts'
import { httpWorld, type HttpWorld } from '../../../testing/http-world.ts'

const path = '/api/v1/admin/audit'

const appendTo = (
  { ports }: HttpWorld,
  ...entries: readonly Parameters<typeof anAuditEntry>[0][]
) =>
  ports.transact(async ({ audit }) => {
    for (const entry of entries) await audit.append(anAuditEntry(entry))
    return ok(null)
  })

const anAdministration = async () => {
  const world = await httpWorld()
  return { world, ...(await enrolledIn(world, { role: 'Admin' })) }
}

const targetsOf = async (browser: Browser, query: string) =>
  (await browser.get(`${path}?${query}`)).json.data.map(
    (entry) => 'target' in entry && entry.target,
  )

describe('GET /api/v1/admin/audit', () => {
  it('R62 lists audit entries, newest first, page by page', async () => {
    const { world, browser, account } = await anAdministration()
    await appendTo(
      world,
      ...['a', 'b', 'c'].map((target) => ({
        target,
        action: 'group.create' as const,
        actorId: account.id,
      })),
    )
    const first = await browser.get(`${path}?action=group&limit=2`)
    expect(first.json).toMatchObject({
      data: [
        {
          target: 'c',
          action: 'group.create',
          actor_id: account.id,
          actor_email: account.email,
          actor_name: account.name,
          target_name: null,
          target_owner_name: null,
          member_name: null,
          outcome: 'success',
        },
        { target: 'b' },
      ],
    })
    const { next_cursor } = JSON.parse(first.text) as { readonly next_cursor: string }
    const last = await browser.get(`${path}?action=group&limit=2&cursor=${next_cursor}`)
    expect(last.json).toMatchObject({ data: [{ target: 'a' }], next_cursor: null })
  })

  it('filters by every documented field', async () => {
    const { world, browser, account } = await anAdministration()
    await appendTo(
      world,
      { target: 'sought', action: 'key.revoke', actorId: account.id, outcome: 'failure' },
      {},
    )
    for (const query of [
      `actor_id=${account.id}&action=key`,
      'action=key.revoke',
      'target=sought',
      'outcome=failure',
    ]) {
      expect(await targetsOf(browser, query)).toEqual(['sought'])
      const count = await browser.get(`${path}/count?${query}`)
      expect(count.json).toEqual({ count: 1, capped: false })
    }
    for (const query of ['session_id=none', 'request_id=none'])
      expect(await targetsOf(browser, query)).toEqual([])
    expect(await targetsOf(browser, 'target=sought&until=2000-01-01T00:00:00Z')).toEqual([])
    expect(await targetsOf(browser, 'target=sought&from=2000-01-01T00:00:00%2B02:00')).toEqual([
      'sought',
    ])
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=1e1',
    'limit=',
    'limit=5&limit=5',
    'cursor=',
    'cursor=e30',
    'cursor=%00',
    'colour=red',
    'from=yesterday',
    'actor_id=me',
    'outcome=Success',
    '__proto__=1',
  ])('R75 refuses ?%s by name', async (query) => {
    const { browser } = await anAdministration()
    const response = await browser.get(`${path}?${query}`)
    expect(response.status).toBe(400)
    expect(response.json).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ pointer: `#/${query.replace(/=.*/, '')}` }],
    })
  })

  it('R161 shows whether the chain of entries is unbroken', async () => {
    const { world, browser } = await anAdministration()
    const chain = async () => (await browser.get(`${path}/chain`)).json
    expect(await chain()).toMatchObject({ state: 'unchecked', entries: 0, head: null })
    await appendTo(world, { target: 'a' }, { target: 'b' })
    await maintainAuditChain(world.ports)
    expect(await chain()).toMatchObject({
      state: 'unbroken',
      head: expect.any(String),
      first_break: null,
    })
    const [id] = [...world.ports.database.tables.audit.keys()]
    world.ports.database.tables.audit.delete(id!)
    await maintainAuditChain(world.ports)
    expect(await chain()).toMatchObject({ state: 'broken', first_break: { id: String(id) } })
    const { auditChain } = world.ports.database.tables
    auditChain.set(1, { ...auditChain.get(1)!, entryAt: new Date(Number.NaN) })
    await maintainAuditChain(world.ports)
    expect(await chain()).toMatchObject({ since: null, first_break: { id: String(id), at: null } })
  })

  it('R48 is not for Members', async () => {
    const { browser } = await signedIn(await httpWorld())
    for (const address of [path, `${path}/export`])
      expect(await browser.get(address)).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
  })
})

describe('GET /api/v1/admin/audit/export', () => {
  it('R54 exports a table without formulas', async () => {
    const { world, browser } = await anAdministration()
    await appendTo(
      world,
      ...['=1+1', '+1', '-1', '@sum(a1)', '\t=1', '\r=1', 'a "quoted", target'].map((target) => ({
        target,
      })),
    )
    const { status, headers, text } = await browser.get(`${path}/export?action=group.create`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toBe('attachment; filename="ken-audit.csv"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text.split('\n')[0]).toBe(
      'id,at,actor_id,actor_email,via,action,target,outcome,session_id,key_id,address,request_id,meta',
    )
    for (const field of [
      `'=1+1`,
      `'+1`,
      `'-1`,
      `'@sum(a1)`,
      `'\t=1`,
      `'\r=1`,
      `"a ""quoted"", target"`,
    ])
      expect(text).toContain(
        `,group.create,${field.includes('\r') ? `"${field}"` : field},success,`,
      )
  })

  it('exports nothing for HEAD, and so records nothing', async () => {
    const { world, browser } = await anAdministration()
    const head = (token: string | null) =>
      world.app.request(`${path}/export`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${token}` },
      })
    const response = await head(browser.token)
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="ken-audit.csv"')
    const { browser: member } = await signedIn(world)
    expect((await head(member.token)).status).toBe(403)
    const actions = [...world.ports.database.tables.audit.values()].map(({ action }) => action)
    expect(actions).not.toContain('audit.export')
  })
})
