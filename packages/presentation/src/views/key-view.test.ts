import { noWeek } from '@ken/core'
import { aKey, anAccount } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { createdKeyView, keyView, replayedKeyView } from './key-view.ts'

const ana = anAccount({ email: 'ana@example.com' })
const key = {
  ...aKey(ana),
  ownerEmail: ana.email,
  responsibleEmail: ana.email,
  responsible: ana,
} as const

it('shows a key only at its creation', () => {
  const listed = keyView({ ...key, status: 'active', week: noWeek })
  expect(listed).not.toHaveProperty('key')
  const created = { key, plain: 'ken_plain' }
  expect(createdKeyView(created)).toEqual({ key: 'ken_plain', ...listed })
  expect(replayedKeyView(created)).toEqual({
    ...listed,
    key: null,
    notice: expect.stringContaining('create another one') as string,
  })
})
