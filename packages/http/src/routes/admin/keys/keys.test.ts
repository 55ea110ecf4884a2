import { roles } from '@ken/core'
import { aPersonIn } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { enrolledIn, signedIn } from '../../../testing/browser.ts'
import { httpWorld, owner, postJson } from '../../../testing/http-world.ts'
import { linkedIn } from '../../../testing/surface.ts'

const keys = '/api/v1/admin/keys'
const laptop = { name: 'laptop', expires_in_days: null }
const bot = { kind: 'service', source: 'bot_gateway', name: 'chat bot', expires_in_days: 365 }
const unknownId = '00000000-0000-7000-8000-000000000000'

describe('all keys', () => {
  it('R2 are issued for others by the permission matrix, and audited', async () => {
    const permitted = { Owner: ['Owner', 'Admin', 'Member'], Admin: ['Member'] }
    for (const role of ['Owner', 'Admin'] as const) {
      const { app, ports } = await httpWorld()
      const { account, browser } = await enrolledIn({ app, ports }, { role })
      const issued: string[] = []
      for (const target of roles) {
        const person = await aPersonIn(ports, { role: target })
        const created = await browser.post(keys, { ...laptop, owner_id: person.account.id })
        expect([201, 403]).toContain(created.status)
        if (created.status !== 201) continue
        issued.push(target)
        expect(created.json).toMatchObject({
          owner_id: person.account.id,
          owner_email: person.account.email,
          created_by: account.id,
        })
        expect(created.headers.get('cache-control')).toBe('no-store')
        expect(
          (await app.request('/public/v1/search', postJson({ query: 'printer' }, created.json.key)))
            .status,
        ).toBe(200)
        const audit = [...ports.database.tables.audit.values()].at(-1)
        expect(audit).toMatchObject({
          action: 'key.create',
          actorId: account.id,
          target: `key:${created.json.id}`,
        })
      }
      expect({ role, issued }).toEqual({ role, issued: permitted[role] })
      expect(await browser.post(keys, { ...laptop, owner_id: unknownId })).toMatchObject({
        status: 404,
      })
      const gone = await aPersonIn(ports, { status: 'deactivated' })
      expect(await browser.post(keys, { ...laptop, owner_id: gone.account.id })).toMatchObject({
        status: 403,
      })
    }
  })

  it('R8 are listed without secrets, all of them or one person’s', async () => {
    const { app, ports, key } = await httpWorld()
    const { account, browser } = await enrolledIn({ app, ports }, { role: 'Admin' })
    const { json } = await browser.post(keys, { ...laptop, owner_id: account.id })
    const all = await browser.get(keys)
    expect(all.json.data).toMatchObject([
      { owner_email: account.email },
      { owner_email: owner.email },
    ])
    expect(
      (await browser.get(`${keys}?owner_id=${account.id}`)).json.data.map(({ id }) => id),
    ).toEqual([json.id])
    expect((await browser.get(`${keys}?owner_id=${unknownId}`)).json.data).toEqual([])
    for (const secret of [key, json.key, ports.apiKeys.digest(key)!])
      expect(all.text).not.toContain(secret)
    expect(await browser.get(`${keys}?owner_id=x`)).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '#/owner_id' }] },
    })
  })

  it('are filtered, and shown one by one with what the caller can do', async () => {
    const world = await httpWorld()
    const { account, browser } = await enrolledIn(world, { role: 'Owner' })
    const create = async (body: object) => (await browser.post(keys, body)).json
    const { id } = await create({ ...laptop, name: 'Tablet', owner_id: account.id })
    await create({ ...laptop, name: 'ci', expires_in_days: 30, owner_id: account.id })
    await create(bot)
    const names = async (query: string) =>
      (await browser.get(`${keys}?${query}`)).json.data.map(({ name }) => name)
    expect(await names('q=TAB')).toEqual(['Tablet'])
    expect(await names('kind=service&status=active')).toEqual(['chat bot'])
    expect(await names(`expires_within_days=30&kind=personal&owner_id=${account.id}`)).toEqual([
      'ci',
    ])
    expect(await names(`never_expires=true&owner_id=${account.id}`)).toEqual(['Tablet'])
    expect(await names('unused_for_days=90')).toEqual([])
    for (const query of ['status=gone', 'kind=', 'unused_for_days=0', 'never_expires=false', 'q='])
      expect([query, (await browser.get(`${keys}?${query}`)).status]).toEqual([query, 400])
    expect((await browser.get(`${keys}/${id}`)).json).toMatchObject({
      id,
      name: 'Tablet',
      week: [0, 0, 0, 0, 0, 0, 0],
      may: ['revoke', 'replace'],
    })
    expect((await browser.get(`${keys}/${unknownId}`)).status).toBe(404)
  })

  it('R5 are revoked at once, an Owner’s by an Admin too', async () => {
    const { app, ports, key } = await httpWorld()
    const { browser } = await enrolledIn({ app, ports }, { role: 'Admin' })
    const { id } = (await browser.get(keys)).json.data[0]!
    for (const _ of [1, 2])
      expect(await browser.delete(`${keys}/${id}`)).toMatchObject({ status: 204 })
    expect(
      (await app.request('/public/v1/search', postJson({ query: 'printer' }, key))).status,
    ).toBe(401)
    expect(
      [...ports.database.tables.audit.values()].filter(({ action }) => action === 'key.revoke'),
    ).toHaveLength(1)
    for (const unknown of [unknownId, 'x'])
      expect(await browser.delete(`${keys}/${unknown}`)).toMatchObject({ status: 404 })
  })

  it('R10 show their usage', async () => {
    const { app, ports, key } = await httpWorld()
    const { browser } = await enrolledIn({ app, ports }, { role: 'Owner' })
    await app.request('/public/v1/search', postJson({ query: 'printer' }, key))
    const { id } = (await browser.get(keys)).json.data[0]!
    expect((await browser.get(`${keys}/${id}/usage`)).json).toMatchObject({ total: 1, ok: 1 })
    expect(await browser.get(`${keys}/${unknownId}/usage`)).toMatchObject({ status: 404 })
  })

  it('include service keys: for a platform, and listed with the responsible person', async () => {
    const { app, ports } = await httpWorld()
    const { account, browser } = await enrolledIn({ app, ports }, { role: 'Owner' })
    const { status, json } = await browser.post(keys, { ...bot, sources: ['wiki'] })
    const created = {
      kind: 'service',
      owner_id: null,
      owner_email: null,
      source: 'bot_gateway',
      created_by: account.id,
    }
    const view = {
      ...created,
      status: 'active',
      responsible_id: account.id,
      responsible_email: account.email,
    }
    expect({ status, json }).toMatchObject({
      status: 201,
      json: { ...view, sources: ['wiki'], key: expect.any(String) },
    })
    expect((await browser.get(keys)).json.data[0]).toMatchObject({ ...view, id: json.id })
    expect((await browser.get(`${keys}?responsible_id=${account.id}`)).json.data).toMatchObject([
      { id: json.id },
    ])
    expect((await browser.get(`${keys}?responsible_id=${unknownId}`)).json.data).toEqual([])
    expect((await browser.get('/api/v1/me/keys')).json.data).toEqual([])
    expect(await browser.delete(`/api/v1/me/keys/${json.id}`)).toMatchObject({ status: 404 })
    expect(await browser.delete(`${keys}/${json.id}`)).toMatchObject({ status: 204 })
    const builtIn = await browser.post(keys, { ...bot, source: 'teamchat' })
    expect(builtIn).toMatchObject({ status: 400, json: { errors: [{ pointer: '#/source' }] } })
  })

  it('R148 are not created or taken over by an Admin if they are service keys', async () => {
    const { app, ports } = await httpWorld()
    const maker = await enrolledIn({ app, ports }, { role: 'Owner' })
    const { browser } = await enrolledIn({ app, ports }, { role: 'Admin' })
    const refused = { status: 403, json: { code: 'FORBIDDEN' } }
    for (const source of ['teamchat', 'bot_gateway', 'portal', 'zzz_other'])
      expect(await browser.post(keys, { ...bot, source })).toMatchObject(refused)
    const { id } = (await maker.browser.post(keys, bot)).json
    expect(await browser.post(`${keys}/${id}/take-over`)).toMatchObject(refused)
  })

  it('R148 stop with the responsible Owner on the next request, unless another Owner takes them over', async () => {
    const world = await httpWorld()
    const [maker, heir] = [
      await enrolledIn(world, { role: 'Owner' }),
      await enrolledIn(world, { role: 'Owner' }),
    ]
    const { identity } = await linkedIn(world, { role: 'Owner' })
    const create = async () =>
      (await maker.browser.post(keys, bot)).json as { id: string; key: string }
    const [ending, staying] = [await create(), await create()]
    const ask = async ({ key }: { key: string }) => {
      const request = postJson({ query: 'printer' }, key, {
        'Ken-On-Behalf-Of': identity.externalId,
      })
      return (await world.app.request('/public/v1/search', request)).status
    }
    expect(await heir.browser.post(`${keys}/${staying.id}/take-over`)).toMatchObject({
      status: 204,
    })
    expect([await ask(ending), await ask(staying)]).toEqual([200, 200])
    expect(
      (await heir.browser.post(`/api/v1/admin/users/${maker.account.id}/deactivate`)).status,
    ).toBeLessThan(300)
    expect([await ask(ending), await ask(staying)]).toEqual([401, 200])
    expect(await heir.browser.post(`${keys}/${ending.id}/take-over`)).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT' },
    })
    for (const unknown of [unknownId, 'x'])
      expect(await heir.browser.post(`${keys}/${unknown}/take-over`)).toMatchObject({ status: 404 })
  })

  it('refuse a body of neither kind or of both', async () => {
    const { browser } = await enrolledIn(await httpWorld(), { role: 'Owner' })
    const pointers = async (body: object) => {
      const { status, text } = await browser.post(keys, { ...laptop, ...body })
      const { errors } = JSON.parse(text) as { errors: { pointer: string }[] }
      return [status, ...errors.map(({ pointer }) => pointer)]
    }
    expect(await pointers({})).toEqual([400, '#/owner_id'])
    expect(await pointers({ kind: 'service' })).toEqual([400, '#/source'])
    expect(await pointers({ kind: 'service', source: 'teamchat', owner_id: unknownId })).toEqual([
      400,
      '#/owner_id',
    ])
    expect(await pointers({ owner_id: unknownId, source: 'teamchat' })).toEqual([400, '#/source'])
    expect(await pointers({ kind: 'Service', source: 'teamchat' })).toEqual([400, '#/kind'])
    expect(await pointers({ kind: 'service', source: 'Team Chat' })).toEqual([400, '#/source'])
  })

  it('R48 are closed to Members, and at once to a person demoted to Member', async () => {
    const { app, ports } = await httpWorld()
    const demoted = await enrolledIn({ app, ports }, { role: 'Owner' })
    ports.database.tables.accounts.set(demoted.account.id, { ...demoted.account, role: 'Member' })
    for (const { account, browser } of [demoted, await signedIn({ app, ports })]) {
      const refused = { status: 403, json: { code: 'FORBIDDEN' } }
      expect(await browser.get(keys)).toMatchObject(refused)
      expect(await browser.post(keys, { ...laptop, owner_id: account.id })).toMatchObject(refused)
      expect(await browser.delete(`${keys}/${unknownId}`)).toMatchObject(refused)
      expect(await browser.get(`${keys}/${unknownId}/usage`)).toMatchObject(refused)
    }
  })
})
