import { expect, it } from 'vitest'
import { lengthFault, passwordLength } from './password-length.ts'

it.each([
  ['', 0],
  ['seven77', 7],
  ['😀'.repeat(8), 8],
  ['e\u0301'.repeat(8), 8],
])('%j has %i characters', (password, length) => {
  expect(passwordLength(password)).toBe(length)
})

it.each([
  [7, 'too_short'],
  [8, null],
  [128, null],
  [129, 'too_long'],
])('%i characters: %s', (length, fault) => {
  expect(lengthFault(length)).toBe(fault)
})
