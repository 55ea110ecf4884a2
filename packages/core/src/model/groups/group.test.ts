import { describe, expect, it } from 'vitest'
import { groupSlug } from './group.ts'

describe('groupSlug', () => {
  it('takes lower-case letters, digits and inner dashes, at most 63 characters', () => {
    for (const slug of ['a', '7', 'it', 'it-support', 'a--b', 'x'.repeat(63)])
      expect(groupSlug(slug)).toBe(slug)
  })

  it('refuses every other spelling, so that a group has only one name', () => {
    const others = [
      '',
      '-',
      'it-',
      '-it',
      'IT',
      'it support',
      ' it',
      'it\n',
      'i_t',
      'a:b',
      'été',
      'it\u0000',
      '\u212a',
      '__proto__',
    ]
    for (const input of [...others, 'x'.repeat(64), 'x'.repeat(1_000_000)])
      expect(groupSlug(input)).toBeNull()
  })
})
