import { chatThreadsContract } from '@ken/core/contracts'
import {
  inWorkspace,
  withoutWorkspace,
  workspaceChatCommandId,
  type ChatPostId,
  type ChatThread,
  type Log,
} from '@ken/core/ports'
import { testClock } from '@ken/core/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastTiming, openWorkspace, openWorkspaceForTest } from '../testing/workspace-world.ts'
import { renderBlocks, renderFallback, renderPlain } from './rendered-blocks.ts'
import { slackChatThreads } from './slack-chat-threads.ts'

const log: Log = { info: () => {}, warn: () => {}, error: () => {} }
type Workspace = Awaited<ReturnType<typeof openWorkspace>>

let commands = 0
/** What is asked of the adapter for a command of a person. */
function commandIn({ bot: { workspaceId } }: Workspace, channel: string) {
  commands += 1
  const postId = workspaceChatCommandId({ workspaceId, userId: 'U1', triggerId: `${commands}.1.a` })
  return {
    thread: { channelId: inWorkspace(workspaceId, channel), rootId: postId },
    replyTo: { postId, postedAt: new Date() },
    asked: 'How much leave do I have?',
    isNew: false,
  }
}

chatThreadsContract('slack, after a command', async () => {
  const workspace = await openWorkspace({ timing: fastTiming })
  const { double, transport, bot, setUnavailable, close } = workspace
  const channelOf = ({ channelId }: ChatThread) =>
    double.world.channels.get(withoutWorkspace(channelId) ?? '')
  return {
    threads: slackChatThreads(transport, { clock: testClock(), log }),
    bot,
    refusedBot: { ...bot, botToken: `${bot.botToken}x` },
    ask: (thread) => {
      const channel = thread && channelOf(thread)?.id
      const asked = commandIn(workspace, channel ?? double.channelOf(double.addPerson('someone')))
      return { ...asked, ...(thread && { thread }) }
    },
    textsOfBot: (thread) =>
      (channelOf(thread)?.messages ?? []).map(({ text }) => text.replace(/^You asked: .*\n/, '')),
    reserves: false,
    deleteRoot: null,
    archive: (thread) => void Object.assign(channelOf(thread) ?? {}, { isArchived: true }),
    setUnavailable,
    failAfterNextPost: () => double.behaveOnce('chat.postMessage', 'store_then_500'),
    forgetPosts: () => {},
    close,
  }
})

describe('the answer to a command', () => {
  it('repeats what was asked in a message of its own, and goes on below it', async () => {
    const workspace = await openWorkspaceForTest({ timing: fastTiming })
    const { double, ana, transport, bot } = workspace
    const threads = slackChatThreads(transport, { clock: testClock(), log })
    const placed: (ChatPostId | null)[] = []
    const note = async (part: number, id: ChatPostId) => (placed[part] ??= id)
    const command = commandIn(workspace, double.channelOf(ana))
    const parts = ['first part', 'second part']
    expect(await threads.answer(bot, { ...command, parts, isNew: true }, { placed, note })).toBe(
      'posted',
    )
    const [first, second, ...others] = double.messages(ana)
    expect(first).toMatchObject({
      text: 'You asked: How much leave do I have?\nfirst part',
      blocks: [
        {
          elements: [
            {
              type: 'rich_text_quote',
              elements: [{ type: 'text', text: 'You asked: How much leave do I have?' }],
            },
            { type: 'rich_text_section' },
          ],
        },
      ],
    })
    expect(first).not.toHaveProperty('thread_ts')
    expect(second).toMatchObject({ text: 'second part', thread_ts: first?.ts })
    expect(others).toEqual([])
    expect(double.calls.map(({ method }) => method)).toEqual([
      'chat.postMessage',
      'chat.postMessage',
    ])
  })

  it('R221 finds what was posted before it could be noted, also behind later messages', async () => {
    const workspace = await openWorkspaceForTest({ timing: fastTiming })
    const { double, ana, transport, bot } = workspace
    const threads = slackChatThreads(transport, { clock: testClock(), log })
    const command = commandIn(workspace, double.channelOf(ana))
    const placed: (ChatPostId | null)[] = []
    const note = async (part: number, id: ChatPostId) => (placed[part] ??= id)
    const answer = (noting: typeof note) =>
      threads.answer(bot, { ...command, parts: ['a', 'b'] }, { placed: [...placed], note: noting })
    for (const ended of [0, 1]) {
      const noting = (part: number, id: ChatPostId) =>
        part === ended ? Promise.reject(new Error('ended')) : note(part, id)
      await expect(answer(noting)).rejects.toThrow('ended')
      for (let times = 0; times < 250; times += 1)
        double.say(ana, 'another question', { isLost: true })
    }
    expect(await answer(note)).toBe('posted')
    const posted = double.messages(ana).filter(({ user }) => user !== ana.id)
    expect(posted.map(({ text, thread_ts }) => [text, thread_ts])).toEqual([
      ['You asked: How much leave do I have?\na', undefined],
      ['b', posted[0]?.ts],
    ])
  })

  it('R252 quotes any question as one short text in which nothing is active', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('<!channel>', '<@U1>', '[a](https://b.test)', '\n', '@all', 'word '))
        .map((words) => words.join('')),
    )
    fc.assert(
      fc.property(hostile, (asked) => {
        const [quote, ...rest] = renderBlocks('**answer**', asked).elements
        expect(quote).toMatchObject({ type: 'rich_text_quote', elements: [{ type: 'text' }] })
        expect(quote?.elements).toHaveLength(1)
        expect(renderFallback(renderBlocks('', asked)).trim()).not.toContain('\n')
        expect(rest).toEqual(renderBlocks('**answer**').elements)
        for (const text of [
          renderFallback(renderBlocks('answer', asked)),
          renderPlain('answer', asked),
        ]) {
          expect(text).not.toContain('<')
          expect(text).toMatch(/\nanswer$/)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
