import { anEnrolledPersonIn, memoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import { testWorld } from '../../test-world.ts'

const { cipher } = memoryPorts()
/** Treats every ciphertext as encrypted with an older key. */
const outdated = { ...cipher, isOutdated: () => true }

describe('ken secrets reencrypt', () => {
  it('says how many secrets it encrypted again', async () => {
    const { ken, ports } = testWorld({ ports: { cipher: outdated } })
    await anEnrolledPersonIn(ports)
    const { exitCode, stdout } = await ken('secrets', 'reencrypt')
    expect([exitCode, stdout]).toEqual([
      0,
      'Encrypted 1 secret again with the newest entry of KEN_SECRETS.\n',
    ])
    const json = await ken('secrets', 'reencrypt', '--json')
    expect(JSON.parse(json.stdout)).toEqual({ reencrypted: 1, unreadable: 0 })
  })

  it('fails when secrets cannot be decrypted, with advice', async () => {
    const { ken, ports } = testWorld({ ports: { cipher: { ...outdated, decrypt: () => null } } })
    await anEnrolledPersonIn(ports)
    const { exitCode, stderr } = await ken('secrets', 'reencrypt')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('ken reset-mfa')
  })
})
