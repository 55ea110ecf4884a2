import { expect, it } from 'vitest'
import { missingRoles } from './missing-roles.ts'

it('lists the background roles that are not running', () => {
  expect(missingRoles([])).toEqual(['worker', 'scheduler'])
  expect(missingRoles(['scheduler'])).toEqual(['worker'])
  expect(missingRoles(['scheduler', 'worker'])).toEqual([])
})
