import { describe, expect, it } from 'vitest'
import type { IdentitySource } from '../model/identities/identity.ts'
import {
  aBotMessengerIn,
  aPersonIn,
  aServiceKey,
  aTeamChatIn,
  aWorkspaceChatIn,
  memoryPorts,
} from '../testing/index.ts'
import { listChatSurfaces } from './list-chat-surfaces.ts'

describe('listChatSurfaces', () => {
  it('lists team chat with its bot once it was verified, and whether it responds', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports)
    expect(await listChatSurfaces(ports, { actor })).toEqual([])
    const { settings } = await aTeamChatIn(ports, { enabled: true })
    const { baseUrl: url, botUsername: botHandle } = settings
    const surface = { source: 'teamchat', botHandle, url, isAvailable: true }
    expect(await listChatSurfaces(ports, { actor })).toEqual([surface])
    await aTeamChatIn(ports, { enabled: false })
    expect(await listChatSurfaces(ports, { actor })).toEqual([{ ...surface, isAvailable: false }])
    await aTeamChatIn(ports, { botUserId: null, botUsername: null })
    expect(await listChatSurfaces(ports, { actor })).toEqual([])
  })

  it('lists the bot messenger with the address of the chat with its bot, which holds no code', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports)
    await aBotMessengerIn(ports)
    const url = 'https://t.me/ken?start=link'
    const surface = { source: 'bot_messenger', botHandle: 'ken', url, isAvailable: true }
    expect(await listChatSurfaces(ports, { actor })).toEqual([surface])
    await aBotMessengerIn(ports, { enabled: false })
    expect(await listChatSurfaces(ports, { actor })).toEqual([{ ...surface, isAvailable: false }])
    await aBotMessengerIn(ports, { botUsername: null })
    expect(await listChatSurfaces(ports, { actor })).toEqual([])
  })

  it('lists the workspace chat with the address of its app', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports)
    const { bot } = await aWorkspaceChatIn(ports)
    const url = `https://slack.com/app_redirect?app=${bot.appId}`
    const surface = { source: 'workspace_chat', botHandle: 'ken', url, isAvailable: true }
    expect(await listChatSurfaces(ports, { actor })).toEqual([surface])
    await aWorkspaceChatIn(ports, { enabled: false })
    expect(await listChatSurfaces(ports, { actor })).toEqual([{ ...surface, isAvailable: false }])
    for (const unknown of [{ botUsername: null }, { appId: null }]) {
      await aWorkspaceChatIn(ports, unknown)
      expect(await listChatSurfaces(ports, { actor })).toEqual([])
    }
  })

  it('lists the programs with a service key, without those that can no longer ask', async () => {
    const ports = memoryPorts()
    const { actor } = await aPersonIn(ports)
    await aBotMessengerIn(ports)
    for (const key of [
      aServiceKey({ source: 'portal' as IdentitySource }),
      aServiceKey({ source: 'bot_messenger' as IdentitySource }),
      aServiceKey({ source: 'old' as IdentitySource, revokedAt: ports.clock.now() }),
    ])
      ports.database.tables.keys.set(key.id, { key, digest: key.id })
    const [messenger, ...programs] = await listChatSurfaces(ports, { actor })
    expect(messenger).toMatchObject({ source: 'bot_messenger', botHandle: 'ken' })
    expect(programs).toEqual([{ source: 'portal', botHandle: null, url: null, isAvailable: true }])
  })

  it('lists nothing for an account that is not active', async () => {
    const ports = memoryPorts()
    await aTeamChatIn(ports, { enabled: true })
    const { actor } = await aPersonIn(ports, { status: 'deactivated' })
    expect(await listChatSurfaces(ports, { actor })).toEqual([])
  })
})
