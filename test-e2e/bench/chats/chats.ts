import { botMessengerDouble, workspaceChatDouble } from '@ken/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { answeringWorld, type AnsweringWorld } from '../../support/chats/answering.ts'
import { startInBackground, type Running } from '../../support/ken-program.ts'
import { turnOnMessenger } from '../../support/chats/messenger.ts'
import { turnOnWorkspace } from '../../support/chats/workspace.ts'
import { askedChats, type Asked, type AskedChat, type AskedChats } from './asked-chats.ts'
import { cpuMicroseconds, median, residentMegabytes } from '../process-figures.ts'
import { regularUpkeep } from './regular-upkeep.ts'

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

/**
 * What people wait for an answer in each chat, in milliseconds, and the processor time of a question: at 50 questions per
 * second, beside another chat that hangs, and beside 500 strangers who write at the same instant. One worker, one
 * scheduler, no model. With KEN_BENCH_PROGRAM, another version of the program takes turns.
 */
export async function chats(): Promise<unknown> {
  await using doubles = new AsyncDisposableStack()
  const workspace = doubles.adopt(await workspaceChatDouble(), ({ close }) => close())
  const messenger = doubles.adopt(await botMessengerDouble(), ({ close }) => close())
  const env = { KEN_WORKSPACE_CHAT_URL: workspace.apiUrl }
  await using team = await answeringWorld(documents, env)
  const withoutMore = await memoryOf(team)
  await turnOnMessenger(team, messenger)
  await turnOnWorkspace(team, workspace)
  const surfaces = await askedChats(team, messenger, workspace, peopleCount)
  await using beside = new AsyncDisposableStack()
  beside.use(regularUpkeep(team))
  const versions = other === undefined ? { this: null } : { other, this: null }
  const figures: { [name: string]: unknown } = { withOneBot: withoutMore }
  for (const [name, program] of Object.entries(versions)) {
    await using processes = await startedIn(team, program)
    figures[name] = {
      idle: name === 'this' ? await idle(processes) : null,
      ...(await measured(surfaces, team, processes)),
    }
  }
  return figures
}

const ask = (chat: AskedChat, perSecond: number) => asked(chat, perSecond, seconds)

async function measured(
  { teamChat, workspaceChat, botMessenger }: AskedChats,
  team: AnsweringWorld,
  processes: Processes,
) {
  await settled(teamChat, await ask(teamChat, 10))
  await settled(workspaceChat, await ask(workspaceChat, 10))
  await settled(botMessenger, await ask(botMessenger, 10))
  const cpu = cpuOf(processes)
  const full = async (chat: AskedChat) => {
    const before = cpu()
    const waits = await settled(chat, await ask(chat, fullPerSecond))
    return { ...waits, cpuMs: perQuestion(before, cpu(), fullPerSecond * seconds) }
  }
  const beside = async (
    chat: AskedChat,
    act: () => Promise<readonly Asked[]>,
    others: AskedChat,
  ) => {
    const acted = act()
    const waits = await settled(chat, await ask(chat, pairPerSecond))
    others.setHanging(false)
    return { waits, others: await settled(others, await acted) }
  }
  const results = []
  for (let round = 0; round < rounds; round += 1) {
    const alone = {
      teamChat: await settled(teamChat, await ask(teamChat, pairPerSecond)),
      workspaceChat: await settled(workspaceChat, await ask(workspaceChat, pairPerSecond)),
      botMessenger: await settled(botMessenger, await ask(botMessenger, pairPerSecond)),
    }
    const hanging = async (chat: AskedChat, others: AskedChat) => {
      others.setHanging(true)
      return beside(chat, () => ask(others, hangingPerSecond), others)
    }
    const flood = (chat: AskedChat) => async () =>
      Array.from({ length: strangersCount }, chat.greet)
    results.push({
      full: {
        teamChat: await full(teamChat),
        workspaceChat: await full(workspaceChat),
        botMessenger: await full(botMessenger),
      },
      alone,
      besideHanging: {
        teamChat: await hanging(teamChat, botMessenger),
        workspaceChat: await hanging(workspaceChat, teamChat),
        botMessenger: await hanging(botMessenger, teamChat),
      },
      besideStrangers: {
        teamChat: await beside(teamChat, flood(teamChat), teamChat),
        workspaceChat: await beside(workspaceChat, flood(workspaceChat), workspaceChat),
        botMessenger: await beside(botMessenger, flood(botMessenger), botMessenger),
      },
    })
  }
  return { rounds: results, acknowledged: await acknowledged(team) }
}

/** Asks at an even pace. */
async function asked(
  chat: AskedChat,
  perSecond: number,
  during: number,
): Promise<readonly Asked[]> {
  const started = performance.now()
  const posts: Asked[] = []
  for (let position = 0; position < perSecond * during; position += 1) {
    await sleep(Math.max(0, started + (position * 1_000) / perSecond - performance.now()))
    posts.push(chat.ask())
  }
  return posts
}

/** How long each waited, once all are answered. */
async function settled({ answeredAt }: AskedChat, posts: readonly Asked[]) {
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

/** Memory of worker and scheduler with team chat alone. */
async function memoryOf(team: AnsweringWorld) {
  await using processes = await startedIn(team, null)
  return await idle(processes)
}

/** Processor time and memory while no one writes. */
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
