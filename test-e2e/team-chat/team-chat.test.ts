import {
  answerModelDouble,
  type AnswerModelDouble,
  type DoublePost,
  type DoubleUser,
  type TeamChatBehaviour,
} from '@ken/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { jobsAreDue, leasesOfWorkersExpire } from '../support/jobs.ts'
import { kenHere, startInBackgroundHere } from '../support/ken-here.ts'
import type { Running, Started } from '../support/ken-program.ts'
import { addMemberWithPassword, member } from '../support/member.ts'
import { signIn } from '../support/session.ts'
import { answeringWorld, emailOf, type AnsweringWorld } from '../support/chats/answering.ts'
import { raceTimeout, rounds } from '../support/two-processes.ts'

const documents = [
  {
    external_id: 'leave',
    title: 'Annual leave',
    body: 'Everybody has thirty days of leave.',
    allowed: ['everyone'],
  },
  {
    external_id: 'board',
    title: 'Salaries',
    body: 'The board earns millions of leave.',
    allowed: ['role:Owner'],
  },
  {
    external_id: 'vault',
    title: 'Vaults',
    body: 'The word of the vault is xylophone.',
    allowed: ['group:ops'],
  },
  {
    external_id: 'travel',
    title: 'Travel',
    body: 'Trains are booked early.',
    allowed: ['everyone'],
  },
].map((document) => ({
  source: 'wiki',
  url: `https://wiki.example.com/${document.external_id}`,
  ...document,
}))

const found = [
  'This is what I found:',
  '',
  '1. [Annual leave](https://wiki.example.com/leave) (wiki)',
  '    Everybody has thirty days of leave.',
].join('\n')
const refusal = 'I cannot answer this. If you were given a code, send it alone, as it is written.'
const linkedTo = (masked: string) => `You are linked to \`${masked}\`. Ask me anything.`

const started = new AsyncDisposableStack()
let model: AnswerModelDouble
/** It is asked again for the next answer; after other failures it would be left alone for ten seconds. */
const refusing = { status: 400 }
let team: AnsweringWorld
/** All that ran, and the worker of now. */
const programs: Started[] = []
let worker: Running
let people = 0

beforeAll(async () => {
  model = started.adopt(await answerModelDouble(), ({ close }) => close())
  model.behave(refusing)
  const env = { KEN_MODEL_URL: model.url, KEN_MODEL: 'words', KEN_MODEL_BUDGET_MS: '10000' }
  team = started.use(await answeringWorld(documents, env))
  await addMemberWithPassword(team)
  const [, scheduler] = await Promise.all([startWorker(), startInBackgroundHere('scheduler', team)])
  started.use(scheduler)
  programs.push(team.server, scheduler)
})
afterAll(() => started.disposeAsync())
afterEach(() => {
  model.behave(refusing)
  team.chat.behave('POST /posts', 'ok')
})

async function startWorker(): Promise<void> {
  worker = await team.start('worker')
  programs.push(worker)
}

const newPerson = (): DoubleUser => team.chat.addPerson(`person-${(people += 1)}`)
const newLinked = (): Promise<DoubleUser> => team.addLinked(`linked-${(people += 1)}`)

/** What the bot says to a post, once it has said it all. */
async function answered(post: DoublePost): Promise<string> {
  await team.outcomeOf(post)
  const said = team.answersTo(post).map(({ message }) => message)
  return said.join('\n---\n')
}
const say = (author: DoubleUser, text: string, thread?: DoublePost) =>
  team.chat.say(author, text, thread === undefined ? {} : { rootId: thread.root_id || thread.id })
/** What was sent to the server as an answer to a post, whether it arrived or not. */
const sentTo = (post: DoublePost) =>
  team.chat.requests
    .filter(({ route }) => route === 'POST /posts')
    .map(
      ({ body }) =>
        body as { readonly props: { readonly ken_reply_to: string; readonly ken_part: number } },
    )
    .filter(({ props }) => props.ken_reply_to === post.id)
const ask = (author: DoubleUser, text: string, thread?: DoublePost) =>
  answered(say(author, text, thread))
const changeGroups = (...args: readonly string[]) => kenHere(['groups', ...args], team)

describe('the team-chat bot', () => {
  it('links a sender by a code, answers in the thread from what the person may see, and continues the conversation', async () => {
    const ada = newPerson()
    expect(await ask(ada, await team.newCode(member.email))).toBe(linkedTo('m***@example.com'))
    const question = say(ada, 'How much leave?')
    expect(await answered(question)).toBe(
      found.replace('This is', 'The language model is unavailable right now. This is'),
    )
    expect(team.answersTo(question)).toMatchObject([
      { root_id: question.id, user_id: team.chat.bot.id },
    ])
    const followUp = say(ada, 'And in the second year?', question)
    expect(await answered(followUp)).toContain('[Annual leave](https://wiki.example.com/leave)')
    expect(team.answersTo(followUp)).toMatchObject([{ root_id: question.id }])
    expect(await ask(ada, 'And in the second year?')).toBe(
      'I found nothing about this that you may see. Other words may help.',
    )
    const threads = await team.sql(
      `select meta, count(*)::int as said from conversations join messages on conversation_id = conversations.id
       where meta ->> 'channel_id' = $1 group by conversations.id order by conversations.created_at`,
      [question.channel_id],
    )
    expect(threads).toMatchObject([{ meta: { root_id: question.id }, said: 4 }, { said: 2 }])
  })

  it('refuses a person who removed the link on the web', async () => {
    await addMemberWithPassword(team, { ...member, email: emailOf('leaver') })
    const leaver = newPerson()
    await ask(leaver, await team.newCode(emailOf('leaver')))
    const web = await signIn(team.server, { ...member, email: emailOf('leaver') })
    const { data } = (await (await web.get('/api/v1/me/identities')).json()) as {
      data: { id: string; source: string }[]
    }
    expect(data).toMatchObject([{ source: 'teamchat', external_id: leaver.id }])
    expect((await web.delete(`/api/v1/me/identities/${data[0]!.id}`)).status).toBe(204)
    expect(await ask(leaver, 'leave')).toBe(refusal)
  })

  it('lets a model write only from what the person may see, and adds only links to the results', async () => {
    model.behave({
      firstMs: 1_000,
      says: 'Thirty days [1]. @all see [here](https://evil.example) ![x](https://evil.example/x.png)',
    })
    const [bob, before] = [await newLinked(), model.requests.length]
    const answer = await ask(bob, 'How much leave has the board?')
    expect(answer).toBe(
      'Thirty days [1]. @\u200ball see here x\n\n**Sources**\n1. [Annual leave](https://wiki.example.com/leave) (wiki)',
    )
    const asked = model.requests.slice(before)
    expect(asked).toHaveLength(1)
    expect(JSON.stringify(asked)).toContain('thirty days of leave')
    expect(JSON.stringify(asked)).not.toMatch(/millions|Salaries/)
    expect(
      team.chat.requests.filter(({ route }) => route === 'POST /users/{id}/typing'),
    ).not.toEqual([])
  })

  it('R7 repeats nothing in a thread that the person may no longer see', async () => {
    const grace = await newLinked()
    await changeGroups('create', 'ops')
    await changeGroups('add', 'ops', emailOf(grace.username))
    model.behave({ says: 'The vault word is xylophone [1].' })
    const question = say(grace, 'Which word does the vault have?')
    expect(await answered(question)).toContain('xylophone')
    await changeGroups('remove', 'ops', emailOf(grace.username))
    model.behave({ says: 'Nothing.' })
    const before = model.requests.length
    expect(await ask(grace, 'And the word of the vault for leave?', question)).toContain(
      '[Annual leave]',
    )
    expect(model.requests).toHaveLength(before + 1)
    expect(JSON.stringify(model.requests[before])).toContain('Which word')
    expect(JSON.stringify(model.requests[before])).not.toMatch(/xylophone|Vaults/)
    expect(await ask(grace, 'vault', question)).not.toMatch(/xylophone|Vaults/)
  })

  it('splits an answer of 20,000 characters without loss', async () => {
    model.behave({ says: `${'word '.repeat(4_000)}end.` })
    const post = say(await newLinked(), 'leave')
    const text = await answered(post)
    expect(team.answersTo(post).map(({ props }) => props['ken_part'])).toEqual([0, 1])
    expect(text.match(/word/g)).toHaveLength(4_000)
    expect(text).toMatch(/end\.\n\n\*\*Sources\*\*/)
  })

  it('R65 R66 gives unlinked, deactivated and throttled senders and invalid codes the same reply, and searches nothing', async () => {
    const asked = model.requests.length
    await addMemberWithPassword(team, { ...member, email: emailOf('codes') })
    const used = await team.newCode(emailOf('codes'))
    expect(await ask(newPerson(), used)).toBe(linkedTo('c***@example.com'))
    const expired = await team.newCode(emailOf('codes'))
    await team.sql(`update link_tokens set expires_at = now() - interval '1 second'`)
    const gone = await newLinked()
    await team.sql(
      `update users set status = 'deactivated' where id in (select user_id from identity_mapping where external_id = $1)`,
      [gone.id],
    )
    const throttled = newPerson()
    for (let count = 0; count < 10; count += 1) say(throttled, `${count}`)
    const cases: readonly { readonly author: DoubleUser; readonly text: string }[] = [
      { author: newPerson(), text: 'How much leave?' },
      { author: newPerson(), text: 'AAAA-AAAA' },
      { author: newPerson(), text: used },
      { author: newPerson(), text: expired },
      { author: await newLinked(), text: used },
      { author: gone, text: 'How much leave?' },
      { author: throttled, text: await team.newCode(emailOf('codes')) },
    ]
    const posts = cases.map(({ author, text }) => say(author, text))
    expect(new Set(await Promise.all(posts.map(answered)))).toEqual(new Set([refusal]))
    for (const post of posts) expect(team.answersTo(post)).toMatchObject([{ root_id: post.id }])
    expect(model.requests).toHaveLength(asked)
    const links = await team.sql('select 1 from identity_mapping where external_id = $1', [
      throttled.id,
    ])
    expect(links).toEqual([])
  })

  it('R63 links exactly one of twenty senders who send the same code concurrently', async () => {
    await addMemberWithPassword(team, { ...member, email: emailOf('popular') })
    const code = await team.newCode(emailOf('popular'))
    const posts = Array.from({ length: 20 }, () => say(newPerson(), code))
    const answers = await Promise.all(posts.map(answered))
    expect(answers.filter((answer) => answer === linkedTo('p***@example.com'))).toHaveLength(1)
    expect(answers.filter((answer) => answer === refusal)).toHaveLength(19)
  })

  it('R64 checks five codes of a sender, and refuses the right one after them', async () => {
    await addMemberWithPassword(team, { ...member, email: emailOf('target') })
    const guesser = newPerson()
    const attempts = Array.from({ length: 6 }, (_, position) => say(guesser, `AAAA-000${position}`))
    await Promise.all(attempts.map(answered))
    const code = await team.newCode(emailOf('target'))
    expect(await ask(guesser, code)).toBe(refusal)
    const [budget] = await team.sql(
      `select failures from guess_budgets where bucket = 'external_id:teamchat:' || $1`,
      [guesser.id],
    )
    expect(budget).toEqual({ failures: 5 })
    expect(await ask(newPerson(), code)).toBe(linkedTo('t***@example.com'))
    await team.sql('delete from guess_budgets')
  })

  it.each<TeamChatBehaviour>(['store_then_500', 'html', { status: 503 }])(
    'R70 posts one answer when the server first responds with %j',
    async (behaviour) => {
      const carol = await newLinked()
      team.chat.behaveOnce('POST /posts', behaviour)
      const post = say(carol, 'leave')
      expect(await answered(post)).toContain('[Annual leave]')
      expect(team.answersTo(post)).toHaveLength(1)
    },
  )

  it(
    'R70 posts exactly one answer when the worker is killed after posting and before the response',
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        team.chat.behaveOnce('POST /posts', round % 2 === 0 ? 'store_then_hang' : 'hang')
        const before = team.chat.requests.filter(({ route }) => route === 'POST /posts').length
        const post = say(await newLinked(), 'leave')
        await expect
          .poll(() => team.chat.requests.filter(({ route }) => route === 'POST /posts').length)
          .toBe(before + 1)
        await worker.stop('SIGKILL')
        await startWorker()
        await leasesOfWorkersExpire(team)
        await expect
          .poll(() => jobsAreDue(team).then(() => team.answersTo(post).length), {
            timeout: 30_000,
            interval: 500,
          })
          .toBe(1)
        expect(await answered(post)).toContain('[Annual leave]')
        expect(team.answersTo(post)).toHaveLength(1)
      }
    },
    raceTimeout,
  )

  it(
    'R70 posts only the missing part when the worker is killed between the parts of a long answer',
    async () => {
      model.behave({ says: `${'word '.repeat(4_000)}end.` })
      team.chat.behaveOnce('POST /posts', 'ok')
      team.chat.behaveOnce('POST /posts', 'hang')
      const post = say(await newLinked(), 'leave')
      const sentParts = () => sentTo(post).map(({ props }) => props.ken_part)
      await expect.poll(sentParts).toEqual([0, 1])
      await worker.stop('SIGKILL')
      const [first, ...others] = team.answersTo(post)
      expect(others).toEqual([])
      // The server remembers a pending post for half a minute only: here, not at all.
      team.chat.forgetPending()
      await startWorker()
      await leasesOfWorkersExpire(team)
      await expect
        .poll(() => jobsAreDue(team).then(() => team.answersTo(post).length), {
          timeout: 30_000,
          interval: 500,
        })
        .toBeGreaterThan(1)
      expect((await answered(post)).match(/word/g)).toHaveLength(4_000)
      expect(team.answersTo(post).map(({ id, props }) => [id, props['ken_part']])).toEqual([
        [first?.id, 0],
        [expect.any(String), 1],
      ])
      expect(sentParts()).toEqual([0, 1, 1])
    },
    raceTimeout,
  )

  it('R72 answers no waiting post once it is turned off', async () => {
    const dave = await newLinked()
    await worker.stop('SIGTERM')
    const post = say(dave, 'leave')
    await expect
      .poll(() => team.sql('select 1 from chat_posts where post_id = $1', [post.id]))
      .toHaveLength(1)
    await team.changeTeamChat({ enabled: false })
    await startWorker()
    expect([await team.outcomeOf(post), await answered(post)]).toEqual(['dropped', ''])
    await team.changeTeamChat({ enabled: true })
  })

  it('R82 writes no message text to the queue or the log', async () => {
    expect(
      await team.sql(
        `select 1 from pgboss.job where data::text ~* 'leave|AAAA-' or output::text ~* 'leave|AAAA-'`,
      ),
    ).toEqual([])
    expect(programs.length).toBeGreaterThan(3)
    for (const { output } of programs) expect(output.stderr).not.toMatch(/leave|AAAA-/)
  })
})
