import { expect, test } from 'vitest'
import { columnsAbove } from './columns-above.ts'

const table = 'City | Days\nBonn | 3\nGraz | 4'

test('gives the names of the columns whose rows a snippet quotes without them', () => {
  const body = `Before.\n\n${table}\n\nAfter.`
  expect(columnsAbove('… Graz | 4 …', { heading: '', body })).toBe('City | Days')
  expect(columnsAbove('… Bonn | 3 · Graz | 4 After.', { heading: 'Rules', body })).toBe(
    'City | Days',
  )
  expect(columnsAbove('… fore. City | Days · Bonn | 3 …', { heading: '', body })).toBeNull()
})

test('gives them also if the snippet begins in the middle of a row', () => {
  const body = 'City | Days | Note\nBonn | 3 | closed on public holidays\nGraz | 4 | open'
  expect(columnsAbove('… public holidays · Graz | 4 | open', { heading: '', body })).toBe(
    'City | Days | Note',
  )
  expect(columnsAbove('… 3 | closed · Graz | 4 | open', { heading: '', body })).toBe(
    'City | Days | Note',
  )
})

test('gives those of the table that the snippet quotes, of several', () => {
  const body = `${table}\n\nName | Room\nAna | 12\nBo | 13`
  expect(columnsAbove('… Bo | 13', { heading: '', body })).toBe('Name | Room')
})

test('gives those in the heading of a passage that is a part of a table', () => {
  const part = 'Graz | 4\nLinz | 5\nWels | 5'
  const snippet = '… Linz | 5 · Wels | 5'
  expect(columnsAbove(snippet, { heading: 'City | Days', body: part })).toBe('City | Days')
  expect(columnsAbove(snippet, { heading: 'Rules › City | Days', body: part })).toBe('City | Days')
})

test('takes no row at the start of a part of a table for names, nor a piece of a row', () => {
  const words = 'Rome | Italy\nPisa | Italy\nLyon | France'
  expect(columnsAbove('… Lyon | France', { heading: 'City | Country', body: words })).toBe(
    'City | Country',
  )
  const piece = `| see below\n${words}`
  expect(columnsAbove('… Lyon | France', { heading: 'Rules', body: piece })).toBeNull()
})

test('gives none for text, for a table without names, and for rows that the body does not have', () => {
  expect(columnsAbove('Graz has 4 days.', { heading: 'A | B', body: table })).toBeNull()
  expect(columnsAbove('… Bo | 2 …', { heading: '', body: 'Ana | 1\nBo | 2\nCy | 3' })).toBeNull()
  expect(columnsAbove('Else | 1', { heading: 'Rules', body: table })).toBeNull()
})
