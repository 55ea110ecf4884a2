import type { DoublePost, DoubleUser } from '@ken/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { importDocuments } from '../documents.ts'
import type { Environment } from '../ken-program.ts'
import { addMemberWithPassword, member } from '../member.ts'
import { bearer, sessionOf } from '../session.ts'
import { post } from '../surface.ts'
import { teamChatWorld, type TeamChatOptions, type TeamChatWorld } from './team-chat.ts'

/** A bot with documents to answer from. The test starts the listener and the worker. */
export type AnsweringWorld = TeamChatWorld & {
  /** A link code for the person of an address. */
  readonly newCode: (email: string) => Promise<string>
  /** A new person in the chat, linked to an account of their own. */
  readonly addLinked: (name: string) => Promise<DoubleUser>
  /** What the bot replied to a post, oldest first. */
  readonly answersTo: (asked: DoublePost) => readonly DoublePost[]
  /** The outcome of a post, once it has one. */
  readonly outcomeOf: (asked: DoublePost) => Promise<string>
}

const outcomeMilliseconds = 60_000

export const emailOf = (name: string): string => `${name}@example.com`

export async function answeringWorld(
  documents: readonly object[],
  env: Environment = {},
  options: Pick<TeamChatOptions, 'redis'> = {},
): Promise<AnsweringWorld> {
  const world = await teamChatWorld({ ...options, env })
  const { chat, server } = world
  await importDocuments(server, await world.ownerHeaders(), documents)

  const newCode = async (email: string) => {
    const { token } = await sessionOf(server, { ...member, email })
    const made = await post(`${server.url}/api/v1/me/link-codes`, {}, bearer(token))
    return ((await made.json()) as { code: string }).code
  }
  const addLinked = async (name: string) => {
    const user = chat.addPerson(name)
    await addMemberWithPassword(world, { ...member, email: emailOf(name) })
    await world.sql(
      `insert into identity_mapping (id, source, external_id, user_id, created_at)
       select gen_random_uuid(), 'teamchat', $1, id, now() from users where email = $2`,
      [user.id, emailOf(name)],
    )
    return user
  }
  const answersTo = ({ id, channel_id }: DoublePost) =>
    chat
      .posts(channel_id)
      .filter(({ user_id, props }) => user_id === chat.bot.id && props['ken_reply_to'] === id)
  return { ...world, newCode, addLinked, answersTo, outcomeOf: outcomesOf(world) }
}

function outcomesOf({ sql }: TeamChatWorld): AnsweringWorld['outcomeOf'] {
  // One connection runs one statement at a time.
  let last: Promise<unknown> = Promise.resolve()
  const read = ({ id }: DoublePost): Promise<unknown> => {
    const rows = last.then(() => sql('select outcome from chat_posts where post_id = $1', [id]))
    last = rows.catch(() => {})
    return rows.then(([row]) => row?.['outcome'] ?? null)
  }
  return async (asked) => {
    const deadline = performance.now() + outcomeMilliseconds
    for (;;) {
      const outcome = await read(asked)
      if (typeof outcome === 'string') return outcome
      if (performance.now() > deadline)
        throw new Error(`No outcome of the post ${asked.message.slice(0, 100)}.`)
      await sleep(20)
    }
  }
}
