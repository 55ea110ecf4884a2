import type { AgentId } from '@ken/core'
import { newId } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { enrolledIn, signedIn } from '../../../testing/browser.ts'
import { httpWorld } from '../../../testing/http-world.ts'

const users = '/api/v1/admin/users'

const anAdministration = async (role: 'Owner' | 'Admin' = 'Owner') => {
  const world = await httpWorld()
  return { world, ...(await enrolledIn(world, { role })) }
}

describe(`GET ${users}`, () => {
  it('lists people by email address, page by page, and filters them', async () => {
    const { world, browser } = await anAdministration()
    for (const name of ['zoe', 'yan'])
      await signedIn(world, { email: `${name}@example.org`, name: `Dr. ${name}` })
    const first = await browser.get(`${users}?q=dr.&limit=1`)
    expect(first.json.data).toMatchObject([
      {
        email: 'yan@example.org',
        role: 'Member',
        status: 'active',
        mfa_enabled: false,
        must_change_password: false,
        may: expect.arrayContaining(['deactivate', 'delete']),
      },
    ])
    const { next_cursor } = JSON.parse(first.text) as { readonly next_cursor: string }
    expect((await browser.get(`${users}?q=dr.&limit=1&cursor=${next_cursor}`)).json).toMatchObject({
      data: [{ email: 'zoe@example.org' }],
      next_cursor: null,
    })
    expect(
      (await browser.get(`${users}?role=Member&status=active&q=EXAMPLE.ORG`)).json.data,
    ).toHaveLength(2)
    expect((await browser.get(`${users}?role=Admin`)).json.data).toEqual([])
    expect((await browser.get(`${users}?mfa=enabled&role=Owner`)).json.data).toHaveLength(1)
    expect((await browser.get(`${users}?mfa=yes`)).status).toBe(400)
  })

  it('shows no credentials', async () => {
    const { world, browser, account } = await anAdministration()
    await signedIn(world)
    for (const path of [users, `${users}/${account.id}`, `${users}/suggest?q=exa`]) {
      const { status, text } = await browser.get(path)
      expect(status).toBe(200)
      expect(text).not.toMatch(/hash|secret|token|\baddress\b|device/)
    }
  })

  it('R80 suggests people from the second character on', async () => {
    const { world, browser } = await anAdministration()
    const { account } = await signedIn(world, { email: 'zoe@example.org', name: 'Zoë' })
    const { id, email, name, role } = account
    expect((await browser.get(`${users}/suggest?q=zo`)).json).toEqual({
      data: [{ id, email, name, role, may: expect.arrayContaining(['issue_key']) }],
    })
    for (const typed of ['z', '%25', ''])
      expect((await browser.get(`${users}/suggest?q=${typed}`)).json).toEqual({ data: [] })
    expect((await browser.get(`${users}/suggest`)).json).toMatchObject({
      status: 400,
      errors: [{ pointer: '#/q', detail: 'is required and must be a string' }],
    })
  })

  it('R47 shows an administrator only the number of sessions of a person', async () => {
    const { world, browser } = await anAdministration('Admin')
    const { account } = await signedIn(world)
    const card = (await browser.get(`${users}/${account.id}`)).json
    const shown =
      'active_keys active_sessions created_at email groups id last_sign_in_at may mfa_enabled must_change_password name refusals role status'
    expect(Object.keys(card).toSorted().join(' ')).toBe(shown)
    expect(card).toMatchObject({ active_sessions: 1, active_keys: 0, groups: [] })
    expect(card).toMatchObject({
      may: expect.arrayContaining(['end_sessions']),
      refusals: { delete: 'role', change_role: 'role', reactivate: 'account_active' },
    })
  })

  it('previews a deactivation and a deletion', async () => {
    const { world, browser, account } = await anAdministration()
    const person = await signedIn(world)
    await person.browser.post('/api/v1/me/keys', { name: 'laptop', expires_in_days: 30 })
    const path = `${users}/${person.account.id}/deactivation`
    const preview = await browser.get(path)
    expect(preview.json).toEqual({
      refusal: null,
      sessions: 1,
      keys: [expect.objectContaining({ kind: 'personal', name: 'laptop', last_used_at: null })],
      keys_total: 1,
      agents: 0,
      owner_invitations: 0,
      identities: 0,
      groups: 0,
    })
    expect((await browser.get(`${path}?for=deletion`)).json).toEqual(preview.json)
    expect((await browser.get(`${users}/${account.id}/deactivation`)).json).toMatchObject({
      refusal: 'own_account',
    })
    expect((await browser.get(`${path}?for=fun`)).status).toBe(400)
    expect((await browser.get(`${users}/${newId()}/deactivation`)).status).toBe(404)
  })

  it('counts people', async () => {
    const { browser } = await anAdministration('Admin')
    expect((await browser.get(`${users}/summary`)).json).toEqual({
      total: 2,
      by_role: { Owner: 1, Admin: 1, Member: 0 },
      by_status: { active: 2, deactivated: 0 },
      without_mfa_by_role: { Owner: 1, Admin: 0, Member: 0 },
      capped: false,
    })
  })
})

describe(`acts on ${users}/{id}`, () => {
  it('R5 R42 deactivates a person at once, and reactivates them', async () => {
    const { world, browser } = await anAdministration()
    const person = await signedIn(world)
    const path = `${users}/${person.account.id}`
    expect(await browser.post(`${path}/deactivate`)).toMatchObject({
      status: 200,
      json: { status: 'deactivated' },
    })
    expect((await person.browser.get('/api/v1/me')).status).toBe(403)
    expect((await person.browser.post('/refresh')).status).toBe(401)
    expect(await browser.post(`${path}/reactivate`, {})).toMatchObject({
      status: 200,
      json: { status: 'active' },
    })
    expect((await person.browser.get('/api/v1/me')).status).toBe(200)
    expect((await person.browser.post('/refresh')).status).toBe(401)
  })

  it('ends sessions, resets the second factor, changes role and email address, and deletes', async () => {
    const { world, browser } = await anAdministration()
    const person = await enrolledIn(world)
    const path = `${users}/${person.account.id}`
    expect((await browser.post(`${path}/end-sessions`)).status).toBe(204)
    expect((await person.browser.post('/refresh')).status).toBe(401)
    expect((await browser.post(`${path}/mfa-reset`)).status).toBe(204)
    expect((await browser.get(path)).json).toMatchObject({ mfa_enabled: false, active_sessions: 0 })
    expect(await browser.put(`${path}/role`, { role: 'Admin' })).toMatchObject({
      status: 200,
      json: { role: 'Admin' },
    })
    const email = 'Countess@Example.org'
    expect(await browser.put(`${path}/email`, { email })).toMatchObject({
      status: 200,
      json: { email: email.toLowerCase() },
    })
    expect((await browser.delete(path)).status).toBe(204)
    expect((await browser.get(path)).json).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('resets a password by email', async () => {
    const { world, browser } = await anAdministration('Admin')
    const person = await signedIn(world)
    const response = await browser.post(`${users}/${person.account.id}/password-reset`)
    expect(response).toMatchObject({ status: 202, json: { method: 'mail' } })
    expect([...world.ports.database.tables.jobs.values()].at(-1)).toMatchObject({
      userId: person.account.id,
    })
    expect((await person.browser.post('/refresh')).status).toBe(200)
  })

  it('R19 resets a password without email: a temporary one that is shown once, ends sessions and must be changed', async () => {
    const world = await httpWorld({ ports: { mailer: null } })
    const [{ browser }, person] = [
      await enrolledIn(world, { role: 'Admin' }),
      await signedIn(world),
    ]
    const path = `${users}/${person.account.id}`
    const response = await browser.post(`${path}/password-reset`, {})
    const temporary_password = expect.any(String) as string
    expect(response.status).toBe(200)
    expect(response.json).toEqual({
      method: 'temporary_password',
      temporary_password,
      expires_at: expect.any(String),
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await browser.get(path)).json).toMatchObject({
      must_change_password: true,
      active_sessions: 0,
    })
    expect((await person.browser.post('/refresh')).status).toBe(401)
    const gated = await person.browser.get('/api/v1/me')
    expect(gated).toMatchObject({ status: 403, json: { code: 'PASSWORD_CHANGE_REQUIRED' } })
    const password = response.json.temporary_password
    const step = await person.browser.post('/login', { email: person.account.email, password })
    expect(step.json.status).toBe('password_change_required')
  })

  it('refuses forbidden changes, each with its code', async () => {
    const { world, browser, account } = await anAdministration()
    const admin = await enrolledIn(world, { role: 'Admin' })
    const other = await signedIn(world, { email: 'taken@example.com' })
    // httpWorld has another Owner.
    const founder = [...world.ports.database.tables.accounts.values()][0]!
    const self = `${users}/${account.id}`
    const refusals = [
      { response: await browser.post(`${self}/deactivate`), status: 403, code: 'FORBIDDEN' },
      { response: await admin.browser.post(`${self}/deactivate`), status: 403, code: 'FORBIDDEN' },
      {
        response: await admin.browser.put(`${users}/${other.account.id}/role`, { role: 'Admin' }),
        status: 403,
        code: 'FORBIDDEN',
      },
      {
        response: await admin.browser.delete(`${users}/${other.account.id}`),
        status: 403,
        code: 'FORBIDDEN',
      },
      {
        response: await browser.put(`${users}/${admin.account.id}/email`, {
          email: 'TAKEN@example.com',
        }),
        status: 409,
        code: 'CONFLICT',
      },
      {
        response: await browser.put(`${users}/${admin.account.id}/email`, { email: 'a@b, c@d' }),
        status: 400,
        code: 'INVALID_REQUEST',
      },
      {
        response: await browser.put(`${users}/${admin.account.id}/role`, { role: 'owner' }),
        status: 400,
        code: 'INVALID_REQUEST',
      },
      {
        response: await admin.browser.post(`${self}/password-reset`),
        status: 403,
        code: 'FORBIDDEN',
      },
      { response: await browser.post(`${self}/password-reset`), status: 403, code: 'FORBIDDEN' },
      {
        response: await browser.post(`${users}/${newId()}/deactivate`),
        status: 404,
        code: 'NOT_FOUND',
      },
    ]
    for (const { response, status, code } of refusals)
      expect([response.status, response.json.code]).toEqual([status, code])

    expect((await browser.post(`${users}/${founder.id}/deactivate`)).status).toBe(200)
    for (const attempt of [
      await browser.delete(self),
      await browser.put(`${self}/role`, { role: 'Member' }),
    ])
      expect(attempt).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
  })
})

describe('/api/v1/me/agents', () => {
  it('lists and switches the agents of the caller', async () => {
    const world = await httpWorld()
    const { account, browser } = await signedIn(world)
    const agent = { id: newId() as AgentId, ownerId: account.id, name: 'Clerk', enabled: false }
    world.ports.database.tables.agents.set(agent.id, agent)
    const { id, name } = agent
    expect((await browser.get('/api/v1/me/agents')).json.data).toEqual([
      { id, name, enabled: false },
    ])
    const enabled = { enabled: true }
    expect(await browser.put(`/api/v1/me/agents/${id}`, enabled)).toMatchObject({
      status: 200,
      json: { id, name, enabled: true },
    })
    expect((await browser.put(`/api/v1/me/agents/${newId()}`, enabled)).status).toBe(404)
  })
})
