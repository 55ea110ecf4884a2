import type { DoublePost, DoubleUser } from '@ken/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { answeringWorld, type AnsweringWorld } from '../../support/chats/answering.ts'
import { cpuMicroseconds, median } from '../process-figures.ts'
import { regularUpkeep } from './regular-upkeep.ts'

const linkedCount = 300
const strangersCount = 500
const questionsPerSecond = 50
const seconds = 20
const answeredWithinMs = 120_000
const documentsCount = 2_000
const machinesCount = 40

/**
 * From what a person writes to what the bot replies, in milliseconds by the clock of the team-chat server, at 50 questions
 * per second for 20 seconds: alone, and beside 500 strangers who write 50 per second, or all at once. One worker, one
 * scheduler, no model.
 */
export async function teamChat(): Promise<unknown> {
  const documents = Array.from({ length: documentsCount }, (_, number) => ({
    external_id: `${number}`,
    source: 'wiki',
    title: `Manual ${number}`,
    url: `https://wiki.example.com/${number}`,
    body: `The press${number % machinesCount} stands in hall ${number}. Its oil is changed every ${number % 12} months.`,
    allowed: ['everyone'],
  }))
  await using team = await answeringWorld(documents)
  const linked: DoubleUser[] = []
  for (let count = 0; count < linkedCount; count += 1)
    linked.push(await team.addLinked(`linked-${count}`))
  await using beside = new AsyncDisposableStack()
  beside.use(regularUpkeep(team))
  const [worker] = [await team.start('worker'), await team.start('scheduler')]
  const answers = answersOf(team)
  const ask = (position: number) =>
    team.chat.say(linked[position % linkedCount]!, `Where is the press${position % machinesCount}?`)
  await settled(answers, [ask(0), ask(1), ask(2)])

  let met = 0
  const meet = () => team.chat.say(team.chat.addPerson(`stranger-${(met += 1)}`), 'hello there')
  const run = async (strangers: { readonly atOnce?: number; readonly spread?: number } = {}) => {
    const { atOnce = 0, spread = 0 } = strangers
    const posts: DoublePost[] = []
    const cpuBefore = cpuMicroseconds(worker.child.pid!)
    const others = Array.from({ length: atOnce }, meet)
    const started = performance.now()
    for (let position = 0; position < questionsPerSecond * seconds; position += 1) {
      await sleep(
        Math.max(0, started + (position * 1_000) / questionsPerSecond - performance.now()),
      )
      posts.push(ask(position))
      if (position < spread) others.push(meet())
    }
    const asked = await settled(answers, posts)
    const cpu = cpuMicroseconds(worker.child.pid!) - cpuBefore
    const refused = await settled(answers, others)
    return {
      questions: asked,
      ...(others.length > 0 && { strangers: refused }),
      workerCpuMsPerQuestion: cpu / 1_000 / posts.length,
    }
  }
  const alone = await run()
  await admitAgain()
  const besideStrangers = await run({ spread: strangersCount })
  await admitAgain()
  return { alone, besideStrangers, besideStrangersAtOnce: await run({ atOnce: strangersCount }) }
}

/** Every channel admits ten posts a minute. */
const admitAgain = () => sleep(60_000)

/** The answers to each post by its id, as they come: looking for them in all posts would take the time that is measured. */
function answersOf({ chat }: AnsweringWorld): ReadonlyMap<string, readonly number[]> {
  const answers = new Map<string, number[]>()
  chat.world.listeners.add(({ event, data }) => {
    if (event !== 'posted' || !('post' in data)) return
    const { create_at, props } = JSON.parse(String(data.post)) as DoublePost
    const asked = props['ken_reply_to']
    if (typeof asked === 'string') answers.set(asked, [...(answers.get(asked) ?? []), create_at])
  })
  return answers
}

/** How long each post waited for its answer, once all are there; what has none by then is lost. */
async function settled(
  answers: ReadonlyMap<string, readonly number[]>,
  posts: readonly DoublePost[],
) {
  const deadline = performance.now() + answeredWithinMs
  const isMissing = ({ id }: DoublePost) => !answers.has(id)
  while (performance.now() < deadline && posts.some(isMissing)) await sleep(100)
  const waits = posts.flatMap(({ id, create_at }) =>
    (answers.get(id) ?? []).map((at) => at - create_at),
  )
  const lost = posts.filter(isMissing).length
  const sorted = waits.toSorted((one, other) => one - other)
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)]
  return {
    asked: posts.length,
    lost,
    double: waits.length - (posts.length - lost),
    p50Ms: median(waits),
    p99Ms,
  }
}
