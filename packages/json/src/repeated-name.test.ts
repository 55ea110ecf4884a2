import { describe, expect, it } from 'vitest'
import { repeatedName } from './repeated-name.ts'

describe('repeatedName', () => {
  it.each([
    { object: '{"a":1,"b":2,"a":3,"b":4}', name: 'a' },
    { object: '{"a":1,"\\u0061":2}', name: 'a' },
    { object: '{"a\\"b":{"c":[1,2]},"x":[],"a\\"b":2}', name: 'a"b' },
    { object: '{"":1,"":1}', name: '' },
  ])('finds the first in $object', ({ object, name }) => {
    expect(repeatedName(object)).toBe(name)
  })

  it.each([
    '{}',
    '{"a":"a","b":["a","a"],"c":{"a":1,"a":2}}',
    '{"a":"b","b":"a"}',
    '[{"a":1},{"a":1}]',
    '"a"',
  ])('finds none in %s', (object) => {
    expect(repeatedName(object)).toBeNull()
  })
})
