import { KenProblem, KenSignedOut, type KenClient, type SignInStep } from '@ken/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import {
  distributedWorld,
  ownerEmail as email,
  ownerPassword as password,
  type World,
} from '../support/distributed.ts'
import { startKenHere } from '../support/ken-here.ts'
import type { Server } from '../support/ken-program.ts'
import { browserAt, type Browser } from '../support/page.ts'

const challengeOf = (step: SignInStep): string =>
  step.status === 'signed_in' ? '' : step.challenge
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

describe('the client at a real server', () => {
  let world: World
  let server: Server
  let laptop: Browser
  let page: KenClient
  let [secret, recoveryCodes]: [string, readonly string[]] = ['', []]
  /** How often the session of the laptop was refreshed. */
  const generation = async () =>
    (await world.sql('select generation from sessions order by created_at limit 1'))[0]?.[
      'generation'
    ]

  beforeAll(async () => {
    world = await distributedWorld({ owner: false })
    server = await startKenHere(['http'], world)
    laptop = browserAt(server, world)
    page = laptop.open()
  })
  afterAll(async () => {
    await server.stop()
    await world.close()
  })

  it('sets up the first Owner, who is signed in only after enrolling a second factor', async () => {
    expect(await page.options()).toEqual({
      setup_needed: true,
      organisation_name: null,
      forgot_password: false,
      providers: ['local'],
    })
    const step = await page.setUp({ email, password, name: 'Ada' })
    expect(step).toMatchObject({
      status: 'mfa_enrolment_required',
      expires_in: 300,
      user: { email, role: 'Owner' },
    })
    expect(await page.restore()).toBeNull()
    expect(await rejection(page.profile())).toMatchObject({ code: 'UNAUTHENTICATED' })

    const challenge = challengeOf(step)
    secret = (await page.startEnrolment({ challenge })).secret
    const confirmed = await page.confirmEnrolment({ challenge, code: codeOf(secret) })
    recoveryCodes = confirmed.recovery_codes
    expect([confirmed.status, recoveryCodes.length]).toEqual(['signed_in', 10])
    expect(await page.profile()).toMatchObject({
      email,
      name: 'Ada',
      mfa: { enabled: true, required: true },
    })
    expect(await rejection(page.setUp({ email, password }))).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('R46 shares one refresh among ten requests with an expired access token, and retries each once', async () => {
    laptop.expireTokens()
    const before = laptop.requests.length
    const profiles = await Promise.all(Array.from({ length: 10 }, () => page.profile()))
    expect(new Set(profiles.map((profile) => profile.email))).toEqual(new Set([email]))
    const requests = laptop.requests.slice(before)
    expect(requests.filter((request) => request === 'POST /refresh')).toHaveLength(1)
    expect(requests.filter((request) => request === 'GET /api/v1/me')).toHaveLength(20)
    expect(await generation()).toBe(2)
  })

  it('restores the session on reload', async () => {
    page = laptop.open()
    expect(await page.restore()).toMatchObject({ email, role: 'Owner' })
    expect(await page.search({ query: 'anything' })).toEqual({ results: [], degraded: false })
    expect(await generation()).toBe(3)
  })

  it('R46 returns refusals that a refresh cannot fix', async () => {
    const before = await generation()
    const change = {
      current_password: 'not my password at all',
      new_password: 'nine loud herons below the bridge',
    }
    const wrong = await rejection(page.changePassword(change))
    expect(wrong).toBeInstanceOf(KenProblem)
    expect(wrong).toMatchObject({
      status: 403,
      code: 'CURRENT_PASSWORD_WRONG',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    })
    expect(await rejection(page.mfa.renewRecoveryCodes({ code: '000000' }))).toMatchObject({
      status: 403,
      code: 'MFA_CODE_REFUSED',
    })
    const weak = await rejection(
      page.changePassword({ current_password: password, new_password: 'aaaa' }),
    )
    expect(weak).toMatchObject({ code: 'PASSWORD_REJECTED', reasons: ['too_short', 'too_weak'] })
    expect([await generation(), laptop.signedOut]).toEqual([before, []])
  })

  it('signs in on a second device with a recovery code, which its next refresh signs out after the first device ended the session', async () => {
    const phone = browserAt(server, world)
    const elsewhere = phone.open()
    const step = await elsewhere.signIn({ email, password, remember_me: true })
    expect(step.status).toBe('mfa_required')
    const proof = { challenge: challengeOf(step), recovery_code: recoveryCodes[0] ?? '' }
    expect((await elsewhere.verifySecondFactor(proof)).status).toBe('signed_in')

    const { data } = await page.sessions.list()
    expect(data.map(({ current }) => current)).toEqual([false, true])
    for (const { id, current } of data) if (!current) await page.sessions.end(id)
    expect((await elsewhere.profile()).email).toBe(email)
    phone.expireTokens()
    const ended = await Promise.all([
      rejection(elsewhere.profile()),
      rejection(elsewhere.sessions.list()),
    ])
    expect(ended.map((error) => error instanceof KenSignedOut && error.reason)).toEqual([
      'refresh_refused',
      'refresh_refused',
    ])
    expect(phone.signedOut).toEqual(['refresh_refused'])
    expect((await page.profile()).email).toBe(email)
  })

  it('signs out in the client and on the server', async () => {
    await page.signOut()
    expect(laptop.signedOut).toEqual(['signed_out'])
    expect(await rejection(page.profile())).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    expect(await laptop.open().restore()).toBeNull()
    expect(await world.sql('select 1 from sessions')).toEqual([])
  })
})
