import { setTimeout as sleep } from 'node:timers/promises'
import type { AnsweringWorld } from './answering.ts'
import type { InterruptedChat, Step } from './interrupted-chat.ts'
import { jobsAreDue, leasesOfWorkersExpire } from '../jobs.ts'
import { startInBackground, startKen, type Running, type Server } from '../ken-program.ts'

const answeredWithinMs = 60_000

/** The processes of which a kill replaces one. */
export type KilledProcesses = AsyncDisposable & {
  worker: Running
  scheduler: Running
  server: Server
}
export type Killing = {
  readonly team: AnsweringWorld
  readonly running: KilledProcesses
  /** From 0 to 1. */
  readonly random: () => number
  readonly killsCount: number
  /** Gets the number of each kill, its step and what came of it. */
  readonly report?: (kill: string) => void
}

const starting = {
  worker: (team: AnsweringWorld) => startInBackground('worker', team),
  scheduler: (team: AnsweringWorld) => startInBackground('scheduler', team),
  server: (team: AnsweringWorld) => startKen(['http'], team),
}

/** Starts worker and scheduler of a world whose server runs. */
export async function startKilledProcesses(team: AnsweringWorld): Promise<KilledProcesses> {
  const running = {
    worker: await starting.worker(team),
    scheduler: await starting.scheduler(team),
    server: team.server,
  }
  const processes = () => [running.worker, running.scheduler, running.server]
  return Object.assign(running, {
    [Symbol.asyncDispose]: async () => {
      for (const process of processes()) await process.stop('SIGKILL')
    },
  })
}

/**
 * Asks one question after the other, and kills a process at a step of each. Counts the questions without an answer and with
 * two, those that are still open after a minute, and the lines of the bot messenger that were left over.
 */
export async function killsIn(chat: InterruptedChat, killing: Killing) {
  const { team, killsCount } = killing
  const figures = {
    kills: 0,
    open: 0,
    lost: 0,
    doubled: 0,
    extraLines: 0,
    extraLinesOfOneKillMax: 0,
  }
  for (let kill = 0; kill < killsCount; kill += 1) {
    // The limit of a minute is not what is measured.
    await team.sql(`update chat_posts set posted_at = posted_at - interval '2 minutes'`)
    const { postId, written } = chat.ask(kill % chat.peopleCount)
    const step = chat.steps[kill % chat.steps.length]!
    await killAt(chat, step, killing)
    const isSettled = await settled(team, postId)
    const { answers, lines } = written()
    const state = isSettled ? 'closed' : 'open'
    killing.report?.(
      `${postId} ${kill + 1} ${step}: ${state}, ${answers} answers, ${lines} other lines`,
    )
    figures.kills += 1
    figures.open += isSettled ? 0 : 1
    figures.lost += isSettled && answers === 0 ? 1 : 0
    figures.doubled += answers > 1 ? 1 : 0
    figures.extraLines += lines
    figures.extraLinesOfOneKillMax = Math.max(figures.extraLinesOfOneKillMax, lines)
  }
  return figures
}

/** Kills a process at a step of the turn that has just begun, and starts it again. */
async function killAt(chat: InterruptedChat, step: Step, killing: Killing): Promise<void> {
  if (step === 'take') {
    await sleep(killing.random() * 10)
    await replace(chat.takenBy, killing)
    return
  }
  const hanging = chat.hanging[step]
  if (hanging === undefined) await sleep(killing.random() * 40)
  else {
    const before = chat.countOf(hanging.call)
    chat.hangOnce(hanging)
    const deadline = performance.now() + answeredWithinMs
    while (chat.countOf(hanging.call) === before && performance.now() < deadline) await sleep(2)
  }
  await replace('worker', killing)
}

/** Kills a process, and starts another in its place. */
export async function replace(
  role: 'worker' | 'scheduler' | 'server',
  { team, running }: Pick<Killing, 'team' | 'running'>,
): Promise<void> {
  await running[role].stop('SIGKILL')
  // As if the leases of the killed process had expired.
  if (role === 'scheduler') await team.sql('update leases set expires_at = now()')
  Object.assign(running, { [role]: await starting[role](team) })
  if (role === 'worker') await leasesOfWorkersExpire(team)
}

/** Waits until the post is closed; pauses before retries end at once. Whether it is within a minute. */
async function settled(team: AnsweringWorld, postId: string): Promise<boolean> {
  const deadline = performance.now() + answeredWithinMs
  const find = `select outcome from chat_posts where post_id = $1 and outcome is not null`
  while (performance.now() < deadline) {
    if ((await team.sql(find, [postId])).length > 0) return true
    await jobsAreDue(team)
    await sleep(100)
  }
  return false
}
