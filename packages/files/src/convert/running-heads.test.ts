import { expect, it } from 'vitest'
import { withoutRunningHeads } from './running-heads.ts'

const pages = (...texts: readonly string[]) => texts.map((text) => `${text}\n\f`).join('')
const joinedPages = (...texts: readonly string[]) => texts.join('\n\n')

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
    'Acme – 17\n\nOne.',
    '18    Safety\n\nTwo.',
    'Acme – 19\n\nThree.',
    '20    Safety\n\nFour.',
    'Acme – 21\n\nFive.',
    '22    Safety\n\nSix.',
  )
  expect(withoutRunningHeads(text)).toBe(
    joinedPages('Acme – 17\n\nOne.', '18    Safety\n\nTwo.', 'Three.', 'Four.', 'Five.', 'Six.'),
  )
  for (const foot of [
    'Acme\n\n#',
    '#\n\nAcme',
    'Acme, Seite #',
    'Acme   [Page #]',
    'S. #/5   Acme',
  ])
    expect(
      withoutRunningHeads(
        pages(
          ...['A', 'B', 'C'].map((letter, at) => `${letter}.\n\n${foot.replace('#', `${at}`)}`),
        ),
      ).replace('A.', ''),
    ).not.toMatch(/Acme[^]*Acme|[12]/)
  for (const number of ['#', '- # -', 'Page #', 'Seite # von 2', 'Pág. #', '第#页', '[#/2]'])
    expect(
      withoutRunningHeads(pages(...['1', '2'].map((at) => `A.\n\n${number.replace('#', at)}`))),
    ).toBe('A.\n\nA.')
})

it('keeps what has other numbers, and what is repeated within a paragraph or on few pages', () => {
  for (const texts of [
    ['Step 1\n\nPull.', 'Step 2\n\nPush.', 'Step 3\n\nTurn.'],
    ['Step 1 of 3\n\nPull.', 'Step 2 of 3\n\nPush.', 'Step 3 of 3\n\nTurn.'],
    ['INV-2024-0001\n\nPump', 'INV-2024-0002\n\nHose', 'INV-2024-0003\n\nBelt'],
    ['第1章\n\n甲', '第2章\n\n乙', '第3章\n\n丙'],
    ['2021\n\nFounded.', '2022\n\nGrew.', '2023\n\nSold.'],
    ['Price\n10 EUR\nBasic', 'Price\n20 EUR\nPro', 'Price\n10 EUR\nTeam'],
    [10, 20, 30, 10, 50, 10, 70, 80, 90].map((price, at) => `Plan ${at}x\n\n${price} EUR`),
    ['Test A\nResult: OK', 'Test B\nResult: OK', 'Test C\nResult: OK'],
    ['int a() {\n  return 0;\n}', 'int b() {\n  return 0;\n}', 'int c() {\n  return 0;\n}'],
    ['One rose.\n\nNevermore.', 'Two roses.\n\nNevermore.'],
    ['OK', 'OK', 'OK'],
    ['12:00:01 up\n12:00:05 down', '12:00:02 up\n12:00:06 down', '12:00:03 up\n12:00:07 down'],
  ])
    expect(withoutRunningHeads(pages(...texts))).toBe(joinedPages(...texts))
})

const rowsOn = (page: number) =>
  Array.from({ length: 12 }, (_, row) => `M${row % 7}  ${page * 12 + row} mm   0.${row}`)

it('keeps the rows of a table that goes on, and lines in the middle of a page', () => {
  const table = [0, 1, 2].map((page) => rowsOn(page).join('\n'))
  expect(withoutRunningHeads(pages(...table))).toBe(joinedPages(...table))
  const middle = ['a', 'b', 'c'].map((part) => `${part}1\n\nTotal\n\n${part}2`)
  expect(withoutRunningHeads(pages(...middle))).toBe(joinedPages(...middle))
})

it('keeps any text without form feeds', () => {
  expect(withoutRunningHeads('a\n\na\n')).toBe('a\n\na\n')
  expect(withoutRunningHeads('a\n1\f')).toBe('a\n1')
})

it('takes time in proportion to the text', () => {
  const begun = process.threadCpuUsage()
  withoutRunningHeads(`Acme ${'1  '.repeat(90)}\n\nA\n\f`.repeat(3_000))
  withoutRunningHeads(`${'.'.repeat(299)}\n\n1\n\f`.repeat(3_000))
  withoutRunningHeads(`${'a-1 '.repeat(100_000)}\f\f`)
  withoutRunningHeads(`${'\n \n'.repeat(100_000)}\f\f`)
  withoutRunningHeads('\f'.repeat(200_000))
  const { user, system } = process.threadCpuUsage(begun)
  // 500 ms on an idle machine.
  expect((user + system) / 1_000).toBeLessThan(8_000)
})
