import type { DoublePost, DoubleUser } from '@ken/testing'
import { shuffle } from 'simple-statistics'
import { answeringWorld, emailOf, type AnsweringWorld } from '../../support/chats/answering.ts'
import { addMemberWithPassword, member } from '../../support/member.ts'
import { compareTimes } from './compare-times.ts'

const samples = 100
const warmUp = 5
const holder = emailOf('holder')
const document = {
  external_id: '1',
  source: 'wiki',
  title: 'Leave',
  url: 'https://wiki.example.com/1',
  body: 'Thirty days.',
  allowed: ['everyone'],
}

/** What each class of those who are refused writes, and who. */
type Refused = { readonly author: DoubleUser; readonly text: string }
type Classes = Readonly<Record<string, () => Promise<Refused>>>

/**
 * How long a refused person in the chat waits for the refusal, for each reason, by the clock of the team-chat server; all
 * of a sample write at once, in changing order (R65). Differences and probabilities as for sign-in, beside a stranger.
 */
export async function chatRefusalTiming(): Promise<unknown> {
  await using team = await answeringWorld([document])
  await addMemberWithPassword(team, { ...member, email: holder })
  await Promise.all([team.start('worker'), team.start('scheduler')])
  const classes = await refusedClasses(team)
  const times = new Map(Object.keys(classes).map((name) => [name, [] as number[]]))
  for (let sample = -warmUp; sample < samples; sample += 1) {
    await team.sql('delete from guess_budgets')
    const ready: [string, Refused][] = []
    for (const [name, prepare] of Object.entries(classes)) ready.push([name, await prepare()])
    const posts = shuffle(ready).map(
      ([name, { author, text }]) => [name, team.chat.say(author, text)] as const,
    )
    for (const [name, post] of posts) {
      const waited = await refusalOf(team, post)
      if (sample >= 0) times.get(name)!.push(waited)
    }
  }
  return compareTimes(times, 'stranger')
}

async function refusalOf(team: AnsweringWorld, post: DoublePost): Promise<number> {
  const outcome = await team.outcomeOf(post)
  const [answer] = team.answersTo(post)
  if (outcome !== 'refused' || answer === undefined)
    throw new Error(`${outcome}: ${answer?.message}`)
  return answer.create_at - post.create_at
}

async function refusedClasses(team: AnsweringWorld): Promise<Classes> {
  let people = 0
  const name = () => `person-${(people += 1)}`
  const stranger = () => team.chat.addPerson(name())
  const used = await team.newCode(holder)
  const first = team.chat.say(stranger(), used)
  if ((await team.outcomeOf(first)) !== 'linked') throw new Error('the code did not link')
  const expired = async () => {
    const code = await team.newCode(holder)
    await team.sql(`update link_tokens set expires_at = now() - interval '1 second'`)
    return code
  }
  const deactivated = async () => {
    const author = await team.addLinked(name())
    await team.sql(
      `update users set status = 'deactivated' where id = (select user_id from identity_mapping where external_id = $1)`,
      [author.id],
    )
    return author
  }
  const throttled = async () => {
    const author = stranger()
    const { channel_id } = team.chat.say(author, 'unheard', { isLost: true })
    await team.sql(
      `insert into chat_posts (post_id, channel_id, root_id, posted_at, is_admitted, outcome, answered_at)
       select $1 || n, $1, $1 || n, now(), true, 'refused', now() from generate_series(1, 10) as n`,
      [channel_id],
    )
    return author
  }
  return {
    stranger: async () => ({ author: stranger(), text: 'Who are you?' }),
    wrongCode: async () => ({ author: stranger(), text: 'AAAA-AAAA' }),
    usedCode: async () => ({ author: stranger(), text: used }),
    expiredCode: async () => ({ author: stranger(), text: await expired() }),
    deactivated: async () => ({ author: await deactivated(), text: 'How much leave?' }),
    throttled: async () => ({ author: await throttled(), text: 'How much leave?' }),
    linkedWithUsedCode: async () => ({ author: await team.addLinked(name()), text: used }),
  }
}
