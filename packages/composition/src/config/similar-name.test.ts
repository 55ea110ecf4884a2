import { expect, it } from 'vitest'
import { similarName } from './similar-name.ts'

const known = [
  'KEN_PORT',
  'KEN_HOST',
  'KEN_HOST_FILE',
  'KEN_BASE_URL',
  'KEN_MODEL',
  'KEN_MODEL_URL',
]

it.each([
  ['KEN_PRT', 'KEN_PORT', 'a missing letter'],
  ['KEN_PROT', 'KEN_PORT', 'letters in the wrong order'],
  ['KEN_HOOST_FILE', 'KEN_HOST_FILE', 'a letter too many'],
  ['KEN_BASEURL', 'KEN_BASE_URL', 'a missing line'],
  ['KEN_MODEL_URI', 'KEN_MODEL_URL', 'another letter'],
  ['KEN_MODEL_UR', 'KEN_MODEL_URL', 'cut'],
  ['ken_base_url', 'KEN_BASE_URL', 'small letters'],
])('%s is similar to %s: %s', (name, similar) => {
  expect(similarName(name, known)).toBe(similar)
})

it.each([
  ['KEN_MAIL', 'needs too many edits'],
  ['KEN_', 'is only the beginning of all'],
  ['KEN_POST', 'is as near to two'],
  ['KEN_HOME', 'needs too many edits for a short name'],
  ['KEN_'.padEnd(10_000, 'X'), 'is too long'],
])('%s is similar to none: it %s', (name) => {
  expect(similarName(name, known)).toBeNull()
})
