import { expect, test } from 'vitest'
import { permissionsInText } from './stated-permissions.ts'

test.each([
  ',allowed:',
  '<meta ',
  'allowed:\n',
  '"\\u0061',
  '```\n',
  '```a\n',
  '- ',
  '<pre ',
  '[a]: b ',
])('looks for permissions in proportional time in a text of %j', (piece) => {
  const text = `{${piece.repeat(2_097_152 / piece.length)}`
  const begun = process.threadCpuUsage()
  expect(permissionsInText(text)).toBeNull()
  const { user, system } = process.threadCpuUsage(begun)
  // Up to 400 ms on an idle machine. In quadratic time it would be minutes.
  expect((user + system) / 1_000).toBeLessThan(8_000)
})

test.each(['<!-- allowed: group:it -->', '**allowed**: group:it', '# Allowed: group:it'])(
  'takes no permissions from a page that states others too: %s',
  (other) => {
    expect(permissionsInText(`Allowed: group:hr\n\n${other}\n`)).toEqual([''])
    expect(permissionsInText(`${other}\n\nAllowed: group:hr\n`)).toEqual([''])
  },
)
