import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import { onlyAdministrators } from '../testing/builders/only-administrators.ts'
import {
  aWorkspaceChatIn,
  anIdentityIn,
  aPersonIn,
  memoryPorts,
  valueOf,
} from '../testing/index.ts'
import { probeWorkspaceChat } from './probe-workspace-chat.ts'

describe('probeWorkspaceChat', () => {
  onlyAdministrators((ports, actor) => probeWorkspaceChat(ports, { actor }))

  it('stores what the platform says, and switches nothing', async () => {
    const ports = memoryPorts()
    const { bot } = await aWorkspaceChatIn(ports, { enabled: false, workspaceName: null })
    expect(valueOf(await probeWorkspaceChat(ports, { actor: operator }))).toMatchObject({
      fault: null,
      workspaceChat: {
        enabled: false,
        lastTestOk: true,
        workspaceId: bot.workspaceId,
        workspaceName: 'Example',
      },
    })
    ports.workspace.setRevoked(true)
    expect(valueOf(await probeWorkspaceChat(ports, { actor: operator }))).toMatchObject({
      fault: 'token_refused',
      workspaceChat: { enabled: false, lastTestOk: false },
    })
  })

  it('R226 ends all links when it finds another workspace than before', async () => {
    const ports = memoryPorts()
    const { account } = await aPersonIn(ports)
    const test = () => probeWorkspaceChat(ports, { actor: operator })
    const links = () => ports.database.tables.identities.size
    await anIdentityIn(ports, account, { source: 'workspace_chat' })
    await aWorkspaceChatIn(ports, { enabled: false })
    valueOf(await test())
    expect(links()).toBe(1)
    await aWorkspaceChatIn(ports, { enabled: false, workspaceId: 'T0BEFORE' })
    valueOf(await test())
    expect(links()).toBe(0)
    expect([...ports.database.tables.audit.values()].at(-1)).toMatchObject({
      action: 'workspace_chat.probe',
      meta: { links_removed: 1, reason: null },
    })
  })
})
