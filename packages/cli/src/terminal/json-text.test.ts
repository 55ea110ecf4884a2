import { expect, it } from 'vitest'
import { jsonText } from './json-text.ts'

const hostile = 'a\u0000\u001b[2J\u007f\u009b31m\u0085\u061c\u200e\u202ebc\u2066\u2028\u2029"\\é🙂'

it('escapes every character that a terminal would obey, and changes no value', () => {
  const value = { [hostile]: [hostile, 1, null] }
  for (const indent of [0, 2]) {
    const text = jsonText(value, indent)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
    expect(text).toContain(String.raw`\u007f\u009b31m\u0085\u061c\u200e\u202ebc\u2066\u2028`)
    expect(text).toContain('é🙂')
    expect(JSON.parse(text)).toEqual(value)
  }
})

it('is the usual text of any other value', () => {
  const value = { title: 'Zwölf שלום', list: [] }
  expect(jsonText(value)).toBe(JSON.stringify(value))
  expect(jsonText(value, 2)).toBe(JSON.stringify(value, null, 2))
})
