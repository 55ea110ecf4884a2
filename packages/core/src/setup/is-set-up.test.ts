import { describe, expect, it } from 'vitest'
import { aPersonIn, memoryPorts } from '../testing/index.ts'
import { isSetUp } from './is-set-up.ts'

describe('isSetUp', () => {
  it('is true once an account of any role or status exists', async () => {
    const ports = memoryPorts()
    expect(await isSetUp(ports)).toBe(false)
    await aPersonIn(ports, { status: 'deactivated' })
    expect(await isSetUp(ports)).toBe(true)
  })
})
