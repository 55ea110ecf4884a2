import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startInBackgroundHere } from '../support/ken-here.ts'
import type { Running, Started } from '../support/ken-program.ts'
import { teamChatWorld, type TeamChatWorld } from '../support/chats/team-chat.ts'

/** Attempts to take the lease are ten seconds apart, and a machine may be busy. */
const soon = { timeout: 50_000, interval: 200 }

let world: TeamChatWorld
let people: readonly ReturnType<TeamChatWorld['chat']['addPerson']>[]
const said: string[] = []
/** The one that listens, and the one that waits. */
let [leader, standby]: Running[] = []
let worker: Started | undefined
/** All that ran. */
const programs: Started[] = []

async function startScheduler(): Promise<Running> {
  const program = await world.start('scheduler')
  programs.push(program)
  return program
}

beforeAll(async () => {
  world = await teamChatWorld({ redis: true })
  // Enough that no one exceeds the limit of answers per minute.
  people = Array.from({ length: 60 }, (_, number) => world.chat.addPerson(`person-${number}`))
  for (const { id, username } of people)
    await world.link(id, await world.addMember(`${username}@example.com`))
  worker = await startInBackgroundHere('worker', world)
  programs.push(world.server, worker)
  leader = await startScheduler()
  await vi.waitUntil(async () => (await delivery()).state === 'listening', soon)
  standby = await startScheduler()
})
afterAll(async () => {
  await worker?.stop()
  await world.close()
})

const delivery = async () => (await world.showTeamChat()).delivery
const dropped = async () => (await delivery()).dropped
const say = (text: string) =>
  void said.push(world.chat.say(people[said.length % people.length]!, text).id)

/** Posts a number of questions, fifty per second. */
async function sayMany(count: number): Promise<void> {
  for (let written = 0; written < count; written += 1) {
    say(`question ${written}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const jobIds = () =>
  idsOf(
    `select data ->> 'postId' as id from pgboss.job where name in ('answer_chat_post', 'admit_chat_sender')`,
  )
const idsOf = async (text: string) => (await world.sql(text)).map(({ id }) => String(id)).toSorted()

/** How many answers every post has. */
function countAnswers(): readonly number[] {
  const { world: stored, bot } = world.chat
  const answers = [...stored.posts.values()].filter(({ user_id }) => user_id === bot.id)
  return said.map((id) => answers.filter(({ root_id }) => root_id === id).length)
}
const once = () => said.map(() => 1)

/** Every post is known, and has its one job and its one answer. */
async function allAnswered(): Promise<void> {
  await expect
    .poll(() => idsOf('select post_id as id from chat_posts'), soon)
    .toEqual(said.toSorted())
  expect(await jobIds()).toEqual(said.toSorted())
  await expect.poll(countAnswers, soon).toEqual(once())
}

/** As if the lease had expired of a process that no longer renews it. */
const leaseIsOver = () => world.sql('update leases set expires_at = now()')

const lines = ({ output }: Started, event: string) => output.stderr.split(`"${event}"`).length - 1

/** How often a process took or lost the lease of team chat: every chat has its own. */
const leaseLines = ({ output }: Started, event: string) =>
  output.stderr
    .split('\n')
    .filter((line) => line.includes(`"${event}"`) && line.includes('"source":"teamchat"')).length

/** The event of a post that three things keep out, with some of it damaged or gone. */
function damagedEvents(authorId: string, botId: string) {
  const channelId = 'c'.repeat(26)
  const props = { from_webhook: 'true' }
  const rest = { message: 'let me in', delete_at: 0, original_id: '', remote_id: '', file_ids: [] }
  const eventOf = (id: string) => {
    const post = {
      id,
      create_at: Date.now(),
      user_id: authorId,
      channel_id: channelId,
      root_id: '',
      type: 'custom_x',
      props,
    }
    const data = {
      channel_type: 'D',
      channel_name: `${botId}__${channelId}`,
      team_id: '',
      post: JSON.stringify({ ...post, ...rest }),
    }
    return JSON.stringify({ event: 'posted', data, broadcast: { channel_id: channelId } })
  }
  let count = 0
  const nextId = () =>
    Array.from(String((count += 1)), (digit) => 'ybndrfg8ej'[Number(digit)])
      .join('')
      .padStart(26, 'y')
  const { length } = eventOf(nextId())
  const damage = fc.record({ at: fc.nat(length), cut: fc.nat(3), put: fc.string({ maxLength: 3 }) })
  return damage.map(({ at, cut, put }) => {
    // Each of a post of its own: a post that is dropped counts once.
    const event = eventOf(nextId())
    return event.slice(0, at) + put + event.slice(at + cut)
  })
}

describe('ken scheduler', () => {
  it('R71 listens in only one of many processes, and loses none of fifty posts a second', async () => {
    await sayMany(150)
    await allAnswered()
    expect(world.chat.sockets.openCount()).toBe(1)
    expect([lines(leader!, 'team_chat.connected'), lines(standby!, 'team_chat.connected')]).toEqual(
      [1, 0],
    )
  })

  it('R67 drops and counts unverifiable posts, and continues', async () => {
    const [alice] = people
    const webhook = { props: { from_webhook: 'true' } }
    for (const overrides of [webhook, webhook, { type: 'system_generic' as const }])
      world.chat.say(alice!, 'no', { overrides })
    const mutated = fc.sample(damagedEvents(people[0]!.id, world.chat.bot.id), {
      numRuns: 5_000,
      seed: 67,
    })
    const send = () => {
      for (const event of mutated) world.chat.sockets.sendRaw(event)
    }
    send()
    say('after that')
    await allAnswered()
    await expect.poll(dropped, soon).toMatchObject({ webhook: 2, system: 1 })
    // What is no JSON at all is no event, and not counted.
    const fewest = async () => {
      const { malformed = 0, special_type: special = 0 } = await dropped()
      return Math.min(malformed, special)
    }
    const isCounted = () => expect.poll(fewest).toBeGreaterThan(500)
    // They are in no channel: a connection that ended took them with it.
    await isCounted().catch(() => {
      send()
      return isCounted()
    })
  })

  it('R71 is replaced while paused, and does no harm after it resumes', async () => {
    leader!.child.kill('SIGSTOP')
    await sayMany(10)
    await leaseIsOver()
    await allAnswered()
    expect(leaseLines(standby!, 'chat.lease_taken')).toBe(1)
    leader!.child.kill('SIGCONT')
    await sayMany(50)
    await expect.poll(() => leaseLines(leader!, 'chat.lease_lost'), soon).toBe(1)
    await sayMany(10)
    await allAnswered()
    expect(world.chat.sockets.openCount()).toBe(1)
    expect(await delivery()).toMatchObject({ state: 'listening' })
    ;[leader, standby] = [standby, leader]
  })

  it('R69 R71 is replaced after all are killed while working, and no post is lost or answered twice', async () => {
    const writing = sayMany(50)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await Promise.all([leader!.stop('SIGKILL'), standby!.stop('SIGKILL')])
    await leaseIsOver()
    // A new scheduler tries at once; a waiting one tries every ten seconds.
    leader = await startScheduler()
    await writing
    await allAnswered()
    expect(leaseLines(leader, 'chat.lease_taken')).toBe(1)
  })

  it('R68 reports an unreachable server, and reads the missed posts afterwards', async () => {
    await world.way.cut()
    await expect
      .poll(delivery, soon)
      .toMatchObject({ state: 'not_connected', reason: 'unreachable' })
    await sayMany(20)
    await world.way.heal()
    await allAnswered()
    await expect.poll(delivery, soon).toMatchObject({ state: 'listening', reason: null })
  })

  it('R87 reports a refused token, and listens again once it is accepted', async () => {
    world.chat.revoke(world.chat.bot)
    world.chat.sockets.drop()
    await expect
      .poll(delivery, soon)
      .toMatchObject({ state: 'not_connected', reason: 'token_refused' })
    say('to a bot without a token')
    world.chat.restore(world.chat.bot)
    await allAnswered()
  })

  it('R89 stops on request, and logs it', async () => {
    expect(await leader!.stop()).toBe(0)
    expect(await delivery()).toMatchObject({ state: 'not_connected' })
    expect(await world.sql('select from leases')).toEqual([])
    expect(world.chat.sockets.openCount()).toBe(0)
  })

  it('R69 does not answer a post again that is redelivered after a restart, when its job is gone', async () => {
    await world.sql('delete from pgboss.job')
    const before = said.length
    say('without a listener')
    leader = await startScheduler()
    await expect.poll(() => lines(leader!, 'team_chat.caught_up'), soon).toBe(1)
    world.chat.sockets.replay(10)
    await expect.poll(jobIds, soon).toEqual(said.slice(before))
    await expect.poll(countAnswers, soon).toEqual(once())
  })

  it('R10 stores no message text in the database or the log', async () => {
    const rows = await world.sql(
      'select row::text as text from pgboss.job as row union all select row::text from chat_posts as row',
    )
    expect(JSON.stringify(rows)).not.toContain('question')
    expect(programs).toHaveLength(6)
    for (const { output } of programs)
      expect(output.stderr).not.toMatch(/question|without a listener/)
  })
})
