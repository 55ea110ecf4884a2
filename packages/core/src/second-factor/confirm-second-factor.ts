import type { Person } from '../model/actor.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  withOwnSecondFactor,
  type OwnSecondFactorPorts,
  type OwnSecondFactorRefusal,
} from './own-second-factor.ts'
import { enableSecondFactor, newRecoveryCodes } from '../credentials/second-factor.ts'

export type ConfirmSecondFactor = { readonly actor: Person; readonly code: string }
export type EnabledSecondFactor = { readonly recoveryCodes: readonly string[] }

/** Completes the person's own enrolment with its first code. The recovery codes are shown only this once. */
export async function confirmSecondFactor(
  ports: OwnSecondFactorPorts,
  { actor, code }: ConfirmSecondFactor,
): Promise<Result<EnabledSecondFactor, OwnSecondFactorRefusal>> {
  const enabled = await withOwnSecondFactor(ports, {
    actor,
    action: 'second_factor.enable',
    proof: { code },
    state: 'enrolling',
    prepare: () => newRecoveryCodes(ports),
    work: async (stores, account, verified, { hashes }) =>
      (await enableSecondFactor(stores, account, verified, hashes)) === null
        ? err({ code: 'second_factor.code_refused' })
        : ok(null),
  })
  return enabled.ok ? ok({ recoveryCodes: enabled.value.codes }) : enabled
}
