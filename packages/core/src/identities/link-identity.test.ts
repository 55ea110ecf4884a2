import { describe, expect, it } from 'vitest'
import { ok } from '../model/result.ts'
import { parseServerAddress } from '../model/team-chat/server-address.ts'
import type { ChatBot } from '../ports/index.ts'
import {
  aBotMessengerIn,
  aPersonIn,
  aSurface,
  aTeamChatIn,
  aWorkspaceChatIn,
  memoryPorts,
  type MemoryPorts,
} from '../testing/index.ts'
import type { Account } from '../model/accounts/account.ts'
import type { ExternalId } from '../model/identities/identity.ts'
import { linkIdentity } from './link-identity.ts'

const externalId = 'U1' as ExternalId
const surface = aSurface()

const link = async (
  ports: MemoryPorts,
  account: Account | null,
  bot: ChatBot | null = null,
  by: 'code' | 'email' = 'code',
) =>
  (
    await ports.transact(async (stores) =>
      ok(await linkIdentity(ports, stores, { surface, externalId, account, by, bot })),
    )
  ).value

describe('linkIdentity', () => {
  it('links an identity to an account once, and is audited as the person', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    for (const _ of [1, 2]) expect(await link(ports, account)).toEqual(account)
    const { identities, audit } = ports.database.tables
    expect([...identities.values()]).toMatchObject([
      { source: 'teamchat', externalId, userId: account.id },
    ])
    expect([...audit.values()]).toMatchObject([
      {
        action: 'identity.link',
        actorId: account.id,
        via: 'chat',
        target: `user:${account.id}`,
        meta: { source: 'teamchat', external_id: 'U1', by: 'code' },
      },
    ])
  })

  it('R66 moves no existing link, and refuses a deactivated or unknown account', async () => {
    const ports = memoryPorts()
    const [first, second, gone] = [
      await aPersonIn(ports),
      await aPersonIn(ports),
      await aPersonIn(ports, { status: 'deactivated' }),
    ]
    for (const account of [gone.account, null]) expect(await link(ports, account)).toBeNull()
    await link(ports, first.account)
    expect(await link(ports, second.account)).toBeNull()
    expect([...ports.database.tables.identities.values()]).toMatchObject([
      { userId: first.account.id },
    ])
    expect(ports.database.tables.audit.size).toBe(1)
  })
})

const elsewhere = parseServerAddress('https://elsewhere.example.com')!
const bots: readonly {
  readonly name: string
  readonly setUp: (ports: MemoryPorts) => Promise<{ readonly bot: ChatBot }>
  readonly changes: readonly ((ports: MemoryPorts) => Promise<unknown>)[]
}[] = [
  {
    name: 'team chat',
    setUp: (ports) => aTeamChatIn(ports),
    changes: [
      (ports) => aTeamChatIn(ports, { enabled: false }),
      (ports) => aTeamChatIn(ports, { botUserId: 'another' }),
      (ports) => aTeamChatIn(ports, { baseUrl: elsewhere }),
    ],
  },
  {
    name: 'workspace chat',
    setUp: (ports) => aWorkspaceChatIn(ports),
    changes: [
      (ports) => aWorkspaceChatIn(ports, { enabled: false }),
      (ports) => aWorkspaceChatIn(ports, { botUserId: 'T9:U9' }),
      (ports) => aWorkspaceChatIn(ports, { appId: 'A999' }),
      (ports) => aWorkspaceChatIn(ports, { workspaceId: 'T999' }),
    ],
  },
  {
    name: 'bot messenger',
    setUp: (ports) => aBotMessengerIn(ports),
    changes: [
      (ports) => aBotMessengerIn(ports, { enabled: false }),
      (ports) => aBotMessengerIn(ports, { botUserId: '9' }),
      (ports) => aBotMessengerIn(ports, { apiRoot: elsewhere }),
    ],
  },
]

describe.each(bots)('linkIdentity through the bot of $name', ({ setUp, changes }) => {
  it('links by code while the bot is on', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const { bot } = await setUp(ports)
    expect(await link(ports, account, bot)).toEqual(account)
  })

  it('R157 R226 links no one once the bot is off, replaced or at another address', async () => {
    for (const change of changes) {
      const ports = memoryPorts()
      const { account } = await aPersonIn(ports)
      const { bot } = await setUp(ports)
      await change(ports)
      expect(await link(ports, account, bot)).toBeNull()
      expect(ports.database.tables.identities.size).toBe(0)
    }
  })

  it('R227 links no one by address unless that is on', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const { bot } = await setUp(ports)
    expect(await link(ports, account, bot, 'email')).toBeNull()
    await aWorkspaceChatIn(ports, { matchesByEmail: true })
    const isMatching = bot.source === 'workspace_chat'
    expect(await link(ports, account, bot, 'email')).toEqual(isMatching ? account : null)
  })
})
