import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../testing/builders/any-character.ts'
import { parseDocument } from './document.ts'
import { faultOfPath } from './uploaded-file.ts'

const reasonOf = (path: string) => faultOfPath(path)?.reason ?? null

describe('the path of an uploaded file', () => {
  it.each(['a.md', 'guides/first steps.md', 'cafe\u0301/ä.md', 'a\u202Edm.md', 'a\\b.md', '...md'])(
    'may be %j',
    (path) => expect(reasonOf(path)).toBeNull(),
  )

  it.each([
    '',
    ' ',
    '/etc/passwd.md',
    '../a.md',
    'a/../b.md',
    'a/..',
    './a.md',
    'a//b.md',
    'a/',
    'a\0.md',
    '\uD800.md',
  ])('R281 may not be %j', (path) => expect(reasonOf(path)).toBe('path_invalid'))

  it('R281 has at most 512 characters, counted as the external id has them', () => {
    expect(reasonOf('a'.repeat(512))).toBeNull()
    expect(reasonOf('a'.repeat(513))).toBe('path_too_long')
    expect(reasonOf('a'.repeat(10_000))).toBe('path_too_long')
    expect(reasonOf('e\u0301'.repeat(512))).toBeNull()
  })

  it('R281 is refused, or is an external id that stays the same when it is read as a path again', () => {
    const step = fc.oneof(
      fc.constantFrom('', '.', '..', '...', ' ', 'a', 'cafe\u0301', '\u202E', '\0', '\\', 'C:'),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
        const path = steps.join('/')
        if (reasonOf(path) !== null) return
        const externalId = path.normalize('NFC')
        expect(reasonOf(externalId)).toBeNull()
        expect(new URL(externalId.replaceAll(/[^\w/.]/g, 'x'), 'file:///in/').pathname).toMatch(
          /^\/in\/./,
        )
        const document = { source: 'wiki', externalId, title: 'A', url: null, body: '' }
        expect(
          parseDocument({ ...document, allowed: ['everyone'], updatedAt: null }),
        ).toHaveProperty('externalId', externalId)
      }),
      { numRuns: 2_000 },
    )
  })
})
