import { describe, expect, it, onTestFinished } from 'vitest'
import type { BotIdentity, TeamChatProbe, TeamChatServer } from '../../../ports/team-chat/team-chat-probe.ts'

/** A fresh team-chat server with a bot and a person, as a prober sees it. */
export type TeamChatProbeWorld = {
  readonly probe: TeamChatProbe
  readonly server: TeamChatServer
  readonly bot: BotIdentity
  readonly personToken: string
  readonly setAway: (isAway: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** What every `TeamChatProbe` must do. */
export function teamChatProbeContract(name: string, open: () => Promise<TeamChatProbeWorld>) {
  async function openWorld() {
    const world = await open()
    onTestFinished(world.close)
    return world
  }

  describe(`TeamChatProbe contract: ${name}`, () => {
    it('tells who the token speaks for, however the address is written', async () => {
      const { probe, server, bot } = await openWorld()
      expect(await probe.probe(server)).toEqual({ ok: true, value: bot })
      expect(await probe.probe({ ...server, baseUrl: `${server.baseUrl}/` })).toEqual({ ok: true, value: bot })
    })

    it('says that a token is refused', async () => {
      const { probe, server } = await openWorld()
      expect(await probe.probe({ ...server, token: 'another' })).toEqual({ ok: false, error: 'token_refused' })
    })

    it('says that a token is that of a person', async () => {
      const { probe, server, personToken } = await openWorld()
      expect(await probe.probe({ ...server, token: personToken })).toEqual({ ok: false, error: 'not_a_bot' })
    })

    it('says that an address is none', async () => {
      const { probe, server } = await openWorld()
      expect(await probe.probe({ ...server, baseUrl: 'chat.example.com' })).toEqual({ ok: false, error: 'address_invalid' })
    })

    it('says that the server is out of reach, and finds it again afterwards', async () => {
      const { probe, server, setAway } = await openWorld()
      await setAway(true)
      expect(await probe.probe(server)).toEqual({ ok: false, error: 'unreachable' })
      await setAway(false)
      expect(await probe.probe(server)).toMatchObject({ ok: true })
    })
  })
}
