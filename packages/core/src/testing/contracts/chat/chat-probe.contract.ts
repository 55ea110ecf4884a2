import { describe, expect, it, onTestFinished } from 'vitest'
import type { BotIdentity, ChatProbe, TeamChatServer } from '../../../ports/chat/chat-probe.ts'

/** A fresh team-chat server with a bot and a person, as the probe sees it. */
export type ChatProbeWorld = {
  readonly probe: ChatProbe
  readonly server: TeamChatServer
  readonly bot: BotIdentity
  readonly personToken: string
  readonly setUnavailable: (isUnavailable: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** What every `ChatProbe` must do. */
export function chatProbeContract(name: string, open: () => Promise<ChatProbeWorld>) {
  async function openWorld() {
    const world = await open()
    onTestFinished(world.close)
    return world
  }

  describe(`ChatProbe contract: ${name}`, () => {
    it('returns the bot of the token, for any spelling of the address', async () => {
      const { probe, server, bot } = await openWorld()
      expect(await probe.probe(server)).toEqual({ ok: true, value: bot })
      expect(await probe.probe({ ...server, baseUrl: `${server.baseUrl}/` })).toEqual({
        ok: true,
        value: bot,
      })
    })

    it('reports a refused token', async () => {
      const { probe, server } = await openWorld()
      expect(await probe.probe({ ...server, token: 'another' })).toEqual({
        ok: false,
        error: 'token_refused',
      })
    })

    it('reports the token of a person', async () => {
      const { probe, server, personToken } = await openWorld()
      expect(await probe.probe({ ...server, token: personToken })).toEqual({
        ok: false,
        error: 'not_a_bot',
      })
    })

    it('reports an invalid address', async () => {
      const { probe, server } = await openWorld()
      expect(await probe.probe({ ...server, baseUrl: 'chat.example.com' })).toEqual({
        ok: false,
        error: 'address_invalid',
      })
    })

    it('reports an unreachable server, and succeeds again afterwards', async () => {
      const { probe, server, setUnavailable } = await openWorld()
      await setUnavailable(true)
      expect(await probe.probe(server)).toEqual({ ok: false, error: 'unreachable' })
      await setUnavailable(false)
      expect(await probe.probe(server)).toMatchObject({ ok: true })
    })
  })
}
