import type { DoublePost, DoubleUser } from '@ken/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { answeringWorld, type AnsweringWorld } from '../support/answering.ts'
import { cpuMicroseconds, median } from './process-figures.ts'

const linkedCount = 300
const strangersCount = 500
const questionsPerSecond = 50
const seconds = 6
const answeredWithinMs = 120_000
const documentsCount = 2_000

/**
 * From what somebody writes to what the bot replies, in milliseconds by the clock of the team-chat server, at 50 questions
 * per second for 20 seconds: alone, and with 500 strangers who write at once beside. One worker, one scheduler, no model.
 */
export async function teamChat(): Promise<unknown> {
  const documents = Array.from({ length: documentsCount }, (_, number) => ({
    external_id: `${number}`,
    source: 'wiki',
    title: `Manual of machine ${number}`,
    url: `https://wiki.example.com/${number}`,
    body: `Machine ${number} stands in hall ${number % 40}. Its oil is changed every ${number % 12} months.`,
    allowed: ['everyone'],
  }))
  await using team = await answeringWorld(documents, { KEN_LOG_LEVEL: 'warn' })
  const linked: DoubleUser[] = []
  for (let count = 0; count < linkedCount; count += 1) linked.push(await team.addLinked(`linked-${count}`))
  const [worker] = [await team.start('worker'), await team.start('scheduler')]
  const ask = (position: number) => team.chat.say(linked[position % linkedCount]!, `oil of machine ${position % documentsCount}`)
  await settled(team, [ask(0), ask(1), ask(2)])

  const run = async (strangers: number) => {
    const posts: DoublePost[] = []
    const cpuBefore = cpuMicroseconds(worker.child.pid!)
    const others = Array.from({ length: strangers }, (_, count) =>
      team.chat.say(team.chat.addPerson(`stranger-${count}`), 'hello there'),
    )
    const started = performance.now()
    for (let position = 0; position < questionsPerSecond * seconds; position += 1) {
      await sleep(Math.max(0, started + (position * 1_000) / questionsPerSecond - performance.now()))
      posts.push(ask(position))
    }
    const asked = await settled(team, posts)
    const cpu = cpuMicroseconds(worker.child.pid!) - cpuBefore
    const refused = await settled(team, others)
    return { questions: asked, ...(strangers > 0 && { strangers: refused }), workerCpuMsPerQuestion: cpu / 1_000 / posts.length }
  }
  const alone = await run(0)
  // Every channel admits ten posts a minute.
  await sleep(1)
  return { alone, besideStrangers: await run(strangersCount) }
}

/** How long each post waited for its answer, once all are there; what has none by then is lost. */
async function settled({ answersTo }: AnsweringWorld, posts: readonly DoublePost[]) {
  const deadline = performance.now() + answeredWithinMs
  while (performance.now() < deadline && posts.some((post) => answersTo(post).length === 0)) await sleep(100)
  const waits = posts.flatMap((post) => answersTo(post).map(({ create_at }) => create_at - post.create_at))
  const sorted = waits.toSorted((one, other) => one - other)
  return {
    asked: posts.length,
    lost: posts.filter((post) => answersTo(post).length === 0).length,
    double: waits.length - posts.filter((post) => answersTo(post).length > 0).length,
    p50Ms: median(waits),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)],
  }
}
