import { describe, expect, it } from 'vitest'
import { operator } from '../../model/actor.ts'
import { aKeyIn, aPersonIn, memoryPorts } from '../../testing/index.ts'
import { recordKeyUse } from './record-key-use.ts'
import { showKeyUsage } from './show-key-usage.ts'
import type { KeyOutcome } from '../../model/keys/usage.ts'

const hour = 3_600_000

/** A person with a key, at half past an hour. */
async function aUser() {
  const ports = memoryPorts()
  ports.clock.advance(1.5 * hour - (ports.clock.now().getTime() % hour))
  const { account, actor } = await aPersonIn(ports)
  const key = await aKeyIn(ports, account)
  const use = (...outcomes: readonly KeyOutcome[]) => {
    for (const outcome of outcomes) recordKeyUse(ports, { keyId: key.id, outcome })
  }
  return { ports, actor, key, use, now: () => ports.clock.now() }
}

describe('showKeyUsage', () => {
  it('R10 returns the usage by hour and in total, and the time of last use', async () => {
    const { ports, actor, key, use, now } = await aUser()
    use('ok', 'ok', 'failed')
    const firstAt = now()
    const counted = await showKeyUsage(ports, { actor, keyId: key.id, scope: 'own' })
    ports.clock.advance(2 * hour)
    use('denied', 'rateLimited')
    const usedAt = now()
    await showKeyUsage(ports, { actor, keyId: key.id, scope: 'own' })
    ports.clock.advance(hour)
    use('denied')
    const onTheHour = (date: Date) => new Date(date.getTime() - hour / 2)
    const since = new Date(onTheHour(now()).getTime() - (24 * 7 - 1) * hour)
    expect(counted).toMatchObject({ ok: true, value: { lastUsedAt: firstAt } })
    expect(await showKeyUsage(ports, { actor, keyId: key.id, scope: 'own' })).toEqual({
      ok: true,
      value: {
        lastUsedAt: usedAt,
        since,
        totals: { ok: 2, rateLimited: 1, denied: 2, failed: 1 },
        hours: [
          { hour: onTheHour(now()), ok: 0, rateLimited: 0, denied: 1, failed: 0 },
          { hour: onTheHour(usedAt), ok: 0, rateLimited: 1, denied: 1, failed: 0 },
          { hour: onTheHour(firstAt), ok: 2, rateLimited: 0, denied: 0, failed: 1 },
        ],
      },
    })
  })

  it('covers the requested number of days up to the current hour', async () => {
    const { ports, actor, key, use } = await aUser()
    const shown = async (days: number) => {
      const report = await showKeyUsage(ports, { actor, keyId: key.id, scope: 'own', days })
      return report.ok ? report.value.totals.ok : null
    }
    use('ok')
    expect(await shown(1)).toBe(1)
    ports.clock.advance(23 * hour)
    expect(await shown(1)).toBe(1)
    ports.clock.advance(hour)
    expect([await shown(1), await shown(2)]).toEqual([0, 1])
    ports.clock.advance(89 * 24 * hour)
    expect([await shown(90), await shown(1_000)]).toEqual([0, 0])
  })

  it('R8 is only for the owner of the key and those who manage all keys', async () => {
    const { ports, actor, key } = await aUser()
    const other = await aPersonIn(ports)
    const admin = await aPersonIn(ports, { role: 'Admin' })
    for (const manager of [actor, admin.actor, operator]) {
      expect(
        await showKeyUsage(ports, { actor: manager, keyId: key.id, scope: 'all' }),
      ).toMatchObject({ ok: true })
    }
    const missing = { ok: false, error: { code: 'key.not_found' } }
    expect(await showKeyUsage(ports, { actor: other.actor, keyId: key.id, scope: 'all' })).toEqual(
      missing,
    )
    expect(await showKeyUsage(ports, { actor: admin.actor, keyId: key.id, scope: 'own' })).toEqual(
      missing,
    )
  })
})
