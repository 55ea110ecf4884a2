import { createServiceKey, operator, recordKeyUse, showKeyUsage } from '@ken/core'
import { valueOf } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { composed, serverConfig } from '../testing/composed-ken.ts'

it('R10 stores key usage at the latest when it is closed', async () => {
  const config = await serverConfig()
  const [ending, other] = [
    await composed(config, { role: 'command' }),
    await composed(config, { role: 'command' }),
  ]
  const key = {
    actor: operator,
    source: 'bot_gateway',
    name: 'bot',
    lifetimeDays: null,
    sources: null,
  } as const
  const { id: keyId } = valueOf(await createServiceKey(ending.ports, key)).key
  for (let call = 0; call < 7; call += 1) recordKeyUse(ending.ports, { keyId, outcome: 'ok' })
  await ending.close()
  const { totals, lastUsedAt } = valueOf(
    await showKeyUsage(other.ports, { actor: operator, keyId, scope: 'all' }),
  )
  expect({ totals, lastUsedAt }).toMatchObject({
    totals: { ok: 7 },
    lastUsedAt: expect.any(Date) as Date,
  })
})
