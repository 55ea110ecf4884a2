import { describe, expect, it, vi } from 'vitest'
import { encryptWorkspaceToken } from '../credentials/workspace-chat-tokens.ts'
import { err, ok } from '../model/result.ts'
import type { ChatProbe } from '../ports/index.ts'
import { aWorkspaceChatByRequestsIn, memoryPorts, withWorkspaceChat } from '../testing/index.ts'
import { tokenCheck } from './token-check.ts'

/** A bot whose listener has reported that messages arrive. */
async function open() {
  const ports = memoryPorts()
  const { bot } = ports.workspace
  const set = (changed?: Parameters<typeof aWorkspaceChatByRequestsIn>[2]) =>
    aWorkspaceChatByRequestsIn(ports, 'a-signing-secret', changed)
  await set()
  const since = ports.clock.now()
  await ports.chatHealth.beat(bot.botId, { state: 'listening', since })
  const probe = vi.fn<ChatProbe<'workspace_chat'>['probe']>()
  const check = tokenCheck(withWorkspaceChat(ports, { probe: { probe } }))
  const [workspaceId = '', id = ''] = bot.botId.split(':')
  const identity = { id, handle: 'ken', workspaceId, workspaceName: 'A', appId: 'A1', scopes: null }
  return {
    ports,
    bot,
    set,
    probe,
    identity,
    check: () => check(bot),
    health: () => ports.chatHealth.read(bot.botId),
    refused: { state: 'not_connected', reason: 'token_refused', since },
  }
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('tokenCheck', () => {
  it('reports a token that is refused', async () => {
    const { check, probe, health, refused, bot } = await open()
    probe.mockResolvedValue(err('token_refused'))
    check()
    await expect.poll(health).toEqual(refused)
    expect(probe).toHaveBeenCalledWith({
      botToken: bot.botToken,
      appToken: null,
      signingSecret: null,
    })
  })

  it('reports the token of another bot', async () => {
    const { check, probe, health, refused, identity } = await open()
    probe.mockResolvedValue(ok({ ...identity, id: 'U0OTHER' }))
    check()
    await expect.poll(health).toEqual(refused)
  })

  it('changes nothing if the platform serves the bot, or does not say', async () => {
    const { check, probe, health, ports, identity } = await open()
    probe.mockResolvedValueOnce(ok(identity))
    probe.mockResolvedValueOnce(err('unreachable'))
    probe.mockRejectedValueOnce(new Error('a defect'))
    for (const times of [1, 2, 3]) {
      check()
      expect(probe).toHaveBeenCalledTimes(times)
      ports.clock.advance(10_000)
    }
    await soon()
    expect(await health()).toMatchObject({ state: 'listening' })
  })

  it('checks once in ten seconds, however often it is asked', async () => {
    const { check, probe, ports, identity } = await open()
    probe.mockResolvedValue(ok(identity))
    for (let times = 0; times < 100; times += 1) check()
    expect(probe).toHaveBeenCalledTimes(1)
    ports.clock.advance(10_000)
    check()
    expect(probe).toHaveBeenCalledTimes(2)
  })

  it('checks at once after the clock was set back', async () => {
    const { check, probe, ports, identity } = await open()
    probe.mockResolvedValue(ok(identity))
    check()
    ports.clock.advance(-3_600_000)
    check()
    expect(probe).toHaveBeenCalledTimes(2)
  })

  it('reports nothing without a report of a listener', async () => {
    const { check, probe, ports, bot, health } = await open()
    probe.mockResolvedValue(err('token_refused'))
    await ports.chatHealth.remove(bot.botId)
    check()
    await soon()
    expect(await health()).toBeNull()
  })

  it.for([
    ['another token', (enc: string) => ({ botTokenEnc: enc })],
    ['no token', () => ({ botTokenEnc: null })],
    ['been turned off', () => ({ enabled: false })],
  ] as const)('reports nothing if the bot has %s since the check began', async ([, changed]) => {
    const { check, probe, ports, bot, set, health } = await open()
    const answering = Promise.withResolvers<void>()
    probe.mockReturnValue(answering.promise.then(() => err('token_refused')))
    check()
    await set(changed(encryptWorkspaceToken(ports, 'botTokenEnc', 'xoxb-new', bot.appId)))
    answering.resolve()
    await soon()
    expect(await health()).toMatchObject({ state: 'listening' })
  })

  it('leaves what the listener has reported since when', async () => {
    const { check, probe, ports, bot, health } = await open()
    probe.mockResolvedValue(err('token_refused'))
    const known = { state: 'not_connected', reason: 'token_refused' } as const
    await ports.chatHealth.beat(bot.botId, { ...known, since: ports.clock.now() })
    const before = await health()
    ports.clock.advance(1_000)
    check()
    await soon()
    expect(await health()).toEqual(before)
  })
})
