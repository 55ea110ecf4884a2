import { expect, it } from 'vitest'
import { gateOf } from './gate.ts'

it('asks for a new password before a second factor', () => {
  const holder = {
    status: 'active',
    role: 'Owner',
    principals: [],
    mustChangePassword: false,
    mustEnrolSecondFactor: false,
    isSessionAlive: false,
  } as const
  expect(gateOf(holder)).toBeNull()
  expect(gateOf({ ...holder, mustEnrolSecondFactor: true })).toBe('sign_in.second_factor_required')
  expect(gateOf({ ...holder, mustChangePassword: true, mustEnrolSecondFactor: true })).toBe(
    'sign_in.password_change_required',
  )
})
