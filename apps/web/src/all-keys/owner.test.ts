import { expect, it } from 'vitest'
import type { Key } from '../keys/use-keys.ts'
import { messages } from './messages.en.ts'
import { creatorOf } from './owner.ts'

const keyBy = (createdBy: string | null) =>
  ({ created_by: createdBy, responsible_id: 'ada' }) as Key // All that counts here.

it('names the creator of a key only where it was not its owner', () => {
  expect(creatorOf(keyBy('ada'), messages)).toBeNull()
  expect(creatorOf(keyBy('bob'), messages)).toBe('created by another person')
  expect(creatorOf(keyBy(null), messages)).toBe('created on the command line')
})
