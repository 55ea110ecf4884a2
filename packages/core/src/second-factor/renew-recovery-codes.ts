import type { Person } from '../model/actor.ts'
import { notify } from '../notices/notice.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  withOwnSecondFactor,
  type OwnSecondFactorPorts,
  type OwnSecondFactorRefusal,
} from './own-second-factor.ts'
import {
  consumeSecondFactor,
  newRecoveryCodes,
  type SecondFactorProof,
} from '../credentials/second-factor.ts'

export type RenewRecoveryCodes = { readonly actor: Person; readonly proof: SecondFactorProof }
export type RenewedRecoveryCodes = { readonly recoveryCodes: readonly string[] }

/** Replaces the person's own recovery codes with a fresh proof. The old set is void. The new one is shown only this once. */
export async function renewRecoveryCodes(
  ports: OwnSecondFactorPorts,
  { actor, proof }: RenewRecoveryCodes,
): Promise<Result<RenewedRecoveryCodes, OwnSecondFactorRefusal>> {
  const renewed = await withOwnSecondFactor(ports, {
    actor,
    action: 'second_factor.renew_recovery_codes',
    proof,
    state: 'enabled',
    prepare: () => newRecoveryCodes(ports),
    work: async (stores, account, verified, { hashes }) => {
      if (!(await consumeSecondFactor(stores, account, verified)))
        return err({ code: 'second_factor.code_refused' })
      await stores.recoveryCodes.replace(account.id, hashes)
      await notify(stores, account, { kind: 'recovery_codes_renewed' })
      return ok(null)
    },
  })
  return renewed.ok ? ok({ recoveryCodes: renewed.value.codes }) : renewed
}
