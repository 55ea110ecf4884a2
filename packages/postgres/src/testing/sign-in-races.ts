import { changePassword, signIn, startEnrolment, verifySecondFactor } from '@ken/core'
import { aDevice, anEnrolledPersonIn, aPassword, memoryPorts, valueOf, type MemoryPorts } from '@ken/core/testing'
import { describe, expect, it } from 'vitest'
import type { postgresPorts } from '../index.ts'

export function signInRaces(name: string, open: () => Promise<ReturnType<typeof postgresPorts>>): void {
  const world = async () => memoryPorts(await open())
  const first = async (ports: MemoryPorts, email: string) => {
    const step = valueOf(await signIn(ports, { ...aDevice, email, password: aPassword, rememberMe: false }))
    return 'challenge' in step ? step.challenge : ''
  }
  describe(`Sign-in races: ${name}`, () => {
    it('same challenge', async () => {
      const ports = await world()
      const { account, code } = await anEnrolledPersonIn(ports)
      for (let round = 0; round < 10; round += 1) {
        ports.clock.advance(60_000)
        const challenge = await first(ports, account.email)
        const started = performance.now()
        const results = await Promise.allSettled(
          Array.from({ length: 5 }, () => verifySecondFactor(ports, { ...aDevice, challenge, proof: { code: code() } })),
        )
        console.log(
          performance.now() - started,
          results.map((result) => (result.status === 'rejected' ? result.reason.cause?.message ?? result.reason.message : result.value.ok)),
        )
      }
    })
  })
}
