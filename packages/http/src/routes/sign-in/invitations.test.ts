import {
  createInvitation,
  deliverInvitation,
  operator,
  revokeInvitation,
  type InvitationId,
  type Role,
} from '@ken/core'
import { aPassword, aPersonIn, valueOf } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { aBrowser, traceOf } from '../../testing/browser.ts'
import { httpWorld, type HttpWorld } from '../../testing/http-world.ts'

const [preview, accept] = ['/api/v1/auth/invitations/preview', '/api/v1/auth/invitations/accept']
const hours48 = 48 * 3_600_000

/** Invites an email address as the command line does, sends the email and returns its token. */
async function invited({ ports }: HttpWorld, email: string, role: Role = 'Member') {
  const { id } = valueOf(await createInvitation(ports, { actor: operator, email, role }))
  return { id, token: await mailed({ ports }, id) }
}

async function mailed(
  { ports }: Pick<HttpWorld, 'ports'>,
  invitationId: InvitationId,
): Promise<string> {
  await deliverInvitation(ports, { kind: 'deliver_invitation', invitationId, paced: false })
  const mail = ports.mailer.sent.at(-1)
  return mail?.kind === 'invitation' ? mail.token : ''
}

const registration = (token: string) => ({ token, name: 'Grace Hopper', password: aPassword })

describe('the link of an invitation', () => {
  it('R59 shows the invitation any number of times, and is consumed only by POST', async () => {
    const world = await httpWorld()
    const { token } = await invited(world, 'grace@example.com')
    const browser = aBrowser(world.app)
    for (let time = 0; time < 3; time += 1) {
      const { status, json, headers } = await browser.post(preview, { token })
      expect([status, json]).toEqual([
        200,
        { email: 'grace@example.com', role: 'Member', expires_at: expect.any(String) },
      ])
      expect(headers.get('cache-control')).toBe('no-store')
      for (const path of [preview, accept, `${accept}?token=${token}`])
        expect((await browser.get(path)).status).toBe(405)
    }
    expect((await browser.post(accept, registration(token))).status).toBe(201)
  })

  it('creates a Member and signs them in', async () => {
    const world = await httpWorld()
    const { token } = await invited(world, 'grace@example.com')
    const browser = aBrowser(world.app)
    const { json, cookie } = await browser.post(accept, registration(token))
    expect(json).toMatchObject({
      status: 'signed_in',
      user: { email: 'grace@example.com', name: 'Grace Hopper', role: 'Member' },
    })
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
    expect(cookie).not.toContain('Max-Age')
    expect((await browser.get('/api/v1/me')).json).toMatchObject({ email: 'grace@example.com' })
  })

  it('R31 leads an Admin to two-factor enrolment, with neither cookie nor access token before it', async () => {
    const world = await httpWorld()
    const { token } = await invited(world, 'grace@example.com', 'Admin')
    const browser = aBrowser(world.app)
    const { json, cookie } = await browser.post(accept, registration(token))
    expect(json).toEqual({
      user: {
        id: expect.any(String),
        email: 'grace@example.com',
        name: 'Grace Hopper',
        role: 'Admin',
      },
      status: 'mfa_enrolment_required',
      challenge: expect.any(String),
      expires_in: 300,
    })
    expect(cookie).toBeNull()
    expect(world.ports.database.tables.sessions.size).toBe(0)
    const { secret } = (await browser.post('/login/mfa/enrol', { challenge: json.challenge })).json
    const code = world.ports.oneTimeCodes.codeAt(secret, world.ports.clock.now())
    const confirmed = await browser.post('/login/mfa/confirm', { challenge: json.challenge, code })
    expect(confirmed.json.status).toBe('signed_in')
    expect((await browser.get('/api/v1/me')).json).toMatchObject({ role: 'Admin' })
  })

  it('R52 creates the account for exactly one of twenty concurrent requests', async () => {
    const world = await httpWorld()
    const { token } = await invited(world, 'grace@example.com')
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => aBrowser(world.app).post(accept, registration(token))),
    )
    expect(responses.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      201,
      ...Array(19).fill(400),
    ])
    expect(
      [...world.ports.database.tables.accounts.values()].filter(
        ({ email }) => email === 'grace@example.com',
      ),
    ).toHaveLength(1)
  })

  it('R52 uses email address and role of the invitation, not of the request', async () => {
    const world = await httpWorld()
    const { token } = await invited(world, 'grace@example.com')
    for (const more of [{ role: 'Owner' }, { email: 'eve@example.com' }, { user_id: 'x' }])
      expect(
        (await aBrowser(world.app).post(accept, { ...registration(token), ...more })).status,
      ).toBe(400)
    expect((await aBrowser(world.app).post(accept, registration(token))).json.user).toMatchObject({
      email: 'grace@example.com',
    })
  })

  it('R52 works for 47 hours and 59 minutes, but not for 48 hours', async () => {
    const world = await httpWorld()
    const { token } = await invited(world, 'grace@example.com')
    world.ports.clock.advance(hours48 - 60_000)
    expect((await aBrowser(world.app).post(preview, { token })).status).toBe(200)
    world.ports.clock.advance(60_000)
    for (const path of [preview, accept]) {
      const body = path === accept ? registration(token) : { token }
      expect((await aBrowser(world.app).post(path, body)).json.code).toBe('TOKEN_INVALID')
    }
  })

  it('R52 gives the same response to an unknown, used, expired, revoked, superseded or taken token', async () => {
    const world = await httpWorld()
    const expired = await invited(world, 'expired@example.com')
    world.ports.clock.advance(hours48)
    const [used, revoked, superseded, taken] = [
      await invited(world, 'used@example.com'),
      await invited(world, 'revoked@example.com'),
      await invited(world, 'superseded@example.com'),
      await invited(world, 'taken@example.com'),
    ]
    await aBrowser(world.app).post(accept, registration(used.token))
    await revokeInvitation(world.ports, { actor: operator, invitationId: revoked.id })
    await invited(world, 'superseded@example.com')
    await aPersonIn(world.ports, { email: 'taken@example.com', status: 'deactivated' })
    const tokens = [used, revoked, superseded, taken, expired].map(({ token }) => token)
    for (const path of [preview, accept]) {
      const traces: string[] = []
      for (const token of ['token-999', 'no token', '', ...tokens])
        traces.push(
          traceOf(
            await aBrowser(world.app).post(path, path === accept ? registration(token) : { token }),
          ),
        )
      expect(traces[0]).toMatch(/^400 .*"code":"TOKEN_INVALID"/)
      expect(new Set(traces).size).toBe(1)
    }
  })

  it('R52 stops working when the next one is sent', async () => {
    const world = await httpWorld()
    const { id, token } = await invited(world, 'grace@example.com')
    world.ports.database.tables.invitations.set(id, {
      ...world.ports.database.tables.invitations.get(id)!,
      state: 'queued',
    })
    expect((await aBrowser(world.app).post(preview, { token })).status).toBe(200)
    const next = await mailed(world, id)
    expect((await aBrowser(world.app).post(preview, { token })).status).toBe(400)
    expect((await aBrowser(world.app).post(preview, { token: next })).status).toBe(200)
  })

  it('says why a name or a password is refused, and stays valid', async () => {
    const world = await httpWorld()
    const { token } = await invited(world, 'grace@example.com')
    const browser = aBrowser(world.app)
    const weak = await browser.post(accept, { ...registration(token), password: 'aaaa' })
    expect(weak).toMatchObject({
      status: 422,
      json: { code: 'PASSWORD_REJECTED', reasons: ['too_short', 'too_weak'] },
    })
    const nameless = await browser.post(accept, { ...registration(token), name: ' ' })
    expect(nameless).toMatchObject({ status: 400, json: { errors: [{ pointer: '#/name' }] } })
    expect((await browser.post(accept, registration(token))).status).toBe(201)
  })

  it('R44 is not consumed by a page of another site', async () => {
    const world = await httpWorld()
    const { token } = await invited(world, 'grace@example.com')
    for (const path of [preview, accept]) {
      const response = await aBrowser(world.app).post(path, registration(token), {
        'sec-fetch-site': 'cross-site',
      })
      expect(response).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } })
    }
  })
})
