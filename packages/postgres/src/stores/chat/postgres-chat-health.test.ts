import { expect, it } from 'vitest'
import { migratedDatabase, openFor } from '../../testing/server-world.ts'
import { postgresChatHealth } from './postgres-chat-health.ts'

it('returns no report from before the clock was set back', async () => {
  const { query } = await openFor((await migratedDatabase()).url)
  const health = postgresChatHealth(query)
  const setBack = (hours: number) =>
    query(
      'set_back',
      'update heartbeats set expires_at = expires_at + make_interval(hours => $1)',
      [hours],
    )
  await health.beat('ken', { state: 'listening', since: new Date() })
  await setBack(1)
  expect(await health.read('ken')).toBeNull()
  await setBack(-1)
  expect(await health.read('ken')).toMatchObject({ state: 'listening' })
})
