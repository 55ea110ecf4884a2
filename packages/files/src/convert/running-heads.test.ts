import { expect, it } from 'vitest'
import { withoutRunningHeads } from './running-heads.ts'

const pages = (...texts: readonly string[]) => texts.map((text) => `${text}\n\f`).join('')

/** The rows of a table on a page. */
const rows = (page: number) =>
  Array.from({ length: 12 }, (_, row) => `M${row % 7}  ${page * 12 + row} mm   0.${row}`)

it('leaves out what is repeated at the edges of pages, except for the first time, and numbers of pages', () => {
  const head = 'Acme            Safety\n           Version 2\n\n'
  expect(
    withoutRunningHeads(
      pages(
        `${head}Wear gloves.\n\n          Page 1 of 3`,
        `${head}Wear a hel-\n\n          Page 2 of 3`,
        `${head}met.\n\n          Page 3 of 3`,
      ),
    ),
  ).toBe('Acme            Safety\n           Version 2\n\nWear gloves.\n\nWear a hel-\nmet.')
})

it('knows heads of left and right pages, and heads with the number of the page', () => {
  const text = pages(
    'Acme 17 Hall\nOne.',
    '18 Safety\nTwo.',
    'Acme 19 Hall\nThree.',
    '20 Safety\nFour.',
  )
  expect(withoutRunningHeads(text)).toBe('Acme 17 Hall\nOne.\n\n18 Safety\nTwo.\n\nThree.\n\nFour.')
})

it('keeps the rows of a table that goes on, and lines in the middle of a page', () => {
  const table = [0, 1, 2].map((page) => rows(page).join('\n'))
  expect(withoutRunningHeads(pages(...table))).toBe(table.join('\n\n'))
  const middle = 'a\nb\nc\nd\nTotal\ne\nf\ng\nh'
  expect(withoutRunningHeads(pages(middle, middle.toUpperCase()))).toContain('TOTAL')
})

it('keeps any text without form feeds', () => {
  expect(withoutRunningHeads('a\n\na\n')).toBe('a\n\na\n')
  expect(withoutRunningHeads('a\n1\f')).toBe('a\n1')
})

it('takes time in proportion to the text', () => {
  const begun = process.threadCpuUsage()
  withoutRunningHeads(`Acme ${'1 '.repeat(90)}\n\f`.repeat(5_000))
  withoutRunningHeads(`${'a-1 '.repeat(100_000)}\f\f`)
  withoutRunningHeads('\f'.repeat(200_000))
  const { user, system } = process.threadCpuUsage(begun)
  // 500 ms on an idle machine.
  expect((user + system) / 1_000).toBeLessThan(8_000)
})
