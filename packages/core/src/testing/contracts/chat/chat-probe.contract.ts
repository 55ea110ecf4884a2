import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChatSource } from '../../../model/chat/chat-source.ts'
import type { ChatProbe, ProbedBot, ProbeSubject } from '../../../ports/chat/chat-probe.ts'

/** A fresh platform with a bot and a person, as the probe sees it. */
export type ChatProbeWorld<Source extends ChatSource> = {
  readonly probe: ChatProbe<Source>
  /** Address and token of the bot. */
  readonly subject: ProbeSubject<Source>
  /** The same with another spelling of the address; the same object if the platform has one address. */
  readonly respelled: ProbeSubject<Source>
  /** The same with an unknown token. */
  readonly refused: ProbeSubject<Source>
  readonly bot: ProbedBot<Source>
  /** With the token of a person; null if the platform gives people none. */
  readonly ofPerson: ProbeSubject<Source> | null
  /** With an invalid address; null if the platform has one address. */
  readonly misaddressed: ProbeSubject<Source> | null
  readonly setUnavailable: (isUnavailable: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** What every `ChatProbe` must do. */
export function chatProbeContract<Source extends ChatSource>(
  name: string,
  open: () => Promise<ChatProbeWorld<Source>>,
) {
  async function openWorld() {
    const world = await open()
    onTestFinished(world.close)
    return world
  }

  describe(`ChatProbe contract: ${name}`, () => {
    it('returns the bot of the token, for any spelling of the address', async () => {
      const { probe, subject, respelled, bot } = await openWorld()
      expect(await probe.probe(subject)).toEqual({ ok: true, value: bot })
      expect(await probe.probe(respelled)).toEqual({ ok: true, value: bot })
    })

    it('reports a refused token', async () => {
      const { probe, refused } = await openWorld()
      expect(await probe.probe(refused)).toEqual({ ok: false, error: 'token_refused' })
    })

    it('reports the token of a person, on platforms that have such tokens', async () => {
      const { probe, ofPerson, subject, bot } = await openWorld()
      expect(await probe.probe(ofPerson ?? subject)).toEqual(
        ofPerson === null ? { ok: true, value: bot } : { ok: false, error: 'not_a_bot' },
      )
    })

    it('reports an invalid address, on platforms with a choice of it', async () => {
      const { probe, misaddressed, subject, bot } = await openWorld()
      expect(await probe.probe(misaddressed ?? subject)).toEqual(
        misaddressed === null ? { ok: true, value: bot } : { ok: false, error: 'address_invalid' },
      )
    })

    it('reports an unreachable server, and succeeds again afterwards', async () => {
      const { probe, subject, setUnavailable } = await openWorld()
      await setUnavailable(true)
      expect(await probe.probe(subject)).toEqual({ ok: false, error: 'unreachable' })
      await setUnavailable(false)
      expect(await probe.probe(subject)).toMatchObject({ ok: true })
    })
  })
}
