import type { Health } from '@ken/composition'
import { describe, expect, it } from 'vitest'
import { httpWorld } from '../testing/http-world.ts'

const away: Health = {
  ready: false,
  parts: [{ part: 'database', state: 'away', reason: 'does not respond' }],
}
const degraded: Health = {
  ready: true,
  parts: [
    { part: 'database', state: 'ok' },
    { part: 'redis', state: 'away', reason: 'does not respond' },
  ],
}

describe('health', () => {
  it('reports that the process is alive although everything else is unavailable', async () => {
    const { app } = await httpWorld({ health: async () => away })
    const response = await app.request('/healthz')
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  })

  it.each([
    { status: 'ready', health: degraded, draining: false, code: 200 },
    { status: 'not_ready', health: away, draining: false, code: 503 },
    { status: 'draining', health: degraded, draining: true, code: 503 },
  ])('R89 says $status with every part', async ({ status, health, draining, code }) => {
    const { app } = await httpWorld({ health: async () => health, isDraining: () => draining })
    const response = await app.request('/readyz')
    expect([response.status, await response.json()]).toEqual([
      code,
      { status, parts: health.parts },
    ])
  })
})
