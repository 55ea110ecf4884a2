import { expect, test } from 'vitest'
import { tableColumns } from './table-columns.ts'

test.each([
  {
    rows: 'Office | Staff | Renewal date\nOslo | 14 | 3.3.2025',
    columns: 'Office | Staff | Renewal date',
  },
  { rows: '| Office | Staff |\n|---|---|\n| Oslo | 14 |', columns: 'Office | Staff' },
  { rows: 'Office|Staff\n---|---:\nOslo|14', columns: 'Office | Staff' },
  { rows: '| Office | Q1 2025 |\nOslo | 14', columns: 'Office | Q1 2025' },
  {
    rows: 'Country | Limit\nCountry | Hotel | Meals\nNorway | 1850 | 650\nCountry | Limit\nItaly | 1700',
    columns: 'Country | Limit',
  },
  { rows: 'Office |\nOslo | 14', columns: 'Office' },
  { rows: '会議室 | 階\n大 | 3', columns: '会議室 | 階' },
])('the columns of $rows are $columns', ({ rows, columns }) => {
  expect(tableColumns(rows)).toBe(columns)
})

test.each([
  'Office | Staff',
  'Oslo | 14\nBergen | 12',
  'Telephone | +47 22 33 44 55\nFloor | Third',
  'Anna Berg | anna@example.com | Sales\nJan Moe | jan@example.com | Sales',
  'Wiki | https://wiki.example.com\nChat | https://chat.example.com',
  'Anna Berg | Sales | Oslo\nJan Moe | Support | Oslo\nIda Lie | Sales | Bergen',
  'Offices and staff\nOslo | 14',
  'cat names.txt | sort\ncat others.txt',
  '| |\n| a | b |',
  `${'Office '.repeat(40)} | Staff\nOslo | 14`,
])('%j names no columns', (rows) => {
  expect(tableColumns(rows)).toBeNull()
})
