import { expect, it } from 'vitest'
import { daysOf, writtenDateAt } from './dates.ts'

it.for([
  '2025-03-03',
  '2025/3/3',
  '2025-03-03T09:30:00Z',
  '03.03.2025',
  '3.3.2025',
  '03.03.25',
  '3/3/2025',
  '3. März 2025',
  '3. Ma\u0308rz 2025',
  '3 March 2025',
  'March 3, 2025',
  'Mar. 3rd, 2025',
  '3 mars 2025',
  '3 de marzo de 2025',
])('%s is one day', (text) => {
  expect(daysOf(text)).toEqual(['20250303'])
})

it('takes the numbers beside slashes in either order, if both are months', () => {
  expect(daysOf('03/04/2025')).toEqual(['20250403', '20250304'])
  expect(daysOf('12/31/2025')).toEqual(['20251231'])
  expect(daysOf('03.04.2025')).toEqual(['20250403'])
})

it.for([
  '2025',
  '2025-13-01',
  '32.03.2025',
  '1.2.3',
  '10.0.0.1',
  'March 2025',
  '3. Mars 25',
  'Room 3, 2025',
])('%s is no day', (text) => {
  expect(daysOf(text)).toEqual([])
})

it('ends after the year', () => {
  expect(writtenDateAt('on 3 May 2025, at 10', 3)).toEqual({ day: '20250503', end: 13 })
  expect(writtenDateAt('3 chairs 2025', 0)).toBeNull()
})
