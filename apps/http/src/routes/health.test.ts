import type { Health } from '@ken/composition'
import { describe, expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'

const away: Health = { ready: false, parts: [{ part: 'database', state: 'away', reason: 'does not answer' }] }
const degraded: Health = {
  ready: true,
  parts: [
    { part: 'database', state: 'ok' },
    { part: 'redis', state: 'away', reason: 'does not answer' },
  ],
}

describe('health', () => {
  it('says that the process lives although everything else is away', async () => {
    const { app } = await httpWorld({ health: async () => away })
    const response = await app.request('/healthz')
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  })

  it.each([
    ['ready', degraded, false, 200],
    ['not_ready', away, false, 503],
    ['draining', degraded, true, 503],
  ])('R89 says %s with every part', async (status, health, draining, code) => {
    const { app } = await httpWorld({ health: async () => health, isDraining: () => draining })
    const response = await app.request('/readyz')
    expect([response.status, await response.json()]).toEqual([code, { status, parts: health.parts }])
  })
})
