import { describe, expect, it } from 'vitest'
import type { KenClientOptions } from './ken-client.ts'
import type { TabChannel, TabMessage } from './tabs.ts'
import {
  ada,
  bob,
  clientWorld,
  expired,
  granted,
  problem,
  quiet,
  signIn,
  type World,
} from './testing/fake-fetch.ts'

/** Tabs of one browser: a message reaches all but its sender. */
function browser() {
  const listeners = new Map<object, (event: { data: unknown }) => void>()
  const posted: unknown[] = []
  const post = (from: object | null, data: unknown) => {
    posted.push(data)
    for (const [tab, listener] of listeners) if (tab !== from) listener({ data })
  }
  const tab = (options: Partial<KenClientOptions> = {}): World => {
    const channel: TabChannel = {
      postMessage: (message: TabMessage) => post(channel, message),
      addEventListener: (_, listener) => listeners.set(channel, listener),
    }
    return clientWorld({ channel, ...options })
  }
  return { tab, post: (data: unknown) => post(null, data), posted }
}

describe('tabs of one browser', () => {
  it('sign out together, with any answer of the server', async () => {
    const { tab, posted } = browser()
    const [one, other] = [tab(), tab()]
    for (const world of [one, other]) await signIn(world, 'a token')
    const signedOut = one.client.signOut()
    expect(other.signedOut).toEqual(['signed_out'])
    ;(await one.next('POST /logout')).respond(204)
    await signedOut
    expect(other.count('POST /logout')).toBe(0)
    expect(JSON.stringify(posted)).not.toContain('a token')
    expect(posted.at(-1)).toEqual({ kind: 'signed_out', user_id: ada.id })
  })

  it('end the session of a person when another one signs in', async () => {
    const { tab } = browser()
    const [one, other] = [tab(), tab()]
    await signIn(one, 'of ada')
    await signIn(other, 'of bob', bob)
    expect(one.signedOut).toEqual(['account_changed'])
    expect(other.signedOut).toEqual([])
  })

  it('keep the session when the same person signs in', async () => {
    const { tab } = browser()
    const [one, other] = [tab(), tab()]
    await signIn(one, 'first')
    await signIn(other, 'second')
    expect([one.signedOut, other.signedOut]).toEqual([[], []])
  })

  it('notify a tab without a session that another one signed in', async () => {
    const { tab } = browser()
    let calls = 0
    tab({ onSignedInElsewhere: () => (calls += 1) })
    await signIn(tab(), 'a token')
    expect(calls).toBe(1)
  })

  it('notify a tab whose session was refused, also when the same person signs in', async () => {
    const { tab } = browser()
    let calls = 0
    const refused = tab({ onSignedInElsewhere: () => (calls += 1) })
    await signIn(refused, 'first')
    const profile = refused.client.profile().catch(() => {})
    ;(await refused.next('GET /api/v1/me')).respond(401, problem(401, 'UNAUTHENTICATED'))
    await profile
    expect([refused.signedOut, calls]).toEqual([['refresh_refused'], 0])
    await signIn(tab(), 'second')
    expect(calls).toBe(1)
  })

  it('ignore anything else on the channel', async () => {
    const { tab, post } = browser()
    const world = tab()
    await signIn(world, 'a token')
    for (const data of [
      null,
      'signed_out',
      { kind: 'signed_out' },
      { kind: 'other', user_id: 'ada' },
    ])
      post(data)
    expect(world.signedOut).toEqual([])
  })

  it('refresh one at a time where there are locks, and count the wait into the time limit', async () => {
    const locked = Promise.withResolvers<void>()
    const names: string[] = []
    const { tab } = browser()
    const world = tab({
      refreshTimeoutMs: 20,
      locks: {
        request: async (name, { signal }, work) => {
          names.push(name)
          await Promise.race([
            locked.promise,
            new Promise((_, reject) =>
              signal.addEventListener('abort', () => reject(signal.reason)),
            ),
          ])
          return work()
        },
      },
    })
    await signIn(world, 'old')
    const late = world.client.profile().catch((error: unknown) => error)
    ;(await world.next('GET /api/v1/me')).respond(401, expired)
    expect(await late).toMatchObject({ reason: 'refresh_timed_out' })
    expect(world.count('POST /refresh')).toBe(0)

    await signIn(world, 'old')
    const profile = world.client.profile()
    ;(await world.next('GET /api/v1/me')).respond(401, expired)
    await quiet()
    expect(world.count('POST /refresh')).toBe(0)
    locked.resolve()
    ;(await world.next('POST /refresh')).respond(200, granted('new'))
    ;(await world.next('GET /api/v1/me')).respond(200, ada)
    expect(await profile).toEqual(ada)
    expect(names).toEqual(['ken-refresh', 'ken-refresh'])
  })
})
