import { describe, expect, it } from 'vitest'
import { linkOf, markedParts } from './marked-parts.ts'

describe('markedParts', () => {
  it('splits a text at its marks, and loses nothing', () => {
    expect(markedParts('a key b', [{ start: 2, end: 5 }])).toEqual([
      { text: 'a ', isMarked: false },
      { text: 'key', isMarked: true },
      { text: ' b', isMarked: false },
    ])
    expect(markedParts('key', [{ start: 0, end: 3 }])).toEqual([{ text: 'key', isMarked: true }])
    expect(markedParts('', [])).toEqual([])
  })

  it('leaves out marks that are not in the text', () => {
    const marks = [
      { start: 0, end: 1 },
      { start: 0, end: 2 },
      { start: 2, end: 2 },
      { start: 1, end: 9 },
    ]
    expect(markedParts('abc', marks).map(({ text }) => text)).toEqual(['a', 'bc'])
  })
})

it('makes links of web addresses only', () => {
  const unsafe = ['javascript:alert(1)', 'data:text/html,x', 'urn:uuid:1', 'file:///etc', '//x', '']
  expect(unsafe.map(linkOf)).toEqual(unsafe.map(() => null))
  expect(linkOf('https://wiki.example.com/a')?.host).toBe('wiki.example.com')
})
