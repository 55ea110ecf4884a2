import { expect, it } from 'vitest'
import { columns } from './output.ts'

it('makes each column as wide as its widest entry', () => {
  expect(
    columns([
      ['ID', 'NAME'],
      ['1', 'Ana'],
      ['200', ''],
    ]),
  ).toEqual(['ID   NAME', '1    Ana', '200'])
})

it('makes columns of more rows than a call can have arguments', () => {
  expect(columns(Array.from({ length: 200_000 }, () => ['x']))).toHaveLength(200_000)
})
