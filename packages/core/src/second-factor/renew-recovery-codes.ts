import type { Person } from '../model/actor.ts'
import { notify } from '../notices/notice.ts'
import { err, ok, type Result } from '../model/result.ts'
import { withOwnFactor, type OwnFactorPorts, type OwnFactorRefusal } from './own-factor.ts'
import { consumeSecondFactor, newRecoveryCodes, type SecondFactorProof } from '../credentials/second-factor.ts'

export type RenewRecoveryCodes = { readonly actor: Person; readonly proof: SecondFactorProof }
export type RenewedRecoveryCodes = { readonly recoveryCodes: readonly string[] }

/** Replaces a person's own recovery codes, against a fresh proof. The old set is void; the new one is shown once. */
export async function renewRecoveryCodes(
  ports: OwnFactorPorts,
  { actor, proof }: RenewRecoveryCodes,
): Promise<Result<RenewedRecoveryCodes, OwnFactorRefusal>> {
  const renewed = await withOwnFactor(ports, {
    actor,
    action: 'second_factor.renew_recovery_codes',
    proof,
    state: 'enabled',
    prepare: () => newRecoveryCodes(ports),
    work: async (stores, account, proven, { hashes }) => {
      if (!(await consumeSecondFactor(stores, account, proven))) return err({ code: 'second_factor.code_refused' })
      await stores.recoveryCodes.replace(account.id, hashes)
      await notify(stores, account, { kind: 'recovery_codes_renewed' })
      return ok(null)
    },
  })
  return renewed.ok ? ok({ recoveryCodes: renewed.value.codes }) : renewed
}
