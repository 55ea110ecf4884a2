import { expect, it } from 'vitest'
import { hasHeader } from './import-header.ts'

it.each([
  'email,role\nada@example.com,Member',
  ' Role ; "EMAIL"\r\n',
  '\n\uFEFFemail\trole',
  'email,role',
])('takes %j as a header', (csv) => {
  expect(hasHeader(csv)).toBe(true)
})

it.each([
  '',
  'ada@example.com,Member',
  'name,role\nada@example.com,Member',
  'email',
  'email,role,name',
  'email,email',
])('does not take %j as a header', (csv) => {
  expect(hasHeader(csv)).toBe(false)
})
