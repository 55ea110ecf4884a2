import { describe, expect, it } from 'vitest'
import { openParts } from './open-parts.ts'

const failing = (message: string) => ({
  close: async () => {
    throw new Error(message)
  },
})

describe('openParts', () => {
  it('closes the last part first, and each only once', async () => {
    const closed: string[] = []
    const parts = openParts()
    for (const name of ['database', 'queue'])
      expect(parts.opened({ name, close: async () => void closed.push(name) }).name).toBe(name)
    await Promise.all([parts.close(), parts.close()])
    await parts.close()
    expect(closed).toEqual(['queue', 'database'])
  })

  it('closes the others when one cannot be closed, and throws its error', async () => {
    const closed: string[] = []
    const parts = openParts()
    parts.opened({ close: async () => void closed.push('first') })
    parts.opened(failing('one'))
    await expect(parts.close()).rejects.toThrow('one')
    expect(closed).toEqual(['first'])

    const both = openParts()
    both.opened(failing('one'))
    both.opened(failing('two'))
    await expect(both.close()).rejects.toMatchObject({
      errors: [{ message: 'two' }, { message: 'one' }],
    })
  })
})
