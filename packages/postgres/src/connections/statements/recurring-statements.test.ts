import { expect, it } from 'vitest'
import { recurringStatements } from './recurring-statements.ts'

it('names a text from its second time on, and every text differently', () => {
  const nameOf = recurringStatements()
  expect([nameOf('select $1'), nameOf('select $2')]).toEqual([undefined, undefined])
  const names = [nameOf('select $1'), nameOf('select $2')]
  expect(new Set(names).size).toBe(2)
  expect(names).not.toContain(undefined)
  expect([nameOf('select $1'), nameOf('select $2')]).toEqual(names)
  expect(recurringStatements()('select $1')).toBeUndefined()
})

it('names texts that recur, however many others come once', () => {
  const nameOf = recurringStatements()
  for (let number = 0; number < 1_000; number += 1)
    expect(nameOf(`select ${number}`)).toBeUndefined()
  nameOf('select $1')
  expect(nameOf('select $1')).toBeDefined()
})

it('names at most 100 texts', () => {
  const nameOf = recurringStatements()
  const twice = (number: number) => [1, 2].map(() => nameOf(`select ${number}`))[1]
  const named = Array.from({ length: 1_000 }, (_, number) => twice(number)).filter(Boolean)
  expect(named).toHaveLength(100)
  expect(twice(0)).toBe(named[0])
})
