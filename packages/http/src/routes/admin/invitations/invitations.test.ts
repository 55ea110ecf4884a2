import { deliverInvitation, ok, type InvitationId } from '@ken/core'
import { anInvitation } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { enrolledIn, read, type Browser } from '../../../testing/browser.ts'
import { httpWorld, type HttpWorld, type HttpWorldOptions } from '../../../testing/http-world.ts'

const path = '/api/v1/admin/invitations'
const csv = { 'content-type': 'text/csv' }

async function anAdministration(role: 'Owner' | 'Admin' = 'Owner', options: HttpWorldOptions = {}) {
  const world = await httpWorld(options)
  const { browser, account } = await enrolledIn(world, { role })
  const upload = async (
    body: string | Uint8Array | ReadableStream,
    {
      query = '',
      headers = {},
    }: { query?: string; headers?: { readonly [name: string]: string } } = {},
  ) => {
    const init = {
      method: 'POST',
      body,
      headers: { ...csv, authorization: `Bearer ${browser.token}`, ...headers },
    }
    return read(await world.app.request(`${path}/import${query}`, { ...init, duplex: 'half' }))
  }
  return { world, browser, account, upload }
}

const tableOf = (...rows: readonly string[]): string => ['email,role', ...rows].join('\n')

const deliver = ({ ports }: HttpWorld, id: string) =>
  deliverInvitation(ports, {
    kind: 'deliver_invitation',
    invitationId: id as InvitationId,
    paced: false,
  })

const invite = (browser: Browser, email: string, role = 'Member') =>
  browser.post(path, { email, role })

const countOf = ({ ports }: HttpWorld): number => ports.database.tables.invitations.size
const countEmails = ({ ports }: HttpWorld): number =>
  [...ports.database.tables.jobs.values()].filter(({ kind }) => kind === 'deliver_invitation')
    .length

describe('POST /api/v1/admin/invitations', () => {
  it('R52 creates an invitation and never shows its link', async () => {
    const { world, browser, account } = await anAdministration()
    const { status, json, text } = await invite(browser, ' Grace@Example.com', 'Admin')
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.any(String),
      email: 'grace@example.com',
      role: 'Admin',
      state: 'queued',
      invited_by: account.id,
      import_id: null,
      created_at: expect.any(String),
      sent_at: null,
      expires_at: null,
      accepted_at: null,
      revoked_at: null,
      attempts: 0,
      last_error: null,
    })
    await deliver(world, json.id)
    const [mail] = world.ports.mailer.sent
    const token = mail?.kind === 'invitation' ? mail.token : ''
    const { text: list } = await browser.get(path)
    for (const secret of [token, world.ports.secrets.digest(token)!])
      expect(text + list).not.toContain(secret)
  })

  it('R53 allows an Admin to invite only Members, in any spelling of the role', async () => {
    const { world, browser } = await anAdministration('Admin')
    for (const role of ['Owner', 'owner', 'OWNER', 'Owner ', 'Admin', ' admin'])
      expect(await invite(browser, 'eve@example.com', role)).toMatchObject({
        status: 403,
        json: { code: 'FORBIDDEN' },
      })
    expect((await browser.post(path, { email: 'eve@example.com', role: ['Owner'] })).status).toBe(
      400,
    )
    expect(countOf(world)).toBe(0)
    expect((await invite(browser, 'eve@example.com')).status).toBe(201)
  })

  it('responds 409 SMTP_NOT_CONFIGURED without a mail server, and changes nothing', async () => {
    const { world, browser, upload } = await anAdministration('Owner', { ports: { mailer: null } })
    const responses = [
      await invite(browser, 'grace@example.com'),
      await upload(tableOf('grace@example.com,Member')),
    ]
    for (const response of responses)
      expect(response).toMatchObject({ status: 409, json: { code: 'SMTP_NOT_CONFIGURED' } })
    expect(countOf(world)).toBe(0)
  })

  it('responds 409 CONFLICT for an email address with an account', async () => {
    const { browser, account } = await anAdministration()
    expect(await invite(browser, account.email)).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT' },
    })
  })

  it.each([
    {
      name: 'an address that is none',
      body: { email: 'grace', role: 'Member' },
      pointer: '#/email',
    },
    {
      name: 'a list of addresses (R55)',
      body: { email: ['a@example.com', 'b@example.com'], role: 'Member' },
      pointer: '#/email',
    },
    {
      name: 'a role that is none (R51)',
      body: { email: 'grace@example.com', role: 'member' },
      pointer: '#/role',
    },
  ])('refuses $name', async ({ body, pointer }) => {
    const { world, browser } = await anAdministration()
    expect(await browser.post(path, body)).toMatchObject({
      status: 400,
      json: { errors: [{ pointer }] },
    })
    expect(countOf(world)).toBe(0)
  })
})

describe('existing invitations', () => {
  it('are listed newest first, by state, page by page', async () => {
    const { world, browser } = await anAdministration()
    await world.ports.transact(async ({ invitations }) => {
      const states = ['failed', 'queued', 'failed', 'failed'] as const
      return ok(
        await invitations.insert(
          states.map((state, position) =>
            anInvitation({ state, email: `p${position}@example.com` }),
          ),
        ),
      )
    })
    const first = await browser.get(`${path}?state=failed&limit=2`)
    const second = await browser.get(
      `${path}?state=failed&limit=2&cursor=${first.json.next_cursor}`,
    )
    const emails = [...first.json.data, ...second.json.data].map(
      (item) => 'email' in item && item.email,
    )
    expect(emails).toEqual(['p3@example.com', 'p2@example.com', 'p0@example.com'])
    expect(second.json.next_cursor).toBeNull()
    for (const query of ['state=Failed', 'state=superseded', 'import_id=1', 'colour=red'])
      expect((await browser.get(`${path}?${query}`)).status).toBe(400)
  })

  it('are resent, and revoked once', async () => {
    const { world, browser } = await anAdministration()
    const { json } = await invite(browser, 'grace@example.com')
    await deliver(world, json.id)
    expect(await browser.post(`${path}/${json.id}/resend`, {})).toMatchObject({
      status: 200,
      json: { id: json.id, state: 'queued' },
    })
    for (let time = 0; time < 2; time += 1)
      expect(await browser.post(`${path}/${json.id}/revoke`)).toMatchObject({
        status: 200,
        json: { state: 'revoked' },
      })
    expect(await browser.post(`${path}/${json.id}/resend`)).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT' },
    })
  })

  it('are not found by any other id', async () => {
    const { browser } = await anAdministration()
    const unknown = '00000000-0000-7000-8000-000000000000'
    for (const target of [`${unknown}/resend`, `${unknown}/revoke`, 'x/revoke'])
      expect((await browser.post(`${path}/${target}`)).status).toBe(404)
    expect((await browser.get(`${path}/imports/${unknown}`)).status).toBe(404)
  })
})

describe('POST /api/v1/admin/invitations/import', () => {
  it('R54 reports an outcome for every line, and then the progress', async () => {
    const { world, browser, upload, account } = await anAdministration()
    const { status, json } = await upload(
      `\ufeff"Email";"Role"\r\nGrace@Example.com;member\r\n${account.email};Owner\r\nnobody;Member\r\nx\r\n`,
    )
    expect(status).toBe(200)
    expect(json).toEqual({
      id: expect.any(String),
      dry_run: false,
      counts: { created: 1, already_invited: 0, already_a_user: 1, invalid: 2 },
      delivery_seconds: 1,
      lines: [
        { line: 2, email: 'grace@example.com', verdict: 'created', fault: null },
        { line: 3, email: account.email, verdict: 'already_a_user', fault: null },
        { line: 4, email: null, verdict: 'invalid', fault: 'email' },
        { line: 5, email: null, verdict: 'invalid', fault: 'columns' },
      ],
    })
    const [invitation] = [...world.ports.database.tables.invitations.values()]
    await deliver(world, invitation!.id)
    expect((await browser.get(`${path}/imports/${json.id}`)).json).toEqual({
      id: json.id,
      imported_by: account.id,
      importer: { name: account.name, email: account.email },
      created_at: expect.any(String),
      counts: { created: 1, already_invited: 0, already_a_user: 1, invalid: 2 },
      progress: { queued: 0, sent: 1, failed: 0, accepted: 0, expired: 0, revoked: 0 },
      delivery_seconds: 0,
    })
    expect((await browser.get(`${path}?import_id=${json.id}`)).json.data).toMatchObject([
      { id: invitation!.id, inviter: { name: account.name, email: account.email } },
    ])
  })

  it('lists imports and their lines, and sends again what failed', async () => {
    const { world, browser, upload, account } = await anAdministration()
    const { json } = await upload(tableOf('lin@example.com,Member', 'nonsense,Member'))
    const [invitation] = [...world.ports.database.tables.invitations.values()]
    world.ports.database.tables.invitations.set(invitation!.id, { ...invitation!, state: 'failed' })
    const imports = `${path}/imports`
    expect((await browser.get(imports)).json).toMatchObject({
      data: [
        {
          id: json.id,
          imported_by: account.id,
          importer: { name: account.name, email: account.email },
          counts: { created: 1, invalid: 1 },
          progress: { queued: 0, sent: 0, failed: 1 },
        },
      ],
      next_cursor: null,
    })
    const lines = `${imports}/${json.id}/lines`
    const first = await browser.get(`${lines}?limit=1`)
    expect(first.json.data).toEqual([
      {
        line: 2,
        email: 'lin@example.com',
        verdict: 'created',
        fault: null,
        invitation_id: invitation!.id,
      },
    ])
    const { next_cursor } = JSON.parse(first.text) as { readonly next_cursor: string }
    expect((await browser.get(`${lines}?cursor=${next_cursor}`)).json).toMatchObject({
      data: [{ line: 3, email: null, verdict: 'invalid', fault: 'email', invitation_id: null }],
      next_cursor: null,
    })
    expect((await browser.get(`${lines}?verdict=invalid`)).json.data).toHaveLength(1)
    expect((await browser.get(`${lines}?verdict=fine`)).status).toBe(400)
    const beyond = Buffer.from('["listImportedLines",2147483648]').toString('base64url')
    expect((await browser.get(`${lines}?cursor=${beyond}`)).status).toBe(400)
    for (const resent of [1, 0])
      expect(await browser.post(`${imports}/${json.id}/resend-failed`, {})).toMatchObject({
        status: 200,
        json: { resent },
      })
    expect((await browser.get(`${path}?q=LIN@&state=queued`)).json.data).toHaveLength(1)
    expect((await browser.get(`${path}?q=absent`)).json.data).toEqual([])
  })

  it('R54 creates no duplicates in five concurrent imports, and nothing in a dry run', async () => {
    const { world, upload } = await anAdministration()
    const table = tableOf(
      ...Array.from({ length: 50 }, (_, position) => `p${position}@example.com,Member`),
    )
    const dry = await upload(table, { query: '?dry_run=true' })
    expect(dry.json).toMatchObject({ id: null, dry_run: true, delivery_seconds: 25 })
    expect(countOf(world)).toBe(0)
    const runs = await Promise.all([1, 2, 3, 4, 5].map(() => upload(table)))
    expect(runs.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect([countOf(world), countEmails(world)]).toEqual([50, 50])
    expect((await upload(table, { query: '?dry_run=yes' })).status).toBe(400)
  })

  it('R53 responds 403 to an Admin for any line above Member, names the lines, and imports none', async () => {
    const { world, upload } = await anAdministration('Admin')
    const table = tableOf(
      'a@example.com,Member',
      'b@example.com,"Owner "',
      'c@example.com,ADMIN',
      'd@example.com,Member',
    )
    for (const query of ['', '?dry_run=true']) {
      expect(await upload(table, { query })).toMatchObject({
        status: 403,
        json: { code: 'FORBIDDEN', errors: [{ pointer: '#/3' }, { pointer: '#/4' }] },
      })
    }
    expect([countOf(world), countEmails(world)]).toEqual([0, 0])
  })

  it.each([
    { name: 'another header', body: 'address,role\na@example.com,Member', pointer: '#/1' },
    { name: 'a quote that never closes', body: tableOf('"a@example.com,Member'), pointer: '#/2' },
    { name: 'a NUL', body: tableOf('a@example.com\0,Member'), pointer: '#' },
    { name: 'bytes that are not UTF-8', body: Buffer.from([0xff, 0xfe, 0x65]), pointer: '#' },
    { name: 'nothing', body: '', pointer: '#' },
    { name: 'a million columns', body: `email,role\n${','.repeat(1_000_000)}`, pointer: '#' },
  ])('R54 refuses $name: 400', async ({ body, pointer }) => {
    const { world, upload } = await anAdministration()
    expect(await upload(body)).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST', errors: [{ pointer }] },
    })
    expect(countOf(world)).toBe(0)
  })

  it('R54 refuses more than 10,000 lines, and more than 2 MiB with or without a length', async () => {
    const { world, upload } = await anAdministration()
    expect(
      await upload(tableOf(...Array.from({ length: 10_001 }, () => 'a@b,Member'))),
    ).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST', detail: expect.stringContaining('10,000') },
    })
    const big = 'a'.repeat(2 * 1024 * 1024 + 1)
    const stream = new Blob([big]).stream()
    for (const response of [
      await upload(big),
      await upload(stream),
      await upload('', { headers: { 'content-length': '104857600' } }),
    ])
      expect(response).toMatchObject({ status: 413, json: { code: 'PAYLOAD_TOO_LARGE' } })
    expect(countOf(world)).toBe(0)
  })

  it('R74 accepts only CSV in UTF-8: 415', async () => {
    const { upload } = await anAdministration()
    const status = async (headers: { readonly [name: string]: string }) =>
      (await upload(tableOf('a@example.com,Member'), { query: '?dry_run=true', headers })).status
    for (const type of [
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'text/csv; charset=latin1',
      'text/csvx',
    ])
      expect(await status({ 'content-type': type })).toBe(415)
    expect(await status({ 'content-encoding': 'gzip' })).toBe(415)
    for (const type of [
      'text/csv; charset=utf-8',
      'Text/CSV;charset="UTF-8"',
      'text/csv; header=present',
    ])
      expect(await status({ 'content-type': type })).toBe(200)
  })
})
