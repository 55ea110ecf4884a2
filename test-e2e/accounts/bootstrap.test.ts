import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { distributedWorld, ownerEmail, ownerPassword, type World } from '../support/distributed.ts'
import { kenHere, startKenHere } from '../support/ken-here.ts'
import { ken, startKen, type Server, type ServerProgram } from '../support/ken-program.ts'
import { bearer, cookieOf, stepOf, type Step } from '../support/session.ts'
import { post, served } from '../support/surface.ts'
import { atOnce, raceTimeout, rounds, sharedRedis } from '../support/two-processes.ts'

const started = new AsyncDisposableStack()
afterAll(() => started.disposeAsync())

/** About as long as the first setup of a process takes. */
const setUpMs = 1_000
const init = ['init-owner', '--email', ownerEmail, '--password', ownerPassword]

describe('the first Owner', { timeout: raceTimeout }, () => {
  let world: World
  /** It is killed and replaced. */
  let victim: ServerProgram
  /** Null without Redis, which two servers need. */
  let other: Server | null
  const setUp = (position: number, email = `owner-${position}@example.com`) =>
    served(() =>
      post(`${(position % 2 === 0 ? victim : (other ?? victim)).url}/setup`, {
        email,
        password: ownerPassword,
      }),
    )
  const owners = () => world.sql(`select role, status from users`)

  beforeAll(async () => {
    const isShared = sharedRedis !== null
    world = started.use(await distributedWorld({ owner: false, redis: isShared }))
    victim = started.use(await startKen(['http'], world))
    other = isShared ? started.use(await startKenHere(['http'], world)) : null
  })
  beforeEach(() => world.sql('delete from users'))

  it('R49 is created once by 50 concurrent setups on two processes and 2 commands; the others get the same refusal as all later ones', async () => {
    const crowds = Math.ceil(rounds / 2)
    for (let round = 0; round < crowds; round += 1) {
      await world.sql('delete from users')
      const commands = atOnce(2, () => ken(init, world))
      const statuses = (await atOnce(50, setUp)).map(({ status }) => status)
      const ended = await commands
      const codes = ended.map(({ code }) => code)
      expect(
        statuses.filter((status) => status === 201).length +
          codes.filter((code) => code === 0).length,
      ).toBe(1)
      expect(statuses.filter((status) => status !== 201 && status !== 404)).toEqual([])
      expect(
        ended.filter(({ code, stderr }) => code !== 0 && !stderr.includes('Ken is already set up')),
      ).toEqual([])
      expect(await owners()).toEqual([{ role: 'Owner', status: 'active' }])
    }
    const acts = await world.sql(`select outcome from audit_log where action = 'account.set_up'`)
    expect(acts.map(({ outcome }) => outcome)).toEqual(Array(crowds).fill('success'))
  })

  it('R49 cannot be created again, not even on the command line', async () => {
    await setUp(0)
    const again = await kenHere(init, world)
    expect(again.code).toBe(1)
    expect(again.stderr).toMatch(/already/i)
    expect(again.stderr).not.toContain(ownerPassword)
    expect((await setUp(1)).status).toBe(404)
  })

  it('R49 R88 can still be created, exactly once, after the process that creates one is killed at any moment', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await world.sql('delete from users')
      const sent = atOnce(4, (position) =>
        post(`${victim.url}/setup`, {
          email: `owner-${position}@example.com`,
          password: ownerPassword,
        }).catch(() => null),
      )
      await setTimeout(Math.random() * setUpMs)
      await victim.stop('SIGKILL')
      await sent
      const found = await owners()
      victim = started.use(await startKen(['http'], world))
      expect((await setUp(0)).status).toBe(found.length === 0 ? 201 : 404)
      expect(await owners()).toHaveLength(1)
    }
  })

  it('R26 R30 continues from setup through enrolment to a session, and then needs a code at every sign-in', async () => {
    const { url } = victim
    const next = async (path: string, body: object): Promise<Step & { cookie: string }> => {
      const response = await post(`${url}${path}`, body)
      return { ...(await stepOf(response.clone())), cookie: cookieOf(response) }
    }
    const first = await next('/setup', { email: ownerEmail, password: ownerPassword, name: 'Ada' })
    expect(first).toMatchObject({
      status: 'mfa_enrolment_required',
      cookie: '',
      user: { email: ownerEmail, role: 'Owner' },
    })
    expect(await world.sql('select 1 from sessions')).toEqual([])
    const { secret } = await next('/login/mfa/enrol', { challenge: first.challenge })
    const signedIn = await next('/login/mfa/confirm', {
      challenge: first.challenge,
      code: codeOf(secret),
    })
    expect(signedIn.status).toBe('signed_in')
    expect(signedIn.recovery_codes).toHaveLength(10)
    expect(
      (await fetch(`${url}/api/v1/me`, { headers: bearer(signedIn.access_token) })).status,
    ).toBe(200)
    const again = await next('/login', { email: ownerEmail, password: ownerPassword })
    expect(again).toMatchObject({ status: 'mfa_required', cookie: '' })
  })
})
