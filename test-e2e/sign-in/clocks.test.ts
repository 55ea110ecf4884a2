import { describe, expect, it } from 'vitest'
import { distributedWorld } from '../support/distributed.ts'
import { startKenHere } from '../support/ken-here.ts'
import { kenJson, startKen } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { bearer, cookieOf, refresh, sessionOf, stepOf } from '../support/session.ts'
import { sharedRedis } from '../support/two-processes.ts'

/** Sets the clock of a process ahead by a number of seconds. */
const shifted = (seconds: number) => {
  const module = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...values) { values.length === 0 ? super(Real.now() + ${seconds * 1_000}) : super(...values) }
    static now() { return Real.now() + ${seconds * 1_000} }
  }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` }
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iat: number }

/** The status of a server's readiness, and what it says of its clock. */
const clockOf = async (url: string) => {
  const response = await fetch(`${url}/readyz`)
  const { parts } = (await response.json()) as { parts: { part: string; reason?: string }[] }
  return [response.status, parts.find(({ part }) => part === 'clock')?.reason ?? null]
}

describe.skipIf(sharedRedis === null)(
  'servers whose clocks are ten minutes apart',
  { timeout: 120_000 },
  () => {
    it('R93 accept each other’s tokens, continue to refresh, and report the wrong clock', async () => {
      await using world = await distributedWorld({ redis: true })
      await addMemberWithPassword(world)
      await using right = await startKenHere(['http'], world)
      await using ahead = await startKen(['http'], {
        ...world,
        env: { ...world.env, ...shifted(600) },
      })
      await using behind = await startKen(['http'], {
        ...world,
        env: { ...world.env, ...shifted(-600) },
      })
      const servers = [right, ahead, behind]
      for (const issuer of servers) {
        const session = await sessionOf(issuer, member)
        expect(Math.abs(claimsOf(session.token).iat - Date.now() / 1_000)).toBeLessThan(4)
        let { cookie, token } = session
        for (const checker of servers) {
          expect((await fetch(`${checker.url}/api/v1/me`, { headers: bearer(token) })).status).toBe(
            200,
          )
          const refreshed = await refresh(checker, cookie)
          expect(refreshed.status).toBe(200)
          cookie = cookieOf(refreshed)
          token = (await stepOf(refreshed)).access_token
        }
      }

      expect(await clockOf(right.url)).toEqual([200, null])
      expect(await clockOf(ahead.url)).toEqual([
        200,
        expect.stringMatching(/^The clock of this server is (599|600|601) s ahead of/),
      ])
      expect(await clockOf(behind.url)).toEqual([
        200,
        expect.stringMatching(/^The clock of this server is (599|600|601) s behind/),
      ])
      const doctor = { ...world, env: { ...world.env, ...shifted(600) } }
      const { checks } = await kenJson<{
        checks: { name: string; state: string; detail: string }[]
      }>(['doctor'], doctor)
      expect(checks.find(({ name }) => name === 'clock')).toMatchObject({
        state: 'warn',
        detail: expect.stringContaining('ahead of'),
      })
    })
  },
)
