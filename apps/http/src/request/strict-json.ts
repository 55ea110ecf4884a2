import { err, ok, type Result } from '@ken/core'
import { pointerTo, type FieldFault } from '../errors/field-fault.ts'

/** Nesting and keys beyond which a body is refused before anything is built from it. */
export const jsonDepthMax = 32
export const jsonKeysMax = 1_000

const forbiddenKeys: readonly string[] = ['__proto__', 'constructor', 'prototype']

/** An object or array that is still open; `at` is the key or index the scan is at. */
type Open = { readonly keys: Set<string> | null; at: string | number }

/**
 * Reads a text as JSON, more strictly than RFC 8259: no key twice, no key that names a prototype, no
 * NUL, no lone surrogate, no number beyond a double, bounded depth and keys. Linear and without
 * recursion, so no text of legal size costs much (R75).
 */
export function parseStrictJson(text: string): Result<unknown, FieldFault> {
  try {
    const fault = scan(text)
    return fault === null ? ok(JSON.parse(text) as unknown) : err(fault)
  } catch {
    return err({ pointer: '#', detail: 'must be valid JSON' })
  }
}

/** Finds what a JSON parser lets pass. Exact for valid JSON; of anything else the parser disposes afterwards. */
function scan(text: string): FieldFault | null {
  const open: Open[] = []
  let keys = 0
  let keyExpected = false
  const fault = (detail: string, path = open.map(({ at }) => at)): FieldFault => ({ pointer: pointerTo(path), detail })

  for (let position = 0; position < text.length; position += 1) {
    const innermost = open.at(-1)
    const character = text[position]
    if (character === '"') {
      const { value, end } = stringAt(text, position)
      position = end
      if (keyExpected && innermost?.keys) {
        const path = [...open.slice(0, -1).map(({ at }) => at), value]
        if (forbiddenKeys.includes(value)) return fault('is a key that is not allowed', path)
        if (innermost.keys.has(value)) return fault('is there more than once', path)
        innermost.keys.add(value)
        innermost.at = value
        keyExpected = false
        keys += 1
        if (keys > jsonKeysMax) return fault(`must have at most ${jsonKeysMax} keys in all`, [])
      }
      if (value.includes('\0') || !value.isWellFormed()) return fault('must not contain NUL characters or lone surrogates')
    } else if (character === '{' || character === '[') {
      if (open.length === jsonDepthMax) return fault(`must be nested at most ${jsonDepthMax} deep`)
      keyExpected = character === '{'
      open.push(keyExpected ? { keys: new Set(), at: '' } : { keys: null, at: 0 })
    } else if (character === '}' || character === ']') {
      open.pop()
      keyExpected = false
    } else if (character === ',' && innermost) {
      keyExpected = innermost.keys !== null
      if (typeof innermost.at === 'number') innermost.at += 1
    } else if (character === '-' || isDigit(character)) {
      const end = numberEnd(text, position)
      if (!Number.isFinite(Number(text.slice(position, end)))) return fault('must be a number that a double can hold')
      position = end - 1
    }
  }
  return null
}

/** The string that opens at `start`, and where it closes. Throws on a broken escape. */
function stringAt(text: string, start: number): { readonly value: string; readonly end: number } {
  const plainEnd = text.indexOf('"', start + 1)
  const plain = text.slice(start + 1, plainEnd)
  if (plainEnd !== -1 && !plain.includes('\\')) return { value: plain, end: plainEnd }
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return { value: JSON.parse(text.slice(start, end + 1)) as string, end }
}

function numberEnd(text: string, start: number): number {
  let end = start + 1
  while (isDigit(text[end]) || '+-.eE'.includes(text[end] ?? ' ')) end += 1
  return end
}

const isDigit = (character: string | undefined): boolean => character !== undefined && character >= '0' && character <= '9'
