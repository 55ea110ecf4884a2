import { describe, expect } from 'vitest'
import {
  listenerFaults,
  type ListenerReport,
  type ChatHealth,
} from '../../../ports/chat/chat-health.ts'
import { testIn, type Aging, type Closable } from '../contract-suite.ts'

export type ChatHealthWorld = Closable & Aging & { readonly chatHealth: ChatHealth }

const since = new Date('2030-01-02T03:04:05.006Z')
const listening: ListenerReport = { state: 'listening', since }

/** What every `ChatHealth` must do. `open` returns a fresh, empty world for each test. */
export function chatHealthContract(name: string, open: () => Promise<ChatHealthWorld>) {
  const test = testIn(open)
  describe(`ChatHealth contract: ${name}`, () => {
    test('returns the last report of each bot', async ({ chatHealth: health }) => {
      expect(await health.read('ken')).toBeNull()
      await health.beat('ken', listening)
      expect(await health.read('ken')).toEqual(listening)
      for (const reason of listenerFaults) {
        const report: ListenerReport = { state: 'not_connected', since, reason }
        await health.beat('ken', report)
        expect(await health.read('ken')).toEqual(report)
      }
      expect(await health.read('other')).toBeNull()
    })

    test('deletes the report of one bot', async ({ chatHealth: health }) => {
      await health.beat('ken', listening)
      await health.beat('other', listening)
      await health.remove('ken')
      await health.remove('unknown')
      expect([await health.read('ken'), await health.read('other')]).toEqual([null, listening])
    })

    test('returns null ninety seconds after the last report', async ({
      chatHealth: health,
      age,
    }) => {
      await health.beat('ken', listening)
      await age(80_000)
      expect(await health.read('ken')).toEqual(listening)
      await health.beat('ken', listening)
      await age(80_000)
      expect(await health.read('ken')).toEqual(listening)
      await age(10_000)
      expect(await health.read('ken')).toBeNull()
    })
  })
}
