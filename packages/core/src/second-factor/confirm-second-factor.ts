import type { Person } from '../model/actor.ts'
import { err, ok, type Result } from '../model/result.ts'
import { withOwnFactor, type OwnFactorPorts, type OwnFactorRefusal } from './own-factor.ts'
import { enableSecondFactor, newRecoveryCodes } from '../credentials/second-factor.ts'

export type ConfirmSecondFactor = { readonly actor: Person; readonly code: string }
export type EnabledSecondFactor = { readonly recoveryCodes: readonly string[] }

/** Ends a signed-in person's own enrolment with its first code; the recovery codes are shown once. */
export async function confirmSecondFactor(
  ports: OwnFactorPorts,
  { actor, code }: ConfirmSecondFactor,
): Promise<Result<EnabledSecondFactor, OwnFactorRefusal>> {
  const enabled = await withOwnFactor(ports, {
    actor,
    action: 'second_factor.enable',
    proof: { code },
    state: 'enrolling',
    prepare: () => newRecoveryCodes(ports),
    work: async (stores, account, proven, { hashes }) =>
      (await enableSecondFactor(stores, account, proven, hashes)) === null
        ? err({ code: 'second_factor.code_refused' })
        : ok(null),
  })
  return enabled.ok ? ok({ recoveryCodes: enabled.value.codes }) : enabled
}
