import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyBytesMax } from './json-body.ts'
import { parseStrictJson } from './strict-json.ts'

const faultOf = (text: string) => {
  const parsed = parseStrictJson(text)
  return parsed.ok ? null : parsed.error
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
const keyed = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('R75 strict JSON', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 0, max: 2 }), (text, indent) => {
        const value: unknown = JSON.parse(text)
        const spaced = JSON.stringify(value, null, indent)
        fc.pre(!/__proto__|constructor|prototype|\\u0000|\\ud[89a-f]/.test(spaced))
        expect(parseStrictJson(spaced)).toEqual({ ok: true, value })
      }),
    )
  })

  it('never throws, and accepts nothing that JSON.parse refuses', () => {
    const pieces = ['{', '}', '[', ']', '"', ':', ',', '\\', 'a', '1', '-', 'e', '.', ' ', '\\u', '00', 'null', '"a"']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        expect(parseStrictJson(text).ok && !isJson(text)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['a key twice', '{"a":{"b":1,"b":1}}', '#/a/b'],
    ['a key twice in another spelling', '{"query":"x","\\u0071uery":"x"}', '#/query'],
    ['a key twice in an array of objects', '[{"a":1},{"a":1,"a":2}]', '#/1/a'],
    ['__proto__', '{"a":[{"__proto__":{"admin":true}}]}', '#/a/0/__proto__'],
    ['__proto__ with escapes', '{"\\u005f_proto__":1}', '#/__proto__'],
    ['constructor', '{"constructor":{}}', '#/constructor'],
    ['prototype', '{"prototype":{}}', '#/prototype'],
    ['NUL in a value', '{"a":"x\\u0000"}', '#/a'],
    ['NUL in a key', '{"x\\u0000":1}', '#/x%00'],
    ['a lone high surrogate', '{"a":["b","\\ud83d"]}', '#/a/1'],
    ['a lone low surrogate', '{"a":"\\ude00x"}', '#/a'],
    ['a number beyond a double', '{"a":[0,1e999]}', '#/a/1'],
    ['a negative number beyond a double', '{"a":-1e999}', '#/a'],
    ['a number of many digits', `{"a":${'9'.repeat(400)}}`, '#/a'],
    ['NaN', '{"a":NaN}', '#'],
    ['Infinity', '{"a":Infinity}', '#'],
    ['-Infinity', '{"a":-Infinity}', '#/a'],
    ['nothing', '', '#'],
    ['a byte-order mark', '\uFEFF{}', '#'],
    ['text behind the value', '{} {}', '#'],
    ['a trailing comma', '{"a":1,}', '#'],
    ['a comment', '{/**/}', '#'],
    ['a raw line break in a string', '{"a":"\n"}', '#'],
  ])('refuses %s and says where', (_what, text, pointer) => {
    expect(faultOf(text)?.pointer).toBe(pointer)
  })

  it('allows the same key in different objects, and surrogates in pairs', () => {
    expect(faultOf('{"a":{"a":[{"a":"\\ud83d\\ude00"},{"a":-0.5e-3}]},"b":[[],{},"",null,true]}')).toBeNull()
  })

  it('allows nesting and keys up to the limit and not one more', () => {
    for (const nest of [nested, nestedObjects]) {
      expect(faultOf(nest(32))).toBeNull()
      for (const depth of [33, 1_000]) expect(faultOf(nest(depth))?.detail).toBe('must be nested at most 32 deep')
    }
    expect(faultOf(keyed(1_000))).toBeNull()
    expect(faultOf(keyed(1_001))).toEqual({ pointer: '#', detail: 'must have at most 1000 keys in all' })
  })

  it('counts the keys of all objects together, and nesting only where it is open', () => {
    const half = keyed(499)
    expect(faultOf(`{"a":${half},"b":${half}}`)).toBeNull()
    expect(faultOf(`[${half},{"a":1},${half},{"b":2,"c":3}]`)?.detail).toBe('must have at most 1000 keys in all')
    expect(faultOf(`[${`${nested(31)},`.repeat(100)}0]`)).toBeNull()
  })

  it.each([
    ['opening brackets', '['.repeat(bodyBytesMax)],
    ['opening objects', '{"a":'.repeat(bodyBytesMax / 5)],
    ['keys', `{${Array.from({ length: 8_000 }, (_, index) => `"${index}":0`).join(',')}}`],
    ['quotes', '"'.repeat(bodyBytesMax)],
    ['backslashes', `"${'\\'.repeat(bodyBytesMax - 2)}"`],
    ['an unclosed string', `"${'a'.repeat(bodyBytesMax)}`],
    ['digits', '1'.repeat(bodyBytesMax)],
    ['escapes', `["${'\\u0061'.repeat(10_000)}"]`],
    ['commas', `[${'0,'.repeat(30_000)}0]`],
    ['short strings', `[${'"",'.repeat(20_000)}""]`],
  ])('judges 64 KiB of %s within 100 ms', (_what, text) => {
    const millisecondsOfOne = () => {
      const startedAt = performance.now()
      parseStrictJson(text)
      return performance.now() - startedAt
    }
    // The best of a few, because other work on the machine is not the reader's fault.
    expect(Math.min(...Array.from({ length: 5 }, millisecondsOfOne))).toBeLessThan(100)
  })

  it('never repeats a long key', () => {
    expect(faultOf(`{"a":{"${'k'.repeat(5_000)}":1e999}}`)).toEqual({
      pointer: '#/a',
      detail: 'must be a number that a double can hold',
    })
  })
})
