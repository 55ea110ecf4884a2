import { expect, it } from 'vitest'
import { changeWorkspaceChat } from '../../workspace-chat/change-workspace-chat.ts'
import { operator } from '../../model/actor.ts'
import type { WorkspaceChatSettings } from '../../model/workspace-chat/workspace-chat-settings.ts'
import { ok } from '../../model/result.ts'
import {
  aPersonIn,
  aWorkspaceChatIn,
  memoryPorts,
  noticesTo,
  valueOf,
  type MemoryPorts,
} from '../../testing/index.ts'
import { admitChatSender } from './admit-chat-sender.ts'
import { refusalText } from './refusal.ts'

const email = 'ada@example.com'
const linked = 'You are linked to `a***@example.com`. Ask me anything.'

async function open(overrides: Partial<WorkspaceChatSettings> = {}) {
  const ports = memoryPorts()
  await aWorkspaceChatIn(ports, { matchesByEmail: true, ...overrides })
  const { account } = await aPersonIn(ports, { email })
  return { ports, account }
}

/** Writes to the bot as an unlinked member, and returns what it replies. */
async function write(
  ports: MemoryPorts,
  address: string | null,
  { text = 'Hello?', isAdmitted = true, wasLinked = false } = {},
) {
  const { workspace } = ports
  const said = workspace.say(text)
  const { id: postId, channelId, rootId, authorId, postedAt } = said
  if (address !== null) ports.workspaceMembers.set(authorId, address)
  const source = 'workspace_chat' as const
  const post = { source, postId, channelId, rootId, authorId, postedAt, isAdmitted }
  await ports.transact(async ({ chatPosts }) => ok(await chatPosts.insert([post])))
  const outcome = await admitChatSender(ports, {
    ...post,
    kind: 'admit_chat_sender',
    wasLinked,
    botId: workspace.bot.botId,
    sealedText: ports.cipher.encrypt(text, { purpose: 'chat_text', ownerId: postId }),
    postedAt: postedAt.toISOString(),
    arrivedAt: ports.clock.now().toISOString(),
  })
  const replies = workspace.posts.filter(({ answers }) => answers?.postId === postId)
  return { outcome, replies: replies.map(({ text: reply }) => reply) }
}

const links = ({ database }: MemoryPorts) => [...database.tables.identities.values()]

it('R227 links a member by the address that the platform confirmed, and informs the person by email', async () => {
  const { ports, account } = await open()
  expect(await write(ports, ' Ada@Example.com')).toMatchObject({ replies: [linked] })
  expect(links(ports)).toMatchObject([{ source: 'workspace_chat', userId: account.id }])
  expect(noticesTo(ports, account)).toEqual([{ kind: 'chat_linked', source: 'workspace_chat' }])
  expect([...ports.database.tables.audit.values()]).toMatchObject([
    { action: 'identity.link', via: 'chat', meta: { by: 'email' } },
  ])
})

it.each([
  { name: 'while it is off', overrides: { matchesByEmail: false }, address: email },
  { name: 'without a confirmed address', address: null },
  { name: 'with an address of no account', address: 'eve@example.com' },
  { name: 'with too many messages', address: email, message: { isAdmitted: false } },
  { name: 'with a link that does not count', address: email, message: { wasLinked: true } },
  { name: 'with a wrong code', address: email, message: { text: 'WRNG-CODE' } },
])('R227 refuses a member $name, and links no one', async ({ overrides, address, message }) => {
  const { ports } = await open(overrides)
  expect(await write(ports, address, message)).toMatchObject({ replies: [refusalText] })
  expect(links(ports)).toEqual([])
})

it('R227 asks the platform for no address while matching by address is off', async () => {
  const { ports } = await open({ matchesByEmail: false })
  const workspaceDirectory = { findConfirmedEmail: () => Promise.reject(new Error('asked')) }
  expect(await write({ ...ports, workspaceDirectory }, email)).toMatchObject({
    outcome: { ok: true },
    replies: [refusalText],
  })
})

it('R227 links no one to an account that is not active', async () => {
  const { ports } = await open()
  const gone = await aPersonIn(ports, { email: 'gone@example.com', status: 'deactivated' })
  expect(await write(ports, gone.account.email)).toMatchObject({ replies: [refusalText] })
  expect(links(ports)).toEqual([])
})

it('R227 links no one when it is turned off while the platform is asked', async () => {
  const { ports } = await open()
  const directory = ports.workspaceDirectory
  const workspaceDirectory: typeof ports.workspaceDirectory = {
    findConfirmedEmail: async (bot, externalId) => {
      valueOf(await changeWorkspaceChat(ports, { actor: operator, matchesByEmail: false }))
      return directory.findConfirmedEmail(bot, externalId)
    },
  }
  expect(await write({ ...ports, workspaceDirectory }, email)).toMatchObject({
    replies: [refusalText],
  })
  expect(links(ports)).toEqual([])
})
