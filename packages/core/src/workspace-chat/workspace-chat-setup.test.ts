import { expect, it } from 'vitest'
import { err, ok } from '../model/result.ts'
import {
  aWorkspaceChat,
  aWorkspaceChatIn,
  memoryPorts,
  withWorkspaceChat,
} from '../testing/index.ts'
import { workspaceChatSetup } from './workspace-chat-setup.ts'

it.each([
  { name: 'another app', change: { appId: 'A0OTHER' }, ends: true },
  { name: 'another workspace', change: { workspaceId: 'T0OTHER' }, ends: true },
  { name: 'another bot', change: { botUserId: 'T0123ABCDEF:U0OTHER' }, ends: true },
  { name: 'the first bot', from: { botUserId: null }, change: { botUserId: 'T:U' }, ends: true },
  { name: 'a new token of the same bot', change: { botTokenEnc: 'new' }, ends: false },
  { name: 'another name', change: { workspaceName: 'New', botUsername: 'kenny' }, ends: false },
  { name: 'the switch', change: { enabled: false }, ends: false },
])('R226 $name: links of the workspace chat end: $ends', ({ from, change, ends }) => {
  const before = aWorkspaceChat(from)
  expect(workspaceChatSetup.hasOtherPeople({ before, after: { ...before, ...change } })).toBe(ends)
})

it('says what is missing for a probe, and stores the workspace that it finds', async () => {
  const ports = memoryPorts()
  const { settings, bot } = await aWorkspaceChatIn(ports)
  const { probeOf } = workspaceChatSetup
  expect(probeOf(ports, { ...settings, botTokenEnc: null })).toEqual(err('token_missing'))
  expect(probeOf(ports, { ...settings, appTokenEnc: null })).toEqual(err('app_token_missing'))
  expect(probeOf(ports, { ...settings, appTokenEnc: 'lost' })).toEqual(err('token_unreadable'))
  const byRequests = { ...settings, transport: 'http', appTokenEnc: null } as const
  expect(probeOf(ports, byRequests)).toEqual(err('signing_secret_missing'))
  const lost = { ...byRequests, signingSecretEnc: 'lost' }
  expect(probeOf(ports, lost)).toEqual(err('token_unreadable'))
  const probe = probeOf(ports, settings)
  const { workspaceId, botId: botUserId } = bot
  expect(probe.ok && (await probe.value())).toEqual(
    ok({
      botUserId,
      botUsername: 'ken',
      workspaceId,
      workspaceName: 'Example',
      matchesByEmail: false,
      scopes: null,
    }),
  )
})

it('R225 refuses a bot token of another app than the app token', async () => {
  const ports = memoryPorts()
  const { settings, bot } = await aWorkspaceChatIn(ports)
  const { workspaceId } = bot
  const found = {
    ...ports.workspace.identity,
    workspaceId,
    workspaceName: 'x',
    appId: 'A0OTHER',
    scopes: null,
  }
  const elsewhere = withWorkspaceChat(ports, { probe: { probe: async () => ok(found) } })
  const probe = workspaceChatSetup.probeOf(elsewhere, settings)
  expect(probe.ok && (await probe.value())).toEqual(err('apps_differ'))
})
