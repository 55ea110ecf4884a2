import { expect, it } from 'vitest'
import { createLinkCode } from '../../identities/create-link-code.ts'
import type { ChatAnswer, ChatThreads, TeamChatBot } from '../../ports/index.ts'
import { openChat } from '../../testing/builders/chat-questions.ts'
import { jobFor, waitingJobs } from '../../testing/builders/chat-turns.ts'
import { memoryAnswerModel, newChatPostId, valueOf, withTeamChat } from '../../testing/index.ts'
import { admitChatSender } from './admit-chat-sender.ts'
import { answerChatPost } from './answer-chat-post.ts'
import { refusalText } from './refusal.ts'

const startTyping = () => ({ stop: () => {}, write: null })

/** A chat whose platform answers commands by messages that begin threads. */
async function open() {
  const answerModel = memoryAnswerModel()
  const { ports, actor, ask, say } = await openChat({ answerModel })
  const answers: ChatAnswer[] = []
  const answer: ChatThreads<TeamChatBot>['answer'] = async (_, given, ledger) => {
    answers.push(given)
    for (const part of given.parts.keys()) await ledger.note(part, newChatPostId())
    return 'posted'
  }
  const commanded = async (text: string) => {
    const { post, job } = await ask(text)
    return { post, job: { ...job, isCommand: true } as const }
  }
  return {
    answerModel,
    ports: withTeamChat(ports, { threads: { answer, startTyping } }),
    actor,
    say,
    answers,
    commanded,
  }
}

it('repeats what was asked with the answer, and goes on in the thread that the answer begins', async () => {
  const { answerModel, ports, say, answers, commanded } = await open()
  const { post, job } = await commanded('How much leave?')
  await answerChatPost(ports, job)
  expect(answers).toMatchObject([{ asked: 'How much leave?', thread: { rootId: post.id } }])
  expect(answers[0]?.parts.join()).not.toContain('How much leave?')

  const [begun] = ports.database.tables.chatPosts.get(post.id)?.placed ?? []
  const thread = { channelId: post.channelId, rootId: begun!, authorId: post.authorId }
  await answerChatPost(ports, await jobFor(ports, { ...say('And for the board?'), ...thread }))
  expect(answers[1]).toMatchObject({ thread: { rootId: begun } })
  expect(answers[1]).not.toHaveProperty('asked')
  expect(answers[1]).not.toHaveProperty('isRefusal')
  expect(answerModel.prompts[1]?.turns[0]).toMatchObject({ text: 'How much leave?' })
  expect(ports.database.tables.conversations.size).toBe(1)
  expect([...ports.database.tables.conversations.values()][0]?.messages).toHaveLength(4)
})

it('R224 R223 links no one for a code in a command, and refuses with what was asked', async () => {
  const { ports, actor, answers, say } = await open()
  const { code } = valueOf(await createLinkCode(ports, { actor }))
  const links = ports.database.tables.identities.size
  const attempts = ports.database.tables.attempts.size // Creating a code counts, too.
  for (const text of [code, 'How much leave?']) {
    const job = { ...(await jobFor(ports, say(text))), isCommand: true } as const
    await answerChatPost(ports, job)
    await admitChatSender(ports, waitingJobs(ports, 'admit_chat_sender').at(-1)!)
    expect(answers.at(-1)).toMatchObject({ asked: text, parts: [refusalText], isRefusal: true })
  }
  expect(ports.database.tables.identities.size).toBe(links)
  expect(ports.database.tables.attempts.size).toBe(attempts)
})
