import {
  botMessengerDouble,
  type BotMessengerDouble,
  type DoubleUser,
  type MessengerPerson,
} from '@ken/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { answeringWorld, type AnsweringWorld } from '../support/answering.ts'
import { startInBackground, type Running } from '../support/ken-program.ts'
import { addLinkedPerson, turnOnMessenger } from '../support/messenger.ts'
import { cpuMicroseconds, median, residentMegabytes } from './process-figures.ts'

const peopleCount = Number(process.env['KEN_BENCH_PEOPLE'] ?? 300)
const seconds = Number(process.env['KEN_BENCH_SECONDS'] ?? 10)
const rounds = Number(process.env['KEN_BENCH_ROUNDS'] ?? 3)
/** Another version of the program, to compare with. */
const other = process.env['KEN_BENCH_PROGRAM']
const fullPerSecond = 50
const pairPerSecond = 20
const hangingPerSecond = 10
const strangersCount = 500
const answeredWithinMs = 120_000
const documents = Array.from({ length: 2_000 }, (_, number) => ({
  external_id: `${number}`,
  source: 'wiki',
  title: `Manual ${number}`,
  url: `https://wiki.example.com/${number}`,
  body: `The press${number % 40} stands in hall ${number}. Its oil is changed every ${number % 12} months.`,
  allowed: ['everyone'],
}))

/** A question or the message of a stranger. */
type Asked = { readonly id: string; readonly at: number }
/** A chat as the bench uses it. Times are by one clock. */
type Chat = {
  readonly ask: () => Asked
  readonly greet: () => Asked
  readonly answeredAt: ReadonlyMap<string, number>
  /** Makes every call that writes hang until the other side gives up. */
  readonly setHanging: (isHanging: boolean) => void
}

/**
 * What people wait for an answer in each chat, in milliseconds, and the processor time of a question: at 50 questions per
 * second, beside another chat that hangs, and beside 500 strangers who write at the same instant. One worker, one
 * scheduler, no model. With KEN_BENCH_PROGRAM, another version of the program takes turns.
 */
export async function chats(): Promise<unknown> {
  await using team = await answeringWorld(documents)
  await using messenger = Object.assign(await botMessengerDouble(), {
    [Symbol.asyncDispose]: () => messenger.close(),
  })
  await turnOnMessenger(team, messenger)
  const surfaces = await surfacesOf(team, messenger)
  const versions = other === undefined ? { this: null } : { other, this: null }
  const figures: { [name: string]: unknown } = {}
  for (const [name, program] of Object.entries(versions)) {
    await using processes = await startedIn(team, program)
    figures[name] = {
      idle: name === 'this' ? await idle(processes) : null,
      ...(await measured(surfaces, team, processes)),
    }
  }
  return figures
}

async function measured(
  { teamChat, botMessenger }: Record<'teamChat' | 'botMessenger', Chat>,
  team: AnsweringWorld,
  processes: Processes,
) {
  const ask = (chat: Chat, perSecond: number) => asked(chat, perSecond, seconds)
  await settled(teamChat, await ask(teamChat, 10))
  await settled(botMessenger, await ask(botMessenger, 10))
  const cpu = cpuOf(processes)
  const full = async (chat: Chat) => {
    const before = cpu()
    const waits = await settled(chat, await ask(chat, fullPerSecond))
    return { ...waits, cpuMs: perQuestion(before, cpu(), fullPerSecond * seconds) }
  }
  const beside = async (chat: Chat, act: () => Promise<readonly Asked[]>, others: Chat) => {
    const acted = act()
    const waits = await settled(chat, await ask(chat, pairPerSecond))
    others.setHanging(false)
    return { waits, others: await settled(others, await acted) }
  }
  const results = []
  for (let round = 0; round < rounds; round += 1) {
    const alone = {
      teamChat: await settled(teamChat, await ask(teamChat, pairPerSecond)),
      botMessenger: await settled(botMessenger, await ask(botMessenger, pairPerSecond)),
    }
    const hanging = async (chat: Chat, others: Chat) => {
      others.setHanging(true)
      return beside(chat, () => ask(others, hangingPerSecond), others)
    }
    const flood = (chat: Chat) => async () => Array.from({ length: strangersCount }, chat.greet)
    results.push({
      full: { teamChat: await full(teamChat), botMessenger: await full(botMessenger) },
      alone,
      besideHanging: {
        teamChat: await hanging(teamChat, botMessenger),
        botMessenger: await hanging(botMessenger, teamChat),
      },
      besideStrangers: {
        teamChat: await beside(teamChat, flood(teamChat), teamChat),
        botMessenger: await beside(botMessenger, flood(botMessenger), botMessenger),
      },
    })
  }
  return { rounds: results, acknowledged: await acknowledged(team) }
}

/** Asks at an even pace. */
async function asked(chat: Chat, perSecond: number, during: number): Promise<readonly Asked[]> {
  const started = performance.now()
  const posts: Asked[] = []
  for (let position = 0; position < perSecond * during; position += 1) {
    await sleep(Math.max(0, started + (position * 1_000) / perSecond - performance.now()))
    posts.push(chat.ask())
  }
  return posts
}

/** How long each waited, once all are answered. */
async function settled({ answeredAt }: Chat, posts: readonly Asked[]) {
  const deadline = performance.now() + answeredWithinMs
  const isMissing = ({ id }: Asked) => !answeredAt.has(id)
  while (performance.now() < deadline && posts.some(isMissing)) await sleep(50)
  const waits = posts.flatMap(({ id, at }) => (answeredAt.get(id) ?? Number.NaN) - at)
  return { lost: posts.filter(isMissing).length, ...summary(waits.filter(Number.isFinite)) }
}

function summary(values: readonly number[]) {
  const sorted = values.toSorted((one, two) => one - two)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { p50: Math.round(median(sorted)), p95: at(0.95), p99: at(0.99) }
}

/** From the clock of the platform to the start of the transaction that keeps the post, in team chat. */
const acknowledged = async ({ sql }: AnsweringWorld) =>
  summary(
    (
      await sql(
        `select extract(epoch from received_at - posted_at) * 1000 as waited from chat_posts where source = 'teamchat'`,
      )
    ).map(({ waited }) => Number(waited)),
  )

type Processes = AsyncDisposable & { readonly worker: Running; readonly scheduler: Running }

async function startedIn(team: AnsweringWorld, program: string | null): Promise<Processes> {
  const options = program === null ? team : { ...team, program }
  const worker = await startInBackground('worker', options)
  await team.sql('update leases set expires_at = now()')
  const scheduler = await startInBackground('scheduler', options)
  const stop = async () => {
    await worker.stop()
    await scheduler.stop()
  }
  return { worker, scheduler, [Symbol.asyncDispose]: stop }
}

const cpuOf =
  ({ worker, scheduler }: Processes) =>
  () => ({
    worker: cpuMicroseconds(worker.child.pid!),
    scheduler: cpuMicroseconds(scheduler.child.pid!),
  })
type Cpu = ReturnType<ReturnType<typeof cpuOf>>
const perQuestion = (before: Cpu, after: Cpu, count: number) => ({
  worker: (after.worker - before.worker) / 1_000 / count,
  scheduler: (after.scheduler - before.scheduler) / 1_000 / count,
})

/** Processor time and memory while no one writes, with both bots on. */
async function idle({ worker, scheduler }: Processes) {
  await sleep(10_000)
  const used = () => cpuMicroseconds(worker.child.pid!) + cpuMicroseconds(scheduler.child.pid!)
  const before = used()
  await sleep(20_000)
  return {
    shareOfACore: (used() - before) / 20_000_000,
    megabytes: [worker, scheduler].map(({ child }) => residentMegabytes(child.pid!)),
  }
}

/** People who are linked in both chats. */
async function surfacesOf(team: AnsweringWorld, messenger: BotMessengerDouble) {
  const people: { readonly user: DoubleUser; readonly person: MessengerPerson }[] = []
  for (let count = 0; count < peopleCount; count += 1) {
    const user = await team.addLinked(`linked-${count}`)
    const person = await addLinkedPerson(team, messenger, `linked-${count}`)
    people.push({ user, person })
  }
  let turn = 0
  const next = () => people[(turn += 1) % peopleCount]!
  const question = () => `Where is the press${turn % 40}?`
  const teamChat: Chat = {
    ask: () => inTeamChat(team, next().user, question()),
    greet: () => inTeamChat(team, team.chat.addPerson(`stranger-${(turn += 1)}`), 'hello there'),
    answeredAt: answersOfTeamChat(team),
    setHanging: (isHanging) => team.chat.behave('*', isHanging ? 'hang' : 'ok'),
  }
  const botMessenger: Chat = {
    ask: () => inMessenger(messenger, next().person, question()),
    greet: () => inMessenger(messenger, messenger.addPerson(`S${(turn += 1)}`), 'hello there'),
    answeredAt: answersOfMessenger(messenger),
    setHanging: (isHanging) => {
      for (const method of ['sendMessage', 'editMessageText', 'sendChatAction'])
        messenger.behave(method, isHanging ? 'hang' : 'ok')
    },
  }
  return { teamChat, botMessenger }
}

const inTeamChat = (
  { chat }: AnsweringWorld,
  user: Parameters<AnsweringWorld['chat']['say']>[0],
  text: string,
): Asked => {
  const { id, create_at: at } = chat.say(user, text)
  return { id, at }
}
const inMessenger = (
  messenger: BotMessengerDouble,
  person: Parameters<BotMessengerDouble['say']>[0],
  text: string,
): Asked => {
  const at = Date.now()
  return { id: String(messenger.say(person, text).message_id), at }
}

function answersOfTeamChat({ chat }: AnsweringWorld): ReadonlyMap<string, number> {
  const answers = new Map<string, number>()
  chat.world.listeners.add(({ event, data }) => {
    if (event !== 'posted' || !('post' in data)) return
    const { create_at: at, props } = JSON.parse(String(data.post)) as {
      readonly create_at: number
      readonly props: { readonly [name: string]: unknown }
    }
    const replied = props['ken_reply_to']
    if (typeof replied === 'string') answers.set(replied, answers.get(replied) ?? at)
  })
  return answers
}

function answersOfMessenger({ world }: BotMessengerDouble): ReadonlyMap<string, number> {
  const answers = new Map<string, number>()
  world.editListeners.add(({ reply_to_message: replied }) => {
    const id = String(replied?.message_id)
    answers.set(id, answers.get(id) ?? Date.now())
  })
  return answers
}
