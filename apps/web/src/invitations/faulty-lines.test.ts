import { expect, it } from 'vitest'
import { faultyLines } from './faulty-lines.ts'

const valid = { email: 'ada@example.com', verdict: 'created', fault: null } as const
const invalid = { email: null, verdict: 'invalid', fault: 'email' } as const

it('has the header and the invalid lines as they were written', () => {
  const csv = 'email;role\r\nada@example.com;Member\r\n\r\nada;Member\r\n"a\nb";Member\r\n'
  const lines = [
    { ...valid, line: 2 },
    { ...invalid, line: 4 },
    { ...invalid, line: 6 },
  ]
  expect(faultyLines(csv, lines)).toBe('email;role\r\nada;Member\r\n"a\r\nb";Member')
  expect(faultyLines(csv, lines.slice(0, 1))).toBe('email;role')
})
