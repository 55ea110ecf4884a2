import { describe, expect, it } from 'vitest'
import { codeOf } from '../support/authenticator.ts'
import { member } from '../support/member.ts'
import { enrolOwner, ownerChallenge } from '../support/session.ts'
import { post } from '../support/surface.ts'
import { atOnce, raceTimeout, rounds, sharedRedis, twoProcesses } from '../support/two-processes.ts'

const wrong = (position: number) => ({ ...member, password: `wrong guess number ${position}` })

describe.skipIf(sharedRedis === null)(
  'signing in at two processes at once',
  { timeout: raceTimeout },
  () => {
    const processes = twoProcesses()
    const { at } = processes
    const sql = (text: string) => processes.world.sql(text)
    const forgetUse = () => sql('update users set mfa_last_step = null')

    it('R21 verifies at most 10 of a burst of 60 attempts, so that the correct one at its end is refused', async () => {
      for (let round = 0; round < rounds; round += 1) {
        await sql('delete from guess_budgets')
        const responses = await atOnce(60, (position) =>
          post(`${at(position).url}/login`, position === 59 ? member : wrong(position)),
        )
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]))
        expect(
          await sql(`select failures from guess_budgets where bucket like 'account:%'`),
        ).toEqual([{ failures: 10 }])
      }
    })

    it('R26 accepts a challenge once, however many concurrent requests present it with the correct code', async () => {
      const { secret } = await enrolOwner(processes.world, at(0))
      for (let round = 0; round < rounds; round += 1) {
        await forgetUse()
        const body = { challenge: await ownerChallenge(at(round)), code: codeOf(secret) }
        const responses = await atOnce(5, (position) => post(`${at(position).url}/login/mfa`, body))
        expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      }
    })

    it('R27 R28 accepts one of 20 concurrent sign-ins with the same code or recovery code', async () => {
      let { secret, step } = await enrolOwner(processes.world, at(0))
      for (let round = 0; round < rounds; round += 1) {
        // There are ten recovery codes.
        if (round % 10 === 9) ({ secret, step } = await enrolOwner(processes.world, at(0)))
        for (const proof of [
          { code: codeOf(secret) },
          { recovery_code: step.recovery_codes[round % 10] },
        ]) {
          await forgetUse()
          await sql('delete from guess_budgets')
          await sql('delete from sessions')
          const challenges = await atOnce(20, (position) => ownerChallenge(at(position)))
          const responses = await atOnce(20, (position) =>
            post(`${at(position).url}/login/mfa`, { challenge: challenges[position], ...proof }),
          )
          expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
          expect(await sql('select count(*)::int as sessions from sessions')).toEqual([
            { sessions: 1 },
          ])
        }
      }
    })
  },
)
