import { describe, expect, it } from 'vitest'
import { testWorld } from '../../test-world.ts'

describe('ken secrets generate', () => {
  it('prints a new value for KEN_SECRETS every time: an id and 256 bits', async () => {
    const { ken } = testWorld()
    const first = await ken('secrets', 'generate')
    expect(first).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^[0-9a-f]{8}:[A-Za-z0-9+/]{43}=\n$/),
      stderr: '',
    })
    const unused = await ken('secrets', 'generate', '--unused')
    expect(unused).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^[0-9a-f]{8}~:[A-Za-z0-9+/]{43}=\n$/),
      stderr: '',
    })
    expect(JSON.parse((await ken('secrets', 'generate', '--json')).stdout).secrets).not.toBe(
      first.stdout.trim(),
    )
  })
})
