import { describe, expect, it } from 'vitest'
import { invalidSynonymsLine, parseSynonyms, withSynonyms } from './synonyms.ts'

const expand = (query: string, sets: string) => withSynonyms(query, parseSynonyms(sets)!)

describe('withSynonyms', () => {
  it('appends the other words of a set, in any inflection, once', () => {
    expect(expand('Holidays, holiday rules', 'holiday, vacation, time off')).toBe(
      'Holidays, holiday rules vacation time off',
    )
    expect(expand('vacations', 'holiday, vacation')).toBe('vacations holiday')
  })

  it('recognizes phrases as a whole', () => {
    const sets = 'WFH, working from home'
    expect(expand('work from home rules', sets)).toBe('work from home rules WFH')
    expect(expand('working at home', sets)).toBe('working at home')
    expect(expand('wfh', sets)).toBe('wfh working from home')
  })

  it('leaves other queries as they are', () => {
    for (const query of ['', 'toner', '"', '会議室']) expect(expand(query, 'a1, b1')).toBe(query)
    expect(expand('holiday', '')).toBe('holiday')
  })
})

describe('parseSynonyms', () => {
  it('ignores blank lines and comments, and accepts semicolons', () => {
    expect(expand('c', '# words\n\na, b # ab\n c ,d;e,f')).toBe('c d')
    expect(expand('e', 'a, b;e,f')).toBe('e f')
    expect(expand('a', 'a, b # ab; the first two\nc, d')).toBe('a b')
  })

  it('refuses sets of one, of nothing, and too many', () => {
    for (const text of ['alone', 'a,', 'a, ?', Array(21).fill('a').join(), 'a,b\n'.repeat(1_001)])
      expect(parseSynonyms(text)).toBeNull()
  })
})

describe('invalidSynonymsLine', () => {
  it('is the first line that has no set', () => {
    expect(invalidSynonymsLine('a, b;c, d\n\n# e\nf, g; h # i, j\nk')).toBe(4)
    expect(invalidSynonymsLine('a,b\n'.repeat(1_001))).toBeNull()
  })
})
