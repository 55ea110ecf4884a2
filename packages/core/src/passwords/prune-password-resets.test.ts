import { expect, it } from 'vitest'
import { aPasswordResetIn, aPersonIn, memoryPorts } from '../testing/index.ts'
import { passwordResetLifetimeSeconds } from '../model/passwords/password-reset.ts'
import { prunePasswordResets } from './prune-password-resets.ts'

it('deletes every expired reset link, and no live one', async () => {
  const ports = memoryPorts()
  for (const _ of [1, 2, 3]) await aPasswordResetIn(ports, (await aPersonIn(ports)).account)
  ports.clock.advance(passwordResetLifetimeSeconds * 1_000)
  await aPasswordResetIn(ports, (await aPersonIn(ports)).account)
  expect(await prunePasswordResets(ports)).toBe(3)
  expect(ports.database.tables.passwordResets.size).toBe(1)
  expect(await prunePasswordResets(ports)).toBe(0)
})
