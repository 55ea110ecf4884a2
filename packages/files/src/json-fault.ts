/** A step over a token: behind it, or where it breaks. */
type Step = { readonly end: number } | { readonly fault: number }

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'more'

/**
 * Where a text stops being JSON, counted from 0; null if it never does. Exists because the messages of
 * `JSON.parse` quote the text that they stumble over, which has no place in a report.
 */
export function jsonFaultAt(text: string): number | null {
  const closers: string[] = []
  let expected: Expected = 'value'
  for (let at = endOfBlank(text, 0); at < text.length;) {
    const mark = text.charAt(at)
    let step: Step = { end: at + 1 }
    if (mark === closers.at(-1) && (expected === 'more' || expected.endsWith(mark))) {
      closers.pop()
      expected = 'more'
    } else if (expected === 'more') {
      if (mark !== ',' || closers.length === 0) return at
      expected = closers.at(-1) === '}' ? 'name' : 'value'
    } else if (expected === 'colon') {
      if (mark !== ':') return at
      expected = 'value'
    } else if (expected.startsWith('name')) {
      step = stringStep(text, at)
      expected = 'colon'
    } else if (mark === '{' || mark === '[') {
      closers.push(mark === '{' ? '}' : ']')
      expected = mark === '{' ? 'name or }' : 'value or ]'
    } else {
      step = mark === '"' ? stringStep(text, at) : matchStep(literal, text, at)
      expected = 'more'
    }
    if ('fault' in step) return step.fault
    at = endOfBlank(text, step.end)
  }
  return expected === 'more' && closers.length === 0 ? null : text.length
}

const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const blank = /[ \t\r\n]*/y

const matchStep = (pattern: RegExp, text: string, at: number): Step => {
  pattern.lastIndex = at
  return pattern.test(text) ? { end: pattern.lastIndex } : { fault: at }
}

function endOfBlank(text: string, at: number): number {
  blank.lastIndex = at
  blank.test(text)
  return blank.lastIndex
}

function stringStep(text: string, start: number): Step {
  if (text.charAt(start) !== '"') return { fault: start }
  for (let at = start + 1; at < text.length;) {
    const character = text.charAt(at)
    if (character === '"') return { end: at + 1 }
    if (character < ' ') return { fault: at }
    const step: Step = character === '\\' ? matchStep(escape, text, at) : { end: at + 1 }
    if ('fault' in step) return step
    at = step.end
  }
  return { fault: text.length }
}
