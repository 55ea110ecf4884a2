import { expect, it } from 'vitest'
import { newId } from '../../testing/index.ts'
import type { KeyId } from '../../model/keys/key.ts'
import { recordKeyUse } from './record-key-use.ts'

it('R10 records the key and the outcome, and nothing else', () => {
  const counted: unknown[] = []
  const keyId = newId() as KeyId
  recordKeyUse(
    { keyUsage: { count: (...use) => void counted.push(use) } },
    { keyId, outcome: 'failed' },
  )
  expect(counted).toEqual([[keyId, 'failed']])
})
