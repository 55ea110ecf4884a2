import { botMessengerDouble, workspaceChatDouble } from '@ken/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { answeringWorld, type AnsweringWorld } from '../support/answering.ts'
import { jobsAreDue, leasesOfWorkersExpire } from '../support/jobs.ts'
import { startInBackground, type Running } from '../support/ken-program.ts'
import {
  interruptedMessenger,
  interruptedTeamChat,
  interruptedWorkspaceChat,
  leaveDocuments,
  type InterruptedChat,
  type Step,
} from '../support/interrupted-chat.ts'
import { randomNumbers } from './random-numbers.ts'

const killsCount = Number(process.env['KEN_BENCH_KILLS'] ?? 50)
const seed = Number(process.env['KEN_BENCH_SEED'] ?? 1)
const answeredWithinMs = 60_000
const peopleCount = 10

/** A world with both processes, of which a kill replaces one. */
type Processes = { worker: Running; scheduler: Running }
type Killing = {
  readonly team: AnsweringWorld
  readonly running: Processes
  readonly random: () => number
}

/**
 * Kills the scheduler while it takes a message, and the worker before a call, after the platform carried one out, and at a
 * random moment of a turn: 50 times in each of the three chats (`KEN_BENCH_KILLS`, `KEN_BENCH_SEED`). Counts the questions
 * without an answer and with two, and the lines of the bot messenger that were left over.
 */
export async function chatKills(): Promise<unknown> {
  await using doubles = new AsyncDisposableStack()
  const workspace = doubles.adopt(await workspaceChatDouble(), ({ close }) => close())
  const messenger = doubles.adopt(await botMessengerDouble(), ({ close }) => close())
  const env = { KEN_WORKSPACE_CHAT_URL: workspace.apiUrl }
  await using team = await answeringWorld(leaveDocuments, env)
  const names = Array.from({ length: peopleCount }, (_, count) => `person-${count}`)
  const chats = {
    teamChat: await interruptedTeamChat(team, names),
    workspaceChat: await interruptedWorkspaceChat(team, workspace, names),
    botMessenger: await interruptedMessenger(team, messenger, names),
  }
  const running: Processes = {
    worker: await startInBackground('worker', team),
    scheduler: await startInBackground('scheduler', team),
  }
  const random = randomNumbers(seed)
  const figures: { [chat: string]: unknown } = {}
  try {
    for (const [name, chat] of Object.entries(chats))
      figures[name] = await killsIn(chat, { team, running, random })
  } finally {
    await running.worker.stop('SIGKILL')
    await running.scheduler.stop('SIGKILL')
  }
  return figures
}

async function killsIn(chat: InterruptedChat, killing: Killing) {
  const { team } = killing
  const figures = { kills: 0, lost: 0, doubled: 0, extraLines: 0, extraLinesOfOneKillMax: 0 }
  for (let kill = 0; kill < killsCount; kill += 1) {
    // The limit of a minute is not what is measured.
    await team.sql(`update chat_posts set posted_at = posted_at - interval '2 minutes'`)
    const { postId, written } = chat.ask(kill % peopleCount)
    await killAt(chat, chat.steps[kill % chat.steps.length]!, killing)
    await settled(team, postId)
    const { answers, lines } = written()
    figures.kills += 1
    figures.lost += answers === 0 ? 1 : 0
    figures.doubled += answers > 1 ? 1 : 0
    figures.extraLines += lines
    figures.extraLinesOfOneKillMax = Math.max(figures.extraLinesOfOneKillMax, lines)
  }
  return figures
}

/** Kills a process at a step of the turn that has just begun, and starts it again. */
async function killAt(
  chat: InterruptedChat,
  step: Step,
  { team, running, random }: Killing,
): Promise<void> {
  if (step === 'take') {
    await sleep(random() * 10)
    await running.scheduler.stop('SIGKILL')
    // As if the leases of the killed process had expired.
    await team.sql('update leases set expires_at = now()')
    running.scheduler = await startInBackground('scheduler', team)
    return
  }
  const hanging = chat.hanging[step]
  if (hanging === undefined) await sleep(random() * 40)
  else {
    const before = chat.countOf(hanging.call)
    chat.hangOnce(hanging)
    const deadline = performance.now() + answeredWithinMs
    while (chat.countOf(hanging.call) === before && performance.now() < deadline) await sleep(2)
  }
  await running.worker.stop('SIGKILL')
  running.worker = await startInBackground('worker', team)
  await leasesOfWorkersExpire(team)
}

/** Waits until the post is closed; pauses before retries end at once. */
async function settled(team: AnsweringWorld, postId: string): Promise<void> {
  const deadline = performance.now() + answeredWithinMs
  const find = `select outcome from chat_posts where post_id = $1 and outcome is not null`
  while (performance.now() < deadline) {
    if ((await team.sql(find, [postId])).length > 0) return
    await jobsAreDue(team)
    await sleep(100)
  }
}
