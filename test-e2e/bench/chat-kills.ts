import { botMessengerDouble, type BotMessengerDouble, type MessengerPerson } from '@ken/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { answeringWorld, type AnsweringWorld } from '../support/answering.ts'
import { jobsAreDue, leasesOfWorkersExpire } from '../support/jobs.ts'
import { startInBackground, type Running } from '../support/ken-program.ts'
import { addLinkedPerson, turnOnMessenger } from '../support/messenger.ts'
import { randomNumbers } from './random-numbers.ts'

const killsCount = Number(process.env['KEN_BENCH_KILLS'] ?? 50)
const seed = Number(process.env['KEN_BENCH_SEED'] ?? 1)
const answeredWithinMs = 60_000
const peopleCount = 10
const documents = [
  {
    external_id: 'leave',
    source: 'wiki',
    title: 'Leave',
    url: 'https://wiki.example.com/leave',
    body: 'Everybody has thirty days of leave.',
    allowed: ['everyone'],
  },
]

/** Where a process is killed, and which. */
type Step = 'take' | 'keep' | 'reserve' | 'post' | 'close'
const steps: readonly Step[] = ['take', 'keep', 'reserve', 'post', 'close']

/** A world with both processes, of which a kill replaces one. */
type Processes = { worker: Running; scheduler: Running }

/**
 * Kills the scheduler while it takes a message of the bot messenger, and the worker before it reserves a line, before it
 * notes it, after it wrote the answer, and at a random moment of a turn: 50 times (`KEN_BENCH_KILLS`, `KEN_BENCH_SEED`).
 * Counts the questions without an answer and with two, and the lines that were left over.
 */
export async function chatKills(): Promise<unknown> {
  await using team = await answeringWorld(documents)
  await using messenger = Object.assign(await botMessengerDouble(), {
    [Symbol.asyncDispose]: () => messenger.close(),
  })
  await turnOnMessenger(team, messenger)
  const people: MessengerPerson[] = []
  for (let count = 0; count < peopleCount; count += 1) {
    await team.addLinked(`person-${count}`)
    people.push(await addLinkedPerson(team, messenger, `person-${count}`))
  }
  const running: Processes = {
    worker: await startInBackground('worker', team),
    scheduler: await startInBackground('scheduler', team),
  }
  const random = randomNumbers(seed)
  const found = { kills: 0, lost: 0, doubled: 0, extraLines: 0, extraLinesOfOneKillMax: 0 }
  try {
    for (let kill = 0; kill < killsCount; kill += 1) {
      const person = people[kill % peopleCount]!
      // The limit of a minute is not what is measured.
      await team.sql(`update chat_posts set posted_at = posted_at - interval '2 minutes'`)
      const asked = messenger.say(person, 'How much leave do I have?')
      await killAt(steps[kill % steps.length]!, { team, messenger, running, random })
      await outcomeOf(team, messenger, person, asked.message_id)
      const written = messenger
        .messages(person)
        .filter(({ reply_to_message: to }) => to?.message_id === asked.message_id)
      const answers = written.filter(({ text }) => text?.includes('thirty days')).length
      const lines = written.length - answers
      found.kills += 1
      found.lost += answers === 0 ? 1 : 0
      found.doubled += answers > 1 ? 1 : 0
      found.extraLines += lines
      found.extraLinesOfOneKillMax = Math.max(found.extraLinesOfOneKillMax, lines)
    }
  } finally {
    await running.worker.stop('SIGKILL')
    await running.scheduler.stop('SIGKILL')
  }
  return found
}

type Killing = {
  readonly team: AnsweringWorld
  readonly messenger: BotMessengerDouble
  readonly running: Processes
  readonly random: () => number
}

/** Kills a process at a step of the turn that has just begun, and starts it again. */
async function killAt(step: Step, { team, messenger, running, random }: Killing): Promise<void> {
  if (step === 'take') {
    await sleep(random() * 10)
    await running.scheduler.stop('SIGKILL')
    // As if the lease of the killed process had expired.
    await team.sql('update leases set expires_at = now()')
    running.scheduler = await startInBackground('scheduler', team)
    return
  }
  if (step === 'close') await sleep(random() * 40)
  else {
    const method = step === 'post' ? 'editMessageText' : 'sendMessage'
    const count = () => messenger.requests.filter((request) => request.method === method).length
    const before = count()
    messenger.behaveOnce(method, step === 'keep' ? 'hang' : 'store_then_hang')
    const deadline = performance.now() + answeredWithinMs
    while (count() === before && performance.now() < deadline) await sleep(2)
  }
  await running.worker.stop('SIGKILL')
  running.worker = await startInBackground('worker', team)
  await leasesOfWorkersExpire(team)
}

/** Waits until the post is closed; pauses before retries end at once. */
async function outcomeOf(
  { sql, ...world }: AnsweringWorld,
  messenger: BotMessengerDouble,
  { id }: MessengerPerson,
  messageId: number,
): Promise<void> {
  const deadline = performance.now() + answeredWithinMs
  const find = `select outcome from chat_posts where post_id = $1 and outcome is not null`
  while (performance.now() < deadline) {
    if ((await sql(find, [`bot_messenger:${messenger.bot.id}:${id}:${messageId}`])).length > 0)
      return
    await jobsAreDue({ sql, ...world })
    await sleep(100)
  }
}
