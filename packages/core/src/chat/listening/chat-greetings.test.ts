import { describe, expect, it, onTestFinished } from 'vitest'
import { removeIdentity } from '../../identities/remove-identity.ts'
import type { ChatGreeter, ChatGreeting, OpenedChat, WorkspaceChatBot } from '../../ports/index.ts'
import {
  anIdentityIn,
  aPersonIn,
  aWorkspaceChatIn,
  memoryPorts,
  withWorkspaceChat,
} from '../../testing/index.ts'
import { refusalText } from '../posts/refusal.ts'
import { chatGreetings } from './chat-greetings.ts'

const home = (authorId: string): OpenedChat => ({ place: 'home', authorId, channelId: 'T1:D1' })
const conversation = (authorId: string): OpenedChat => ({
  ...home(authorId),
  place: 'conversation',
})

type Greet = ChatGreeter<WorkspaceChatBot>['greet']
const taking: Greet = async () => {}

async function open({ isAlone = true } = {}) {
  const ports = memoryPorts()
  const { bot } = await aWorkspaceChatIn(ports)
  const { account, actor } = await aPersonIn(ports, { email: 'ada@example.com' })
  const link = (externalId: string) =>
    anIdentityIn(ports, account, { source: 'workspace_chat', externalId })
  const shown: (OpenedChat & ChatGreeting)[] = []
  let greet: Greet = taking
  const greeter: ChatGreeter<WorkspaceChatBot> = {
    greet: async (...given) => {
      await greet(...given)
      shown.push({ ...given[1], ...given[2] })
    },
  }
  const greetings = chatGreetings(withWorkspaceChat(ports, { greeter }), { isAlone })
  onTestFinished(() => greetings.stop())
  return {
    ports,
    actor,
    account,
    bot,
    link,
    shown,
    greetings,
    setGreet: (other: Greet) => void (greet = other),
    /** Opens these, and waits until all are shown that will be. */
    show: async (...opened: OpenedChat[]) => {
      for (const one of opened) greetings.opened(bot, one)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return shown.splice(0)
    },
  }
}

describe('chatGreetings', () => {
  it('R223 shows unlinked people the refusal, and linked ones their masked account', async () => {
    const { link, show, ports } = await open()
    const gone = await aPersonIn(ports, { status: 'deactivated' })
    await link('T1:U1')
    await anIdentityIn(ports, gone.account, { source: 'workspace_chat', externalId: 'T1:U3' })
    const texts = (await show(home('T1:U1'), home('T1:U2'), home('T1:U3'))).map(
      ({ authorId, text }) => [authorId, text],
    )
    expect(Object.fromEntries(texts)).toEqual({
      'T1:U1':
        'Ask me in Messages or with `/ken`.\n\nYou are linked to `a***@example.com`. To unlink, open *Linked chats* in Ken.',
      'T1:U2': refusalText,
      'T1:U3': refusalText,
    })
  })

  it('shows a link and its end at the next opening, and the same only after ten minutes', async () => {
    const { ports, actor, account, link, show } = await open()
    expect(await show(home('T1:U1'), home('T1:U1'))).toMatchObject([{ text: refusalText }])
    expect(await show(home('T1:U1'))).toEqual([])
    const identity = await link('T1:U1')
    expect(await show(home('T1:U1'))).toMatchObject([{ text: expect.stringContaining('a***') }])
    await removeIdentity(ports, { actor, userId: account.id, identityId: identity.id })
    expect(await show(home('T1:U1'))).toMatchObject([{ text: refusalText }])
    ports.clock.advance(600_000)
    expect(await show(home('T1:U1'))).toMatchObject([{ text: refusalText }])
  })

  it('shows the same again if other processes may have shown something else', async () => {
    const { show } = await open({ isAlone: false })
    for (let times = 0; times < 2; times += 1)
      expect(await show(home('T1:U1'))).toMatchObject([{ text: refusalText }])
  })

  it('shows nothing in a conversation without questions to choose from, or for a bot that is off', async () => {
    const { ports, link, show } = await open()
    await link('T1:U1')
    expect(await show(conversation('T1:U1'))).toEqual([])
    await aWorkspaceChatIn(ports, { enabled: false })
    expect(await show(home('T1:U1'))).toEqual([])
  })

  it('suggests questions to linked people in a conversation, while the AI features are on', async () => {
    const { ports, link, show } = await open()
    await link('T1:U1')
    const prompts = ['How much leave do I have?']
    await aWorkspaceChatIn(ports, { prompts })
    expect(await show(conversation('T1:U1'))).toEqual([])
    await aWorkspaceChatIn(ports, { prompts, hasAiFeatures: true })
    expect(await show(conversation('T1:U1'), conversation('T1:U2'))).toMatchObject([
      { authorId: 'T1:U1', prompts },
    ])
  })

  it('shows to two people at a time, to the others later, and to no more than wait', async () => {
    const { setGreet, show, shown, greetings } = await open()
    const held = Promise.withResolvers<void>()
    let [inProgress, most] = [0, 0]
    setGreet(async () => {
      most = Math.max(most, (inProgress += 1))
      await held.promise
      inProgress -= 1
    })
    const people = Array.from({ length: 300 }, (_, place) => home(`T1:U${place}`))
    expect(await show(...people)).toEqual([])
    held.resolve()
    await expect.poll(() => shown.length).toBeGreaterThan(199)
    await greetings.stop()
    expect(most).toBe(2)
    expect(shown.length).toBeLessThanOrEqual(202)
  })

  it('rests for a minute after a failure, and then goes on', async () => {
    const { ports, setGreet, show, link } = await open()
    setGreet(() => Promise.reject(new Error('not now')))
    expect(await show(home('T1:U1'))).toEqual([])
    setGreet(taking)
    await link('T1:U1')
    expect(await show(home('T1:U1'))).toEqual([])
    ports.clock.advance(60_000)
    expect(await show(home('T1:U1'))).toHaveLength(1)
  })

  it('does not wait for a clock that was set back', async () => {
    const { ports, setGreet, show, link } = await open()
    await show(home('T1:U1'))
    await show(home('T1:U2'))
    setGreet(() => Promise.reject(new Error('not now')))
    await link('T1:U1')
    await show(home('T1:U1'))
    setGreet(taking)
    ports.clock.advance(-3_600_000)
    expect(await show(home('T1:U1'))).toHaveLength(1)
    expect(await show(home('T1:U2'))).toHaveLength(1)
  })

  it('shows nothing after it was stopped', async () => {
    const { setGreet, greetings, shown, bot } = await open()
    const held = Promise.withResolvers<void>()
    setGreet(() => held.promise)
    for (const person of ['T1:U1', 'T1:U2', 'T1:U3']) greetings.opened(bot, home(person))
    await new Promise((resolve) => setTimeout(resolve, 5))
    const stopped = greetings.stop()
    held.resolve()
    await stopped
    expect(shown).toHaveLength(2)
  })
})
