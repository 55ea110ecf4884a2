import { expect, it } from 'vitest'
import { missingRoles } from './missing-roles.ts'

it('names the background roles that run nowhere', () => {
  expect(missingRoles([])).toEqual(['worker', 'scheduler'])
  expect(missingRoles(['scheduler'])).toEqual(['worker'])
  expect(missingRoles(['scheduler', 'worker'])).toEqual([])
})
