import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import type { IdentitySource } from '../ports/index.ts'
import {
  anIdentityIn,
  aPersonIn,
  aTeamChatIn,
  memoryPorts,
  newChatPostId,
  type MemoryPorts,
} from '../testing/index.ts'
import { watchedProbe } from '../testing/builders/watched-probe.ts'
import { changeTeamChat, type ChangeTeamChat } from './change-team-chat.ts'
import type { ServerAddress } from '../model/team-chat/server-address.ts'

const stored = (ports: MemoryPorts) => ports.database.tables.teamChat.get('bot')!
const entries = (ports: MemoryPorts) => [...ports.database.tables.audit.values()]
const change = (ports: MemoryPorts, input: Omit<ChangeTeamChat, 'actor'>) =>
  changeTeamChat(ports, { actor: operator, ...input })
const failedWith = (reason: string) => ({
  ok: false,
  error: { code: 'team_chat.probe_failed', reason },
})

describe('changeTeamChat with another server or token', () => {
  it('R66 removes every link when the bot moves to another server, whose users may have any id', async () => {
    const ports = memoryPorts()
    await aTeamChatIn(ports)
    const { account } = await aPersonIn(ports)
    const elsewhere = { source: 'workspace_chat' as IdentitySource }
    const link = () =>
      Promise.all([anIdentityIn(ports, account), anIdentityIn(ports, account, elsewhere)])
    const linked = () =>
      [...ports.database.tables.identities.values()].map(({ source }) => source).toSorted()
    await link()
    await change(ports, { enabled: false })
    await change(ports, {
      baseUrl: 'https://attacker.example.com',
      botToken: newChatPostId(),
      enabled: true,
    })
    expect(linked()).toEqual(['workspace_chat'])
    expect(entries(ports).at(-1)).toMatchObject({ outcome: 'failure', meta: { links_removed: 1 } })
    await link()
    await change(ports, { baseUrl: null })
    expect(linked()).toEqual(['workspace_chat', 'workspace_chat'])
    expect(entries(ports).at(-1)).toMatchObject({ outcome: 'success', meta: { links_removed: 1 } })
  })

  it.for([
    'https://chat.lan:8443/chat',
    'https://chat.lan',
    'https://chat.lan/chats',
    'http://chat.lan/chat',
    'https://chat.lan./chat',
  ])(
    'R72 R157 removes every link, the token and the bot when https://chat.lan/chat becomes %s',
    async (baseUrl) => {
      const ports = memoryPorts()
      await aTeamChatIn(ports, { baseUrl: 'https://chat.lan/chat' as ServerAddress })
      await anIdentityIn(ports, (await aPersonIn(ports)).account)
      await change(ports, { baseUrl })
      expect(ports.database.tables.identities.size).toBe(0)
      expect(stored(ports)).toMatchObject({
        baseUrl,
        botTokenEnc: null,
        botUserId: null,
        botUsername: null,
        enabled: false,
      })
      expect(entries(ports).at(-1)).toMatchObject({ meta: { links_removed: 1, token: 'removed' } })
    },
  )

  it.for(['HTTPS://Chat.LAN:443/chat', 'https://chat.lan/chat/', ' https://chat.lan/a/../chat// '])(
    'R157 keeps every link, the token and the bot when https://chat.lan/chat is only spelled %s',
    async (baseUrl) => {
      const ports = memoryPorts()
      await aTeamChatIn(ports, { baseUrl: 'https://chat.lan/chat' as ServerAddress })
      await anIdentityIn(ports, (await aPersonIn(ports)).account)
      const before = stored(ports)
      await change(ports, { baseUrl })
      expect([stored(ports), ports.database.tables.identities.size, entries(ports)]).toEqual([
        before,
        1,
        [],
      ])
    },
  )

  it('R66 keeps every link when another server was not verified', async () => {
    const ports = memoryPorts()
    await aTeamChatIn(ports)
    await anIdentityIn(ports, (await aPersonIn(ports)).account)
    const elsewhere = {
      baseUrl: 'https://attacker.example.com',
      botToken: newChatPostId(),
      enabled: true,
    }
    expect(await change(ports, elsewhere)).toEqual(failedWith('unreachable'))
    expect(ports.database.tables.identities.size).toBe(1)
  })

  it('R72 sends the token to no other address', async () => {
    const { ports, probed } = watchedProbe()
    const { bot } = await aTeamChatIn(ports)
    const sink = 'https://attacker.example.com'
    expect(await change(ports, { baseUrl: sink, enabled: true })).toEqual(
      failedWith('token_missing'),
    )
    expect(await change(ports, { baseUrl: sink })).toMatchObject({
      value: {
        baseUrl: sink,
        hasToken: false,
        botUserId: null,
        botUsername: null,
        enabled: false,
        lastTestOk: null,
      },
    })
    expect(await change(ports, { enabled: true })).toEqual(failedWith('token_missing'))
    await change(ports, { baseUrl: bot.baseUrl })
    expect(await change(ports, { enabled: true })).toEqual(failedWith('token_missing'))
    expect(probed).toEqual([])
  })

  it('R72 resets the identity when the token changes', async () => {
    const ports = memoryPorts()
    await aTeamChatIn(ports)
    const forgotten = {
      enabled: false,
      botUserId: null,
      botUsername: null,
      lastTestOk: null,
      lastTestAt: null,
    }
    expect(await change(ports, { botToken: newChatPostId() })).toMatchObject({
      value: { ...forgotten, hasToken: true },
    })
    expect(await change(ports, { botToken: null })).toMatchObject({
      value: { ...forgotten, hasToken: false },
    })
  })
})
