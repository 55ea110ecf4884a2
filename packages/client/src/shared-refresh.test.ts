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

const search = { query: 'vpn' }
const found = { results: [], degraded: false }

/**
 * The outcome of a promise: its value, the reason of a sign-out, the code of a refusal, or the
 * message.
 */
const outcome = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch(
    (error: { reason?: string; code?: string; message: string }) =>
      error.reason ?? error.code ?? error.message,
  )

/** Sends requests concurrently; resolves when all of them have reached the server. */
async function sendAll({ client, next }: World, count: number) {
  const promises = Array.from({ length: count }, () => client.search(search))
  const outcomes = Promise.all(promises.map(outcome))
  const calls: Call[] = []
  while (calls.length < count) calls.push(await next('POST /public/v1/search'))
  return { outcomes, calls }
}

/** A world whose requests have all received an expired token, and wait for the one refresh. */
async function waitingWorld(count = 3) {
  const world = await signedInWorld()
  const { outcomes, calls } = await sendAll(world, count)
  for (const call of calls) call.respond(401, expired)
  const refresh = await world.next('POST /refresh')
  await quiet()
  return { ...world, outcomes, refresh }
}

const all = (count: number, value: unknown) => Array.from({ length: count }, () => value)

describe('one refresh for all', () => {
  it('R46 uses one shared refresh for concurrent 401 responses; success retries all waiters with the new token', async () => {
    const { refresh, next, calls, count, outcomes, signedOut } = await waitingWorld(10)
    expect(count('POST /public/v1/search')).toBe(10)
    refresh.respond(200, granted('new'))
    for (let index = 0; index < 10; index += 1)
      (await next('POST /public/v1/search')).respond(200, found)
    expect(await outcomes).toEqual(all(10, found))
    expect(count('POST /refresh')).toBe(1)
    const tokens = calls
      .filter(({ operation }) => operation === 'POST /public/v1/search')
      .map(({ token }) => token)
    expect(tokens).toEqual([...all(10, 'old'), ...all(10, 'new')])
    expect(signedOut).toEqual([])
  })

  it('R46 a 401 while a refresh is in flight waits on it', async () => {
    const world = await signedInWorld()
    const { outcomes, calls } = await sendAll(world, 2)
    calls[0]!.respond(401, expired)
    const refresh = await world.next('POST /refresh')
    calls[1]!.respond(401, expired)
    await quiet()
    expect(world.calls).toHaveLength(1 + 2 + 1)
    refresh.respond(200, granted('new'))
    for (let index = 0; index < 2; index += 1)
      (await world.next('POST /public/v1/search')).respond(200, found)
    expect(await outcomes).toEqual(all(2, found))
    expect(world.count('POST /refresh')).toBe(1)
  })

  it('R46 a 401 that arrives after the refresh is retried with its token, without another refresh', async () => {
    const world = await signedInWorld()
    const { outcomes, calls } = await sendAll(world, 2)
    calls[0]!.respond(401, expired)
    ;(await world.next('POST /refresh')).respond(200, granted('new'))
    ;(await world.next('POST /public/v1/search')).respond(200, found)
    calls[1]!.respond(401, expired)
    const retried = await world.next('POST /public/v1/search')
    expect(retried.token).toBe('new')
    retried.respond(200, found)
    expect(await outcomes).toEqual(all(2, found))
    expect(world.count('POST /refresh')).toBe(1)
  })

  it('a request started during a refresh waits for it, and is sent once, with the new token', async () => {
    const world = await waitingWorld(1)
    const profile = world.client.profile()
    await quiet()
    expect(world.count('GET /api/v1/me')).toBe(0)
    world.refresh.respond(200, granted('new'))
    const sent = await world.next('GET /api/v1/me')
    expect(sent.token).toBe('new')
    sent.respond(200, ada)
    expect(await profile).toEqual(ada)
  })

  it.each<{
    readonly name: string
    readonly reason: string
    readonly failRefresh: (refresh: Call) => void
  }>([
    {
      name: '401',
      reason: 'refresh_refused',
      failRefresh: (refresh) => refresh.respond(401, problem(401, 'UNAUTHENTICATED')),
    },
    {
      name: '403',
      reason: 'refresh_failed',
      failRefresh: (refresh) => refresh.respond(403, problem(403, 'FORBIDDEN')),
    },
    {
      name: '503',
      reason: 'refresh_failed',
      failRefresh: (refresh) => refresh.respond(503, problem(503, 'UNAVAILABLE')),
    },
    {
      name: 'the error page of a proxy',
      reason: 'refresh_failed',
      failRefresh: (refresh) => refresh.respond(502, '<html>'),
    },
    {
      name: 'the sign-in page of a network',
      reason: 'refresh_failed',
      failRefresh: (refresh) => refresh.respond(200, '<html>'),
    },
    {
      name: 'JSON without a token',
      reason: 'refresh_failed',
      failRefresh: (refresh) => refresh.respond(200, { status: 'ok' }),
    },
    {
      name: 'an empty response',
      reason: 'refresh_failed',
      failRefresh: (refresh) => refresh.respond(204),
    },
    {
      name: 'no connection',
      reason: 'refresh_failed',
      failRefresh: (refresh) => refresh.fail(new TypeError('fetch failed')),
    },
  ])('R46 failure rejects all and logs out: $name', async ({ reason, failRefresh }) => {
    const { refresh, outcomes, signedOut, count, client, next } = await waitingWorld(3)
    failRefresh(refresh)
    expect(await outcomes).toEqual(all(3, reason))
    expect(signedOut).toEqual([reason])
    expect(count('POST /public/v1/search')).toBe(3)

    const later = client.profile()
    const call = await next('GET /api/v1/me')
    expect(call.token).toBeNull()
    call.respond(401, problem(401, 'UNAUTHENTICATED'))
    expect(await outcome(later)).toBe('UNAUTHENTICATED')
    expect(count('POST /refresh')).toBe(1)
  })

  it('failure passes its cause to the waiters', async () => {
    const world = await signedInWorld()
    const request = world.client.profile()
    ;(await world.next('GET /api/v1/me')).respond(401, expired)
    const cause = new TypeError('fetch failed')
    ;(await world.next('POST /refresh')).fail(cause)
    const error = await request.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(KenSignedOut)
    expect((error as KenSignedOut).cause).toBe(cause)
  })

  it.each(['TOKEN_EXPIRED', 'UNAUTHENTICATED'])(
    'R46 a request is retried exactly once; a 401 on a retried request logs out at once: %s',
    async (code) => {
      const { refresh, next, outcomes, signedOut, count } = await waitingWorld(3)
      refresh.respond(200, granted('new'))
      for (let index = 0; index < 3; index += 1) {
        ;(await next('POST /public/v1/search')).respond(401, problem(401, code))
        await quiet()
        expect(signedOut).toEqual(['retry_refused'])
      }
      expect(await outcomes).toEqual(all(3, code))
      expect(count('POST /public/v1/search')).toBe(6)
      expect(count('POST /refresh')).toBe(1)
    },
  )

  it.each([403, 404, 500])(
    'a %i on a retried request is returned, and has no other effect',
    async (status) => {
      const { refresh, next, outcomes, signedOut, count } = await waitingWorld(1)
      refresh.respond(200, granted('new'))
      ;(await next('POST /public/v1/search')).respond(status, problem(status, 'SOMETHING'))
      expect(await outcomes).toEqual(['SOMETHING'])
      expect([signedOut, count('POST /public/v1/search')]).toEqual([[], 2])
    },
  )

  it.each([
    { name: '401 on permissions', status: 401, body: problem(401, 'DENIED'), code: 'DENIED' },
    { name: '401 without a code', status: 401, body: { status: 401 }, code: 'UNRECOGNIZED' },
    {
      name: '401 of a proxy',
      status: 401,
      body: '<html>TOKEN_EXPIRED</html>',
      code: 'UNRECOGNIZED',
    },
    { name: '403', status: 403, body: problem(403, 'FORBIDDEN'), code: 'FORBIDDEN' },
    {
      name: 'the code with another status',
      status: 403,
      body: problem(403, 'TOKEN_EXPIRED'),
      code: 'TOKEN_EXPIRED',
    },
  ])(
    'R46 only a 401 caused by an expired access token triggers a refresh; passes through: $name',
    async ({ status, body, code }) => {
      const { client, next, calls, signedOut } = await signedInWorld()
      const sent = outcome(
        client.changePassword({ current_password: 'wrong', new_password: 'new' }),
      )
      ;(await next('POST /api/v1/auth/password/change')).respond(status, body)
      expect(await sent).toBe(code)
      await quiet()
      expect([calls.length, signedOut]).toEqual([2, []])
    },
  )

  it('a 401 that says that the session has ended logs out once, without a refresh', async () => {
    const world = await signedInWorld()
    const { outcomes, calls } = await sendAll(world, 2)
    for (const call of calls) call.respond(401, problem(401, 'UNAUTHENTICATED'))
    expect(await outcomes).toEqual(all(2, 'UNAUTHENTICATED'))
    expect([world.count('POST /refresh'), world.signedOut]).toEqual([0, ['refresh_refused']])
  })

  it('a 401 of an ended session does not end the next one', async () => {
    const world = await signedInWorld()
    const { outcomes, calls } = await sendAll(world, 1)
    await signIn(world, 'bobs', bob)
    calls[0]!.respond(401, problem(401, 'UNAUTHENTICATED'))
    expect(await outcomes).toEqual(['UNAUTHENTICATED'])
    expect(world.signedOut).toEqual([])
  })

  it('R46 a 401 from /refresh itself logs out without recursion, even one that says TOKEN_EXPIRED', async () => {
    const { refresh, outcomes, signedOut, calls } = await waitingWorld(2)
    expect(new Headers(refresh.init.headers).has('prefer')).toBe(false)
    refresh.respond(401, expired)
    expect(await outcomes).toEqual(all(2, 'refresh_refused'))
    await quiet()
    expect(calls).toHaveLength(1 + 2 + 1)
    expect(signedOut).toEqual(['refresh_refused'])
  })

  it('R46 a hung refresh times out after 10 s, rejects all waiters and logs out; its late response signs no one in', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const world = await waitingWorld(3)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(world.signedOut).toEqual([])
    expect(world.refresh.init.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await world.outcomes).toEqual(all(3, 'refresh_timed_out'))
    expect(world.signedOut).toEqual(['refresh_timed_out'])
    expect(world.refresh.init.signal?.aborted).toBe(true)

    world.refresh.respond(200, granted('late'))
    await quiet()
    void outcome(world.client.profile())
    expect((await world.next('GET /api/v1/me')).token).toBeNull()
  })

  it('R46 a completed refresh does not time out later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { refresh, next, outcomes, signedOut } = await waitingWorld(1)
    refresh.respond(200, granted('new'))
    ;(await next('POST /public/v1/search')).respond(200, found)
    await outcomes
    expect(vi.getTimerCount()).toBe(0)
    expect(signedOut).toEqual([])
  })

  it('R46 every expiry causes a new refresh, also after a failed one', async () => {
    const world = await waitingWorld(1)
    world.refresh.fail(new TypeError('fetch failed'))
    await world.outcomes
    await signIn(world, 'again')
    for (const { expiredToken, newToken } of [
      { expiredToken: 'again', newToken: 'newer' },
      { expiredToken: 'newer', newToken: 'newest' },
    ]) {
      const request = world.client.profile()
      const first = await world.next('GET /api/v1/me')
      expect(first.token).toBe(expiredToken)
      first.respond(401, expired)
      ;(await world.next('POST /refresh')).respond(200, granted(newToken))
      const second = await world.next('GET /api/v1/me')
      expect(second.token).toBe(newToken)
      second.respond(200, ada)
      expect(await request).toEqual(ada)
    }
    expect([world.count('POST /refresh'), world.signedOut]).toEqual([3, ['refresh_failed']])
  })
})

describe('another person in the same browser', () => {
  it('a refresh that returns another person logs out, and nothing is retried as them', async () => {
    const { refresh, outcomes, signedOut, count } = await waitingWorld(2)
    refresh.respond(200, granted('new', bob))
    expect(await outcomes).toEqual(all(2, 'account_changed'))
    expect([signedOut, count('POST /public/v1/search')]).toEqual([['account_changed'], 2])
  })

  it('a request of one session is never retried in the next', async () => {
    const world = await signedInWorld()
    const { outcomes, calls } = await sendAll(world, 1)
    await signIn(world, 'bobs', bob)
    calls[0]!.respond(401, expired)
    expect(await outcomes).toEqual(['signed_out'])
    expect([
      world.count('POST /refresh'),
      world.count('POST /public/v1/search'),
      world.signedOut,
    ]).toEqual([0, 1, []])
  })
})
