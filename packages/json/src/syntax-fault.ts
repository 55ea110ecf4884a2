import { nextToken, type JsonToken } from './next-token.ts'

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'more'

/**
 * The position where a text stops being JSON (RFC 8259), from 0; null for valid JSON. Exists because the messages of
 * `JSON.parse` quote the text, which has no place in a report.
 */
export function syntaxFaultAt(text: string): number | null {
  const closers: string[] = []
  let expected: Expected = 'value'
  for (let token = nextToken(text, 0); token !== null; token = nextToken(text, token.end)) {
    const { kind, start } = token
    let fault: number | null = null
    if (kind === closers.at(-1) && (expected === 'more' || expected.endsWith(kind))) {
      closers.pop()
      expected = 'more'
    } else if (expected === 'more') {
      if (kind !== ',' || closers.length === 0) return start
      expected = closers.at(-1) === '}' ? 'name' : 'value'
    } else if (expected === 'colon') {
      if (kind !== ':') return start
      expected = 'value'
    } else if (expected.startsWith('name')) {
      fault = kind === 'string' ? stringFaultAt(text, token) : start
      expected = 'colon'
    } else if (kind === '{' || kind === '[') {
      closers.push(kind === '{' ? '}' : ']')
      expected = kind === '{' ? 'name or }' : 'value or ]'
    } else {
      fault = kind === 'string' ? stringFaultAt(text, token) : literalFaultAt(text, token)
      expected = 'more'
    }
    if (fault !== null) return fault
  }
  return expected === 'more' && closers.length === 0 ? null : text.length
}

const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

function literalFaultAt(text: string, { start, end }: JsonToken): number | null {
  literal.lastIndex = start
  if (!literal.test(text)) return start
  return literal.lastIndex === end ? null : literal.lastIndex
}

function stringFaultAt(text: string, { start }: JsonToken): number | null {
  for (let at = start + 1; at < text.length;) {
    const character = text.charAt(at)
    if (character === '"') return null
    if (character < ' ') return at
    escape.lastIndex = at
    if (character === '\\' && !escape.test(text)) return at
    at = character === '\\' ? escape.lastIndex : at + 1
  }
  return text.length
}
