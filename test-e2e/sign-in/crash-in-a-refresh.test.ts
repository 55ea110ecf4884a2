import { expect, it } from 'vitest'
import { distributedWorld, type World } from '../support/distributed.ts'
import { startKenHere } from '../support/ken-here.ts'
import { startKen, type Server } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { cookieOf, refresh, sessionOf } from '../support/session.ts'
import { sharedRedis } from '../support/two-processes.ts'

/** Each test starts several programs. */
const timeout = 120_000

/** Sends a refresh whose answer never arrives, and returns once the rotation is committed. */
async function rotateUnanswered({ sql }: World, server: Server, cookie: string): Promise<void> {
  const [before] = await sql('select max(generation) as generation from sessions')
  const unanswered = new AbortController()
  const sent = fetch(`${server.url}/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: '{}',
    signal: unanswered.signal,
  }).catch(() => null)
  const isCommitted = async () =>
    (await sql('select max(generation) as generation from sessions'))[0]?.['generation'] !==
    before?.['generation']
  while (!(await isCommitted()));
  unanswered.abort()
  await sent
}

/** Moves rotations and heartbeats back, as if that time had passed without a server. */
async function pass({ sql }: World, seconds: number, { isUp = false } = {}): Promise<void> {
  await sql(`update sessions set rotated_at = rotated_at - make_interval(secs => $1)`, [seconds])
  if (!isUp)
    await sql(`update server_beats set beat_at = beat_at - make_interval(secs => $1)`, [seconds])
}

it(
  'R37 R39 returns the same successor to a retry after a crash that lost the response, however long the restart takes',
  { timeout },
  async () => {
    await using world = await distributedWorld()
    await addMemberWithPassword(world)
    const crashing = await startKen(['http'], world)
    const { cookie } = await sessionOf(crashing, member)
    await rotateUnanswered(world, crashing, cookie)
    await crashing.stop('SIGKILL')
    await pass(world, 60)

    await using server = await startKenHere(['http'], world)
    const [first, second] = [await refresh(server, cookie), await refresh(server, cookie)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(cookieOf(first)).toBe(cookieOf(second))
    expect(await world.sql('select generation from sessions')).toEqual([{ generation: 2 }])
    expect((await refresh(server, cookieOf(first))).status).toBe(200)
    // The window that the restart left open is over, too, after its ten seconds.
    await pass(world, 0)
    await world.sql(`update sessions set rotated_at = rotated_at - interval '15 s',
    earlier_rotations = array(select at - interval '15 s' from unnest(earlier_rotations) as one(at))`)
    await world.sql(
      `update server_outages set began_at = began_at - interval '15 s', ended_at = ended_at - interval '15 s'`,
    )
    expect((await refresh(server, cookie)).status).toBe(401)
    expect(await world.sql('select 1 from sessions')).toEqual([])
  },
)

it(
  'R38 R40 ends the family of an old token that is used after its grace window if a server was always up',
  { timeout },
  async () => {
    await using world = await distributedWorld()
    await addMemberWithPassword(world)
    await using server = await startKenHere(['http'], world)
    const { cookie } = await sessionOf(server, member)
    await rotateUnanswered(world, server, cookie)
    await pass(world, 11, { isUp: true })
    expect((await refresh(server, cookie)).status).toBe(401)
    expect(await world.sql('select 1 from sessions')).toEqual([])
  },
)

it.skipIf(sharedRedis === null)(
  'R40 does not extend the grace window for the crash of one server while another is up',
  { timeout },
  async () => {
    await using world = await distributedWorld({ redis: true })
    await addMemberWithPassword(world)
    await using server = await startKenHere(['http'], world)
    const crashing = await startKen(['http'], world)
    const { cookie } = await sessionOf(server, member)
    await rotateUnanswered(world, crashing, cookie)
    await crashing.stop('SIGKILL')
    await pass(world, 11, { isUp: true })
    await using restarted = await startKenHere(['http'], world)
    expect((await refresh(restarted, cookie)).status).toBe(401)
  },
)
