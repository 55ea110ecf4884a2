import { KenProblem } from '@ken/client'
import { expect, it } from 'vitest'
import { isRefusal } from './use-attempts.ts'

it.each([
  { code: 'MFA_CODE_REFUSED', isAtGate: false, refused: true },
  { code: 'UNAUTHENTICATED', isAtGate: false, refused: true },
  { code: 'MFA_CODE_REFUSED', isAtGate: true, refused: true },
  { code: 'UNAUTHENTICATED', isAtGate: true, refused: false },
  { code: 'UNAVAILABLE', isAtGate: false, refused: false },
])('a code counts as wrong for $code, at a gate $isAtGate: $refused', (given) => {
  expect(isRefusal(new KenProblem(401, { code: given.code }, null), given.isAtGate)).toBe(
    given.refused,
  )
})
