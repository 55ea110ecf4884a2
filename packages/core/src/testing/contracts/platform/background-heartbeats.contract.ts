import { describe, expect } from 'vitest'
import {
  backgroundRoles,
  type BackgroundHeartbeats,
} from '../../../ports/platform/background-heartbeats.ts'
import { testIn, type Aging, type Closable } from '../contract-suite.ts'

export type BackgroundHeartbeatsWorld = Closable &
  Aging & { readonly backgroundHeartbeats: BackgroundHeartbeats }

/** What every `BackgroundHeartbeats` must do. `open` returns a fresh, empty world for each test. */
export function backgroundHeartbeatsContract(
  name: string,
  open: () => Promise<BackgroundHeartbeatsWorld>,
) {
  const test = testIn(open)
  describe(`BackgroundHeartbeats contract: ${name}`, () => {
    test('lists the roles with a heartbeat, each once', async ({
      backgroundHeartbeats: heartbeats,
    }) => {
      expect(await heartbeats.listRunning()).toEqual([])
      await heartbeats.beat(['scheduler'])
      expect(await heartbeats.listRunning()).toEqual(['scheduler'])
      await Promise.all([
        heartbeats.beat(backgroundRoles),
        heartbeats.beat(['scheduler', 'worker']),
      ])
      expect((await heartbeats.listRunning()).toSorted()).toEqual(['scheduler', 'worker'])
    })

    test('lists a role for 60 seconds after its last heartbeat', async ({
      backgroundHeartbeats: heartbeats,
      age,
    }) => {
      await heartbeats.beat(backgroundRoles)
      await age(50_000)
      expect(await heartbeats.listRunning()).toHaveLength(2)
      await heartbeats.beat(['worker'])
      await age(10_000)
      expect(await heartbeats.listRunning()).toEqual(['worker'])
      await age(50_000)
      expect(await heartbeats.listRunning()).toEqual([])
    })

    test('lists no role by a heartbeat from before the clock was set back', async ({
      backgroundHeartbeats: heartbeats,
      age,
    }) => {
      await heartbeats.beat(backgroundRoles)
      await age(-50_000)
      expect(await heartbeats.listRunning()).toHaveLength(2)
      await age(-3_600_000)
      expect(await heartbeats.listRunning()).toEqual([])
      await heartbeats.beat(['worker'])
      expect(await heartbeats.listRunning()).toEqual(['worker'])
    })
  })
}
