import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { KenSignedOut } from './ken-signed-out.ts'
import {
  ada,
  bob,
  expired,
  granted,
  problem,
  quiet,
  signedInWorld,
  signIn,
  type Call,
  type World,
} from './testing/fake-fetch.ts'

const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'completed',
    (error: unknown) => (error instanceof KenSignedOut ? error.reason : (error as Error).message),
  )

/** A request that waits for a refresh in flight. */
async function waitingWorld() {
  const world = await signedInWorld()
  const waiter = reasonOf(world.client.profile())
  ;(await world.next('GET /api/v1/me')).respond(401, expired)
  return { ...world, waiter, refresh: await world.next('POST /refresh') }
}

/** The token that a request would carry now. */
async function tokenOf({ client, next }: World): Promise<string | null> {
  void reasonOf(client.sessions.list())
  return (await next('GET /api/v1/me/sessions')).token
}

describe('signing out', () => {
  it.each<{
    readonly name: string
    readonly outcome: string
    readonly respond: (logout: Call) => void
  }>([
    { name: '204', outcome: 'completed', respond: (logout) => logout.respond(204) },
    {
      name: '401, which means that there was no session',
      outcome: 'completed',
      respond: (logout) => logout.respond(401, problem(401, 'UNAUTHENTICATED')),
    },
    {
      name: '403',
      outcome: 'FORBIDDEN',
      respond: (logout) => logout.respond(403, problem(403, 'FORBIDDEN')),
    },
    {
      name: '503',
      outcome: 'UNAVAILABLE',
      respond: (logout) => logout.respond(503, problem(503, 'UNAVAILABLE')),
    },
    {
      name: 'no connection',
      outcome: 'fetch failed',
      respond: (logout) => logout.fail(new TypeError('fetch failed')),
    },
  ])(
    'R45 clears the memory with any response, and says whether the server knows: $name',
    async ({ outcome, respond }) => {
      const world = await signedInWorld()
      const signingOut = reasonOf(world.client.signOut())
      expect(world.signedOut).toEqual(['signed_out'])
      expect(await tokenOf(world)).toBeNull()
      const logout = await world.next('POST /logout')
      expect([logout.body, logout.token, logout.init.keepalive]).toEqual([null, null, true])
      respond(logout)
      expect(await signingOut).toBe(outcome)
      expect(await tokenOf(world)).toBeNull()
      expect(world.signedOut).toEqual(['signed_out'])
    },
  )

  it('calls onSignedOut exactly once per logout, for any number of calls', async () => {
    const world = await signedInWorld()
    const both = Promise.all([world.client.signOut(), world.client.signOut()])
    for (let index = 0; index < 2; index += 1) (await world.next('POST /logout')).respond(204)
    await both
    await signIn(world, 'again')
    void world.client.signOut()
    expect(world.signedOut).toEqual(['signed_out', 'signed_out'])
  })

  it('also informs the server when no session is known, because there may be a cookie', async () => {
    const world = await signedInWorld()
    void world.client.signOut()
    void world.client.signOut()
    expect(world.count('POST /logout')).toBe(2)
  })

  it('prevents requests of the ended session from refreshing or retrying', async () => {
    const { client, next, signedOut, count } = await signedInWorld()
    const request = reasonOf(client.profile())
    const sent = await next('GET /api/v1/me')
    void client.signOut()
    sent.respond(401, expired)
    expect(await request).toBe('signed_out')
    expect([count('POST /refresh'), count('GET /api/v1/me'), signedOut]).toEqual([
      0,
      1,
      ['signed_out'],
    ])
  })

  it('happens when all sessions have ended, and not before', async () => {
    const world = await signedInWorld()
    const refused = reasonOf(world.client.sessions.endAll())
    ;(await world.next('POST /api/v1/me/sessions/end-all')).respond(
      503,
      problem(503, 'UNAVAILABLE'),
    )
    expect([await refused, await tokenOf(world), world.signedOut]).toEqual([
      'UNAVAILABLE',
      'old',
      [],
    ])
    const ended = reasonOf(world.client.sessions.endAll())
    ;(await world.next('POST /api/v1/me/sessions/end-all')).respond(204)
    expect([await ended, await tokenOf(world), world.signedOut]).toEqual([
      'completed',
      null,
      ['signed_out'],
    ])
  })
})

describe('signing out during a refresh in flight', () => {
  it('R46 rejects all waiters now and abandons the refresh', async () => {
    const { client, waiter, refresh, signedOut, next } = await waitingWorld()
    const signingOut = client.signOut()
    expect(await waiter).toBe('signed_out')
    expect(refresh.init.signal?.aborted).toBe(true)
    ;(await next('POST /logout')).respond(204)
    await signingOut
    expect(signedOut).toEqual(['signed_out'])
  })

  it('later requests do not wait for the old refresh', async () => {
    const world = await waitingWorld()
    void world.client.signOut()
    expect(await tokenOf(world)).toBeNull()
  })

  it.each<{ readonly name: string; readonly comeBack: (refresh: Call) => void }>([
    { name: 'succeeds', comeBack: (refresh) => refresh.respond(200, granted('late')) },
    {
      name: 'is refused',
      comeBack: (refresh) => refresh.respond(401, problem(401, 'UNAUTHENTICATED')),
    },
    { name: 'fails', comeBack: (refresh) => refresh.fail(new TypeError('fetch failed')) },
  ])('R46 a refresh that returns afterwards changes nothing: it $name', async ({ comeBack }) => {
    const world = await waitingWorld()
    void world.client.signOut()
    ;(await world.next('POST /logout')).respond(204)
    comeBack(world.refresh)
    await quiet()
    expect([await tokenOf(world), world.signedOut]).toEqual([null, ['signed_out']])

    const next = await waitingWorld()
    void next.client.signOut()
    ;(await next.next('POST /logout')).respond(204)
    await signIn(next, 'bobs', bob)
    comeBack(next.refresh)
    await quiet()
    expect([await tokenOf(next), next.signedOut]).toEqual(['bobs', ['signed_out']])
  })

  it('R46 its time limit does not end a later session', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const world = await waitingWorld()
    void world.client.signOut()
    ;(await world.next('POST /logout')).respond(204)
    await signIn(world, 'bobs', bob)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([await tokenOf(world), world.signedOut]).toEqual(['bobs', ['signed_out']])
  })

  it('R46 wins against a refresh that succeeds at the same time', async () => {
    const outcomes = new Set<string>()
    for (let steps = 0; steps < 30; steps += 1) {
      const world = await waitingWorld()
      const restored = world.client.restore()
      const late = reasonOf(world.client.request('/api/v1/late'))
      world.refresh.respond(200, granted('new'))
      for (let step = 0; step < steps; step += 1) await Promise.resolve()
      const sentBefore = world.calls.length
      void world.client.signOut()
      await quiet()
      // Only earlier requests may have carried the new token.
      expect(world.calls.slice(sentBefore).map(({ operation }) => operation)).toEqual([
        'POST /logout',
      ])
      expect([await tokenOf(world), world.signedOut]).toEqual([null, ['signed_out']])
      for (const call of world.calls) call.respond(200, ada)
      outcomes.add(JSON.stringify([await world.waiter, await late, (await restored)?.id ?? null]))
    }
    expect(outcomes).toContain(JSON.stringify(['signed_out', 'signed_out', null]))
    expect(outcomes).toContain(JSON.stringify(['completed', 'completed', 'ada']))
  })

  it('a 401 on a retried request ends no later session', async () => {
    const world = await waitingWorld()
    world.refresh.respond(200, granted('new'))
    const retried = await world.next('GET /api/v1/me')
    void world.client.signOut()
    ;(await world.next('POST /logout')).respond(204)
    await signIn(world, 'bobs', bob)
    retried.respond(401, problem(401, 'UNAUTHENTICATED'))
    expect(await world.waiter).toBe('UNAUTHENTICATED')
    expect([await tokenOf(world), world.signedOut]).toEqual(['bobs', ['signed_out']])
  })
})

describe('the cookie', () => {
  it.each(['signIn', 'restore'] as const)(
    '%s waits until the server has responded to a sign-out',
    async (method) => {
      const world = await signedInWorld()
      void reasonOf(world.client.signOut())
      const credentials = { email: ada.email, password: 'a password', remember_me: true }
      const signedIn =
        method === 'signIn' ? world.client.signIn(credentials) : world.client.restore()
      await quiet()
      expect(world.calls.at(-1)?.operation).toBe('POST /logout')
      ;(await world.next('POST /logout')).respond(503, problem(503, 'UNAVAILABLE'))
      ;(await world.next(method === 'signIn' ? 'POST /login' : 'POST /refresh')).respond(
        200,
        granted('again'),
      )
      await signedIn
      expect(await tokenOf(world)).toBe('again')
    },
  )

  it('starts as soon as the sign-out is over, so that later requests wait for it', async () => {
    const { client, next, count } = await signedInWorld()
    const signingOut = client.signOut()
    ;(await next('POST /logout')).respond(204)
    await signingOut
    void client.restore()
    void client.profile()
    await quiet()
    expect([count('POST /refresh'), count('GET /api/v1/me')]).toEqual([1, 0])
  })

  it('a sign-in waits until a refresh in flight has completed', async () => {
    const world = await waitingWorld()
    const signedIn = world.client.signIn({
      email: bob.email,
      password: 'a password',
      remember_me: true,
    })
    await quiet()
    expect(world.calls.at(-1)?.operation).toBe('POST /refresh')
    world.refresh.fail(new TypeError('fetch failed'))
    ;(await world.next('POST /login')).respond(200, granted('bobs', bob))
    await signedIn
    expect(await tokenOf(world)).toBe('bobs')
  })
})
