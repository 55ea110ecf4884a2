import { expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { aKeyIn, aPersonIn, memoryPorts } from '../../testing/index.ts'
import { pruneKeyUsage } from './prune-key-usage.ts'
import { recordKeyUse } from './record-key-use.ts'
import { showKeyUsage } from './show-key-usage.ts'
import { usageDaysMax } from '../../model/keys/usage.ts'

it('deletes every hour past its retention, and none that is still shown', async () => {
  const ports = memoryPorts()
  const { id: keyId } = await aKeyIn(ports, (await aPersonIn(ports)).account)
  const hoursShown = async () => {
    const report = await showKeyUsage(ports, {
      actor: operator,
      keyId,
      scope: 'all',
      days: usageDaysMax,
    })
    return report.ok ? report.value.hours.length : null
  }
  for (let hour = 0; hour < usageDaysMax * 24 + 1_500; hour += 1) {
    recordKeyUse(ports, { keyId, outcome: 'ok' })
    ports.clock.advance(3_600_000)
  }
  const shown = await hoursShown()
  expect(await pruneKeyUsage(ports)).toBeGreaterThan(1_400)
  expect(await hoursShown()).toBe(shown)
  expect(await pruneKeyUsage(ports)).toBe(0)
})
