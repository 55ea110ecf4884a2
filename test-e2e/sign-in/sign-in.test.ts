import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, earlyInStep } from '../support/authenticator.ts'
import { distributedWorld, ownerEmail, ownerPassword, type World } from '../support/distributed.ts'
import { everythingStored } from '../support/jobs.ts'
import { startKenHere } from '../support/ken-here.ts'
import type { Server } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import {
  bearer,
  cookieOf,
  enrolOwner,
  ownerChallenge,
  refresh as refreshAt,
  sessionOf,
  stepOf,
  type Step,
} from '../support/session.ts'
import { post } from '../support/surface.ts'

let world: World
let server: Server

const refresh = (cookie: string) => refreshAt(server, cookie)
const login = (body: object = member) => post(`${server.url}/login`, body)
const me = (token: string) => fetch(`${server.url}/api/v1/me`, { headers: bearer(token) })
const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  post(`${server.url}${path}`, body, headers)
const owner = { email: ownerEmail, password: ownerPassword }

beforeAll(async () => {
  world = await distributedWorld()
  await addMemberWithPassword(world)
  server = await startKenHere(['http'], world)
})
afterAll(async () => {
  await server.stop()
  await world.close()
})
beforeEach(() => world.sql('delete from guess_budgets'))

/** What a refused sign-in shows, but for the id of the request. */
async function refusalOf(body: object) {
  const response = await login(body)
  const { request_id: _, ...problem } = (await response.json()) as { request_id: string }
  return {
    status: response.status,
    problem,
    authenticate: response.headers.get('www-authenticate'),
  }
}

describe('signing in', () => {
  it('R26 R30 gives an Owner no cookie, token or session before enrolment', async () => {
    const response = await login({ email: ownerEmail, password: ownerPassword })
    const step = await stepOf(response.clone())
    expect(step.status).toBe('mfa_enrolment_required')
    expect(step.access_token).toBeUndefined()
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await world.sql('select 1 from sessions')).toEqual([])
  })

  it('leads an Owner through enrolment, and then asks for a code at every sign-in', async () => {
    const { secret, step } = await enrolOwner(world, server)
    expect(step.status).toBe('signed_in')
    expect(step.recovery_codes).toHaveLength(10)
    expect((await me(step.access_token)).status).toBe(200)

    const next = await stepOf(await login({ email: ownerEmail, password: ownerPassword }))
    expect(next.status).toBe('mfa_required')
    const signedIn = await post(`${server.url}/login/mfa`, {
      challenge: next.challenge,
      code: codeOf(secret),
    })
    expect((await stepOf(signedIn.clone())).status).toBe('signed_in')
    expect(cookieOf(signedIn)).toMatch(/^__Host-ken_refresh=/)
  })

  it('R26 R31 leads through every stage in order, from a temporary password to the session, and issues nothing before the end', async () => {
    const { secret } = await enrolOwner(world, server)
    const replaced = ['nine loud herons below the bridge', 'eleven shy geese above the tunnel']
    const isTemporary = (mfa: string) =>
      world.sql(`update users set must_change_password = true ${mfa} where role = 'Owner'`)
    const [walk, statuses]: [Response[], string[]] = [[], []]
    const next = async (path: string, body: object): Promise<Step> => {
      walk.push(await send(path, body))
      const step = await stepOf(walk.at(-1)!.clone())
      if (step.status !== undefined) statuses.push(step.status)
      return step
    }
    await isTemporary('')
    const first = await next('/login', owner)
    const second = await next('/login/mfa', { challenge: first.challenge, code: codeOf(secret) })
    await next('/login/password', { challenge: second.challenge, new_password: replaced[0] })
    await isTemporary(', mfa_secret = null, mfa_enabled_at = null, mfa_last_step = null')
    const temporary = await next('/login', { ...owner, password: replaced[0] })
    const { challenge } = await next('/login/password', {
      challenge: temporary.challenge,
      new_password: replaced[1],
    })
    const enrolment = await next('/login/mfa/enrol', { challenge })
    await next('/login/mfa/confirm', { challenge, code: codeOf(enrolment.secret) })
    const withFactor = ['mfa_required', 'password_change_required', 'signed_in']
    const withoutFactor = ['password_change_required', 'mfa_enrolment_required', 'signed_in']
    expect(statuses).toEqual([...withFactor, ...withoutFactor])
    const given = walk.map((response) => response.headers.getSetCookie().length)
    // The session's cookie and the device's.
    expect(given).toEqual([0, 0, 2, 0, 0, 0, 2])
    await world.sql(
      `update users set password_hash = (select password_hash from users where role = 'Member') where role = 'Owner'`,
    )
  })

  it('R27 accepts codes from one step before to one step after, and no others', async () => {
    const { secret } = await enrolOwner(world, server)
    await earlyInStep()
    for (const { steps, status } of [
      { steps: -2, status: 401 },
      { steps: -1, status: 200 },
      { steps: 0, status: 200 },
      { steps: 1, status: 200 },
      { steps: 2, status: 401 },
    ]) {
      const code = codeOf(secret, Date.now() + steps * 30_000)
      const response = await send('/login/mfa', { challenge: await ownerChallenge(server), code })
      expect([steps, response.status]).toEqual([steps, status])
    }
  })

  it('R28 accepts a recovery code once', async () => {
    const { step } = await enrolOwner(world, server)
    const use = async () =>
      send('/login/mfa', {
        challenge: await ownerChallenge(server),
        recovery_code: step.recovery_codes[0],
      })
    expect((await use()).status).toBe(200)
    expect((await use()).status).toBe(401)
  })

  it('R20 gives the same response to unknown, wrong, deactivated and throttled', async () => {
    await world.sql(`insert into users (id, email, name, role, status, password_hash)
      select gen_random_uuid(), 'gone@example.com', 'Gone', 'Member', 'deactivated', password_hash from users where role = 'Owner'
      on conflict do nothing`)
    const wrong = await refusalOf({ ...member, password: 'not the right password' })
    expect(wrong.status).toBe(401)
    expect(await refusalOf({ email: 'unknown@example.com', password: member.password })).toEqual(
      wrong,
    )
    expect(await refusalOf({ email: 'gone@example.com', password: member.password })).toEqual(wrong)
    for (let attempt = 0; attempt < 12; attempt += 1)
      await login({ ...member, password: 'not the right password' })
    expect(await refusalOf(member)).toEqual(wrong)
  })

  it('counts the attempts of an address without an account, but stores neither the address nor a plain hash of it', async () => {
    const stranger = 'canary-of-no-one@example.com'
    for (const email of [stranger, stranger.toUpperCase()])
      await login({ email, password: member.password })
    const stored = (await everythingStored(world)).toLowerCase()
    const hash = createHash('sha256').update(stranger).digest()
    for (const form of [stranger, hash.toString('hex'), hash.toString('base64url').toLowerCase()])
      expect(stored).not.toContain(form)
    const counted = await world.sql(
      `select failures from guess_budgets where bucket like 'account:%'`,
    )
    expect(counted).toEqual([{ failures: 2 }])
  })

  it('R25 keeps live sessions and keys working while the account is throttled', async () => {
    const signedIn = await login()
    const { key } = await world.createKey(member.email)
    for (let attempt = 0; attempt < 12; attempt += 1)
      await login({ ...member, password: 'not the right password' })
    const rotated = await refresh(cookieOf(signedIn))
    expect(rotated.status).toBe(200)
    expect((await me((await stepOf(rotated)).access_token)).status).toBe(200)
    expect(
      (
        await post(
          `${server.url}/public/v1/search`,
          { query: 'x' },
          { authorization: `Bearer ${key}` },
        )
      ).status,
    ).toBe(200)
  })
})

describe('refreshing', () => {
  it('R38 R40 ends the token family permanently when an old token is used after the grace window, even after a restart', async () => {
    const [old, otherDevice] = [cookieOf(await login()), cookieOf(await login())]
    const successor = cookieOf(await refresh(old))
    // A restart of more than five seconds extends the window, and counts from the last heartbeat.
    await world.sql(`update sessions set rotated_at = rotated_at - interval '1 minute'`)
    await server.stop()
    server = await startKenHere(['http'], world)
    expect((await refresh(old)).status).toBe(401)
    expect((await refresh(successor)).status).toBe(401)
    expect((await refresh(otherDevice)).status).toBe(200)
    expect(
      await world.sql(`select count(*)::int as n from audit_log where action = 'session.reuse'`),
    ).toEqual([{ n: 1 }])
  })

  it('R41 ends a session after 30 days without use, and always after 90 days', async () => {
    const idle = cookieOf(await login())
    await world.sql(`update sessions set expires_at = expires_at - interval '31 days'`)
    expect((await refresh(idle)).status).toBe(401)
    const old = cookieOf(await login())
    await world.sql(
      `update sessions set created_at = created_at - interval '89 days' where expires_at > now()`,
    )
    const last = cookieOf(await refresh(old))
    expect(
      await world.sql(
        `select 1 from sessions where expires_at > now() + interval '2 days' and created_at < now() - interval '80 days'`,
      ),
    ).toEqual([])
    await world.sql(
      `update sessions set created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days'`,
    )
    expect((await refresh(last)).status).toBe(401)
  })

  it('R36 accepts no stored value as a token', async () => {
    await login()
    const [row] = await world.sql('select * from sessions limit 1')
    for (const value of Object.values(row!)) {
      expect(
        (await refresh(`__Host-ken_refresh=${encodeURIComponent(String(value))}`)).status,
      ).toBe(401)
    }
  })

  it('signs out, clears the cookie and ends the session', async () => {
    const cookie = cookieOf(await login({ ...member, remember_me: true }))
    const out = await post(`${server.url}/logout`, {}, { cookie })
    expect(out.status).toBe(204)
    expect(out.headers.getSetCookie()[0]).toMatch(/Max-Age=0/)
    expect((await refresh(cookie)).status).toBe(401)
  })
})

describe('credentials', () => {
  it('R35 R36 each work only for their own purpose', async () => {
    const { cookie, token } = await sessionOf(server, member)
    const { secret } = await enrolOwner(world, server)
    const { key } = await world.createKey(member.email)
    const [session] = await world.sql('select id from sessions order by created_at desc limit 1')
    const credentials: { readonly [name: string]: string } = {
      'access token': token,
      'refresh token': cookie.split('=')[1]!,
      challenge: await ownerChallenge(server),
      key,
      password: member.password,
      'id of a session': String(session?.['id']),
    }
    const places: { readonly [place: string]: (credential: string) => Promise<Response> } = {
      'of a person': (credential) => me(credential),
      'of the public contract': (credential) =>
        send('/public/v1/search', { query: 'x' }, bearer(credential)),
      'of the cookie': (credential) => refresh(`__Host-ken_refresh=${credential}`),
      'of a challenge for the password': (challenge) =>
        send('/login/password', { challenge, new_password: ownerPassword }),
      'of a challenge for enrolment': (challenge) => send('/login/mfa/enrol', { challenge }),
      'of a challenge for the first code': (challenge) =>
        send('/login/mfa/confirm', { challenge, code: codeOf(secret) }),
      'of a challenge for the second factor': (challenge) =>
        send('/login/mfa', { challenge, code: codeOf(secret) }),
    }
    const accepted: string[] = []
    for (const [place, present] of Object.entries(places)) {
      for (const [name, credential] of Object.entries(credentials)) {
        const { status } = await present(credential)
        expect([200, 401]).toContain(status)
        if (status === 200) accepted.push(`${name} in the place ${place}`)
      }
    }
    expect(accepted).toEqual([
      'access token in the place of a person',
      'access token in the place of the public contract',
      'key in the place of the public contract',
      'refresh token in the place of the cookie',
      'challenge in the place of a challenge for the second factor',
    ])
  })
})

describe('changing the password', () => {
  it('R18 ends every session but the current one', async () => {
    const [here, elsewhere] = [await login(), await login()]
    const { access_token } = await stepOf(here.clone())
    const change = (current_password: string, new_password: string) =>
      post(
        `${server.url}/api/v1/auth/password/change`,
        { current_password, new_password },
        bearer(access_token),
      )
    expect(
      (await change('not my password at all', 'nine loud herons below the bridge')).status,
    ).toBe(403)
    expect((await change(member.password, member.password)).status).toBe(422)
    expect((await change(member.password, 'nine loud herons below the bridge')).status).toBe(204)
    expect((await refresh(cookieOf(here))).status).toBe(200)
    expect((await refresh(cookieOf(elsewhere))).status).toBe(401)
    const rows =
      await world.sql(`select outcome from audit_log join users on target = 'user:' || users.id
      where action = 'password.change' and role = 'Member' order by audit_log.id`)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['failure', 'failure', 'success'])
  })
})

describe('secrets', () => {
  it('R82 are in no log line', () => {
    const log = server.output.stdout + server.output.stderr
    expect(log).toContain('http.request')
    for (const word of [ownerPassword, 'nine loud herons', '__Host-ken_refresh', 'eyJ'])
      expect(log).not.toContain(word)
  })
})
