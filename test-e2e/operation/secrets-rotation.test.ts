import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { distributedWorld } from '../support/distributed.ts'
import { kenHere, kenJsonHere, startKenHere } from '../support/ken-here.ts'
import { startKen, type Server } from '../support/ken-program.ts'
import { addMembersWithPassword, addMemberWithPassword, member } from '../support/member.ts'
import {
  bearer,
  cookieOf,
  enrolOwner,
  ownerChallenge,
  refresh,
  sessionOf,
  stepOf,
} from '../support/session.ts'
import { post } from '../support/surface.ts'
import { sharedRedis } from '../support/two-processes.ts'

const me = (url: string, token: string) => fetch(`${url}/api/v1/me`, { headers: bearer(token) })

it('R34 R83 rotates the secrets without ending a session, and drops the old one without losing a second factor', async () => {
  await using world = await distributedWorld()
  await addMemberWithPassword(world)
  const newest = `newest:${randomBytes(32).toString('base64')}`
  const both = {
    ...world,
    env: { ...world.env, KEN_SECRETS: `${newest},${world.env['KEN_SECRETS']}` },
  }
  const alone = { ...world, env: { ...world.env, KEN_SECRETS: newest } }

  const before = await startKenHere(['http'], world)
  const { secret } = await enrolOwner(world, before)
  const session = await sessionOf(before, member)
  await before.stop()

  const during = await startKenHere(['http'], both)
  expect((await me(during.url, session.token)).status).toBe(200)
  const refreshed = await refresh(during, session.cookie)
  expect(refreshed.status).toBe(200)
  const { access_token: token } = (await refreshed.json()) as { access_token: string }
  expect(await kenJsonHere(['secrets', 'reencrypt'], both)).toEqual({
    reencrypted: 1,
    unreadable: 0,
  })
  await during.stop()

  await using after = await startKenHere(['http'], alone)
  expect((await me(after.url, token)).status).toBe(200)
  expect((await me(after.url, session.token)).status).toBe(401)
  expect((await refresh(after, session.cookie)).status).toBe(401)
  const body = { challenge: await ownerChallenge(after), code: codeOf(secret) }
  expect((await post(`${after.url}/login/mfa`, body)).status).toBe(200)
})

/** What doctor says of the rotation, regardless of what its other checks find on a busy machine. */
async function rotationOf(world: {
  readonly env: { readonly [name: string]: string }
  readonly cwd: string
}) {
  const { stdout } = await kenHere(['doctor', '--json'], world)
  const { checks } = JSON.parse(stdout) as {
    checks: { name: string; state: string; detail: string }[]
  }
  return checks.find(({ name }) => name === 'secrets rotation')
}

it.skipIf(sharedRedis === null)(
  'R34 R83 signs no one out while two servers restart one after the other, in both rounds of a rotation',
  { timeout: 300_000 },
  async () => {
    await using world = await distributedWorld({ redis: true })
    const people = await addMembersWithPassword(world, 6)
    const secret = randomBytes(32).toString('base64')
    const used = world.env['KEN_SECRETS']!
    const envOf = (secrets: string) => ({ ...world, env: { ...world.env, KEN_SECRETS: secrets } })
    await using started = new AsyncDisposableStack()
    const servers: Server[] = []
    // They share no memory: one has a process of its own.
    const starts = [startKen, startKenHere]
    for (const start of starts) servers.push(started.use(await start(['http'], world)))
    const sessions = await Promise.all(
      people.map((person, number) => sessionOf(servers[number % 2]!, person)),
    )

    const over = new AbortController()
    const refused: string[] = []
    let answered = 0
    /** Refreshes at either server in turn and reads at the other, for as long as both restart. */
    const traffic = sessions.map(async ({ cookie: first, token: begun }, number) => {
      let [cookie, token] = [first, begun]
      for (let turn = number; !over.signal.aborted; turn += 1) {
        const [here, there] = [
          servers[turn % servers.length]!,
          servers[(turn + 1) % servers.length]!,
        ]
        const refreshed = await refresh(here, cookie).catch(() => null)
        if (refreshed !== null && refreshed.status === 200) {
          cookie = cookieOf(refreshed)
          token = (await stepOf(refreshed)).access_token
        }
        const read = await me(there.url, token).catch(() => null)
        for (const response of [refreshed, read]) {
          if (response === null) continue
          answered += 1
          if (response.status === 401) refused.push(`${response.url} ${turn}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
      return cookie
    })
    /** Replaces each server by one with these secrets, while the other serves; then both serve. */
    const roll = async (secrets: string) => {
      for (const [position, start] of starts.entries()) {
        const [old] = servers.splice(position, 1)
        await old!.stop()
        servers.splice(position, 0, started.use(await start(['http'], envOf(secrets))))
        const before = answered
        await expect.poll(() => answered).toBeGreaterThan(before + 8 * people.length)
      }
    }
    const marked = `next~:${secret},${used}`
    const unmarked = `next:${secret},${used}`
    await roll(marked)
    expect(await rotationOf(envOf(marked))).toMatchObject({
      state: 'warn',
      detail: expect.stringContaining('remove the ~'),
    })
    await roll(unmarked)
    over.abort()
    const cookies = await Promise.all(traffic)
    expect(refused).toEqual([])
    expect(await kenJsonHere(['secrets', 'reencrypt'], envOf(unmarked))).toEqual({
      reencrypted: 0,
      unreadable: 0,
    })
    await world.sql(
      `update secret_uses set last_used_at = last_used_at - interval '5 minutes' where id = 'test'`,
    )
    expect(await rotationOf(envOf(unmarked))).toMatchObject({
      state: 'warn',
      detail: expect.stringContaining('No longer needed: test'),
    })
    const alone = started.use(await startKenHere(['http'], envOf(`next:${secret}`)))
    const last = await Promise.all(cookies.map((cookie) => refresh(alone, cookie)))
    expect(last.map(({ status }) => status)).toEqual(sessions.map(() => 200))
  },
)
