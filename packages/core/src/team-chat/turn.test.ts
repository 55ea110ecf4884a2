import { expect, it } from 'vitest'
import { jobFor, outcomeOf, setUpBot } from '../testing/builders/chat-turns.ts'
import { memoryPorts } from '../testing/index.ts'
import { closeTurn, endTurn, openTurn } from './turn.ts'

async function open() {
  const ports = memoryPorts()
  await setUpBot(ports)
  const post = ports.teamChat.say('hello')
  return { ports, post, job: await jobFor(ports, post) }
}

it('opens with the bot, the surface of the team chat, and what was written', async () => {
  const { ports, job } = await open()
  expect(await openTurn(ports, job)).toMatchObject({
    bot: ports.teamChat.bot,
    surface: { kind: 'surface', via: 'chat', source: 'teamchat', keyId: null, requestId: job.postId },
    text: 'hello',
    kept: null,
  })
})

it('opens no more once it was closed, or the post is not known', async () => {
  const { ports, job, post } = await open()
  await closeTurn(ports, job, 'refused')
  expect(await openTurn(ports, job)).toBeNull()
  ports.database.tables.chatPosts.delete(post.id)
  expect(await openTurn(ports, job)).toBeNull()
})

it('R70 posts what was kept first, and does what belongs to it once', async () => {
  const { ports, job, post } = await open()
  const turn = (await openTurn(ports, job))!
  let together = 0
  const end = (text: string) =>
    endTurn(ports, job, turn, { parts: [text], restsOn: [], outcome: 'answered', together: async () => (together += 1) })
  ports.teamChat.setAway(true)
  expect(await end('first')).toMatchObject({ ok: false, error: { code: 'chat.deferred' } })
  ports.teamChat.setAway(false)
  expect(await end('second')).toEqual({ ok: true, value: null })
  expect(ports.teamChat.posts.at(-1)).toMatchObject({ text: 'first', rootId: post.rootId })
  expect(together).toBe(1)
  expect(outcomeOf(ports, post)).toBe('answered')
})
