import { processorMsOf } from '@ken/core/testing'
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
const keyed = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0])))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('R75 strict JSON', () => {
  it('parses like JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 0, max: 2 }), (text, indent) => {
        const value: unknown = JSON.parse(text)
        const spaced = JSON.stringify(value, null, indent)
        fc.pre(!/__proto__|constructor|prototype|\\u0000|\\ud[89a-f]/.test(spaced))
        expect(parseStrictJson(spaced)).toEqual({ ok: true, value })
      }),
    )
  })

  it('never throws and accepts nothing that JSON.parse refuses', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      'a',
      '1',
      '-',
      'e',
      '.',
      ' ',
      '\\u',
      '00',
      'null',
      '"a"',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        expect(parseStrictJson(text).ok && !isJson(text)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    { name: 'a key twice', text: '{"a":{"b":1,"b":1}}', pointer: '#/a/b' },
    {
      name: 'a key twice in another spelling',
      text: '{"query":"x","\\u0071uery":"x"}',
      pointer: '#/query',
    },
    {
      name: 'a key twice in an array of objects',
      text: '[{"a":1},{"a":1,"a":2}]',
      pointer: '#/1/a',
    },
    { name: '__proto__', text: '{"a":[{"__proto__":{"admin":true}}]}', pointer: '#/a/0/__proto__' },
    { name: '__proto__ with escapes', text: '{"\\u005f_proto__":1}', pointer: '#/__proto__' },
    { name: 'constructor', text: '{"constructor":{}}', pointer: '#/constructor' },
    { name: 'prototype', text: '{"prototype":{}}', pointer: '#/prototype' },
    { name: 'NUL in a value', text: '{"a":"x\\u0000"}', pointer: '#/a' },
    { name: 'NUL in a key', text: '{"x\\u0000":1}', pointer: '#/x%00' },
    { name: 'a lone high surrogate', text: '{"a":["b","\\ud83d"]}', pointer: '#/a/1' },
    { name: 'a lone low surrogate', text: '{"a":"\\ude00x"}', pointer: '#/a' },
    { name: 'a number beyond a double', text: '{"a":[0,1e999]}', pointer: '#/a/1' },
    { name: 'a negative number beyond a double', text: '{"a":-1e999}', pointer: '#/a' },
    { name: 'a number of many digits', text: `{"a":${'9'.repeat(400)}}`, pointer: '#/a' },
    { name: 'NaN', text: '{"a":NaN}', pointer: '#' },
    { name: 'Infinity', text: '{"a":Infinity}', pointer: '#' },
    { name: '-Infinity', text: '{"a":-Infinity}', pointer: '#/a' },
    { name: 'nothing', text: '', pointer: '#' },
    { name: 'a byte-order mark', text: '\uFEFF{}', pointer: '#' },
    { name: 'text behind the value', text: '{} {}', pointer: '#' },
    { name: 'a trailing comma', text: '{"a":1,}', pointer: '#' },
    { name: 'a comment', text: '{/**/}', pointer: '#' },
    { name: 'a raw line break in a string', text: '{"a":"\n"}', pointer: '#' },
  ])('refuses $name and says where', ({ text, pointer }) => {
    expect(faultOf(text)?.pointer).toBe(pointer)
  })

  it.each([
    { text: "'{query: vpn}'", detail: 'must be valid JSON, but is not at line 1, column 1' },
    { text: '{"query": vpn}', detail: 'must be valid JSON, but is not at line 1, column 11' },
    { text: '{\r\n  "a": 1,\n\n  }', detail: 'must be valid JSON, but is not at line 4, column 3' },
    { text: '{"a": "\\x"}', detail: 'must be valid JSON, but is not at line 1, column 8' },
    { text: '{"query": "vpn"', detail: 'must be valid JSON, but ends too early' },
    { text: '', detail: 'must be valid JSON, but ends too early' },
    { text: '\uFEFF{}', detail: 'must not begin with a byte order mark' },
  ])('says where $text is not JSON', ({ text, detail }) => {
    expect(faultOf(text)).toEqual({ pointer: '#', detail })
  })

  it('allows the same key in different objects, and surrogates in pairs', () => {
    expect(
      faultOf('{"a":{"a":[{"a":"\\ud83d\\ude00"},{"a":-0.5e-3}]},"b":[[],{},"",null,true]}'),
    ).toBeNull()
  })

  it('allows nesting and keys up to the limit', () => {
    for (const nest of [nested, nestedObjects]) {
      expect(faultOf(nest(32))).toBeNull()
      for (const depth of [33, 1_000])
        expect(faultOf(nest(depth))?.detail).toBe('must be nested at most 32 deep')
    }
    expect(faultOf(keyed(1_000))).toBeNull()
    expect(faultOf(keyed(1_001))).toEqual({
      pointer: '#',
      detail: 'must have at most 1000 keys in all',
    })
  })

  it('counts the keys of all objects together, and nesting only where it is open', () => {
    const half = keyed(499)
    expect(faultOf(`{"a":${half},"b":${half}}`)).toBeNull()
    expect(faultOf(`[${half},{"a":1},${half},{"b":2,"c":3}]`)?.detail).toBe(
      'must have at most 1000 keys in all',
    )
    expect(faultOf(`[${`${nested(31)},`.repeat(100)}0]`)).toBeNull()
  })

  it.each([
    { name: 'opening brackets', text: '['.repeat(bodyBytesMax) },
    { name: 'opening objects', text: '{"a":'.repeat(bodyBytesMax / 5) },
    {
      name: 'keys',
      text: `{${Array.from({ length: 8_000 }, (_, index) => `"${index}":0`).join(',')}}`,
    },
    { name: 'quotes', text: '"'.repeat(bodyBytesMax) },
    { name: 'backslashes', text: `"${'\\'.repeat(bodyBytesMax - 2)}"` },
    { name: 'an unclosed string', text: `"${'a'.repeat(bodyBytesMax)}` },
    { name: 'digits', text: '1'.repeat(bodyBytesMax) },
    { name: 'escapes', text: `["${'\\u0061'.repeat(10_000)}"]` },
    { name: 'commas', text: `[${'0,'.repeat(30_000)}0]` },
    { name: 'short strings', text: `[${'"",'.repeat(20_000)}""]` },
  ])('parses 64 KiB of $name within 100 ms', async ({ text }) => {
    const times: number[] = []
    // The first calls run before the compiler has optimized the reader.
    for (let call = 0; call < 5; call += 1)
      times.push(await processorMsOf(() => parseStrictJson(text)))
    expect(Math.min(...times)).toBeLessThan(100)
  })

  it('never repeats a long key', () => {
    expect(faultOf(`{"a":{"${'k'.repeat(5_000)}":1e999}}`)).toEqual({
      pointer: '#/a',
      detail: 'must be a number that a double can hold',
    })
  })
})
