import { err, ok, type Result } from '@ken/core'
import { nextToken, stringOf, syntaxFaultAt } from '@ken/json'
import { pointerTo, type FieldError } from '../errors/field-error.ts'

/** Limits of nesting and keys; a body beyond them is refused before it is parsed. */
export const jsonDepthMax = 32
export const jsonKeysMax = 1_000

type Limits = { readonly keysMax: number; readonly allowsAnyText?: true }

const forbiddenKeys: readonly string[] = ['__proto__', 'constructor', 'prototype']

/** An object or array that is still open; `at` is the current key or index. */
type Open = { readonly keys: Set<string> | null; at: string | number }

/**
 * Parses JSON more strictly than RFC 8259: no duplicate key, no key that names a prototype, no NUL, no lone
 * surrogate, no number beyond a double, bounded depth and keys. Linear and without recursion, so the cost is
 * bounded by the size of the text.
 */
export function parseStrictJson(
  text: string,
  limits: Limits = { keysMax: jsonKeysMax },
): Result<unknown, FieldError> {
  try {
    const fault = scan(text, limits)
    return fault === null ? ok(JSON.parse(text) as unknown) : err(fault)
  } catch {
    return err({ pointer: '#', detail: syntaxFaultOf(text) })
  }
}

/** Where a text that is not JSON has its first fault. Repeats nothing of the text. */
function syntaxFaultOf(text: string): string {
  if (text.startsWith('\uFEFF')) return 'must not begin with a byte order mark'
  const at = syntaxFaultAt(text) ?? text.length
  if (at === text.length) return 'must be valid JSON, but ends too early'
  const before = text.slice(0, at)
  let line = 1
  for (let end = before.indexOf('\n'); end >= 0; end = before.indexOf('\n', end + 1)) line += 1
  return `must be valid JSON, but is not at line ${line}, column ${at - before.lastIndexOf('\n')}`
}

/** Scans valid JSON exactly; `JSON.parse` refuses any other text. */
function scan(text: string, { keysMax, allowsAnyText }: Limits): FieldError | null {
  const open: Open[] = []
  let keys = 0
  let keyExpected = false
  const fault = (detail: string, path = open.map(({ at }) => at)): FieldError => ({
    pointer: pointerTo(path),
    detail,
  })

  for (let token = nextToken(text, 0); token !== null; token = nextToken(text, token.end)) {
    const innermost = open.at(-1)
    const { kind } = token
    if (kind === 'string') {
      const value = stringOf(text, token)
      if (keyExpected && innermost?.keys) {
        const path = [...open.slice(0, -1).map(({ at }) => at), value]
        if (forbiddenKeys.includes(value)) return fault('is a key that is not allowed', path)
        if (innermost.keys.has(value)) return fault('is there more than once', path)
        innermost.keys.add(value)
        innermost.at = value
        keyExpected = false
        keys += 1
        if (keys > keysMax) return fault(`must have at most ${keysMax} keys in all`, [])
      }
      if (!allowsAnyText && (value.includes('\0') || !value.isWellFormed()))
        return fault('must not contain NUL characters or lone surrogates')
    } else if (kind === '{' || kind === '[') {
      if (open.length === jsonDepthMax) return fault(`must be nested at most ${jsonDepthMax} deep`)
      keyExpected = kind === '{'
      open.push(keyExpected ? { keys: new Set(), at: '' } : { keys: null, at: 0 })
    } else if (kind === '}' || kind === ']') {
      open.pop()
      keyExpected = false
    } else if (kind === ',' && innermost) {
      keyExpected = innermost.keys !== null
      if (typeof innermost.at === 'number') innermost.at += 1
    } else if (kind === 'word' && isOverflow(text.slice(token.start, token.end))) {
      return fault('must be a number that a double can hold')
    }
  }
  return null
}

/** Returns whether a token starts like a number and is not finite. */
function isOverflow(word: string): boolean {
  if (Number.isFinite(Number(word))) return false
  const number = /^[-\d][-+.\deE]*/.exec(word)?.[0]
  return number !== undefined && !Number.isFinite(Number(number))
}
