import type { Person } from '../model/actor.ts'
import { err, ok, type Result } from '../model/result.ts'
import { withOwnFactor, type OwnFactorPorts, type OwnFactorRefusal } from './own-factor.ts'
import type { SecondFactorMandatory } from '../model/second-factor-errors.ts'
import { consumeSecondFactor, removeSecondFactor, type SecondFactorProof } from '../credentials/second-factor.ts'

export type DisableSecondFactor = { readonly actor: Person; readonly proof: SecondFactorProof }

/** Takes a person's own second factor away, against a fresh proof and unless the role requires one. */
export async function disableSecondFactor(
  ports: OwnFactorPorts,
  { actor, proof }: DisableSecondFactor,
): Promise<Result<null, OwnFactorRefusal | SecondFactorMandatory>> {
  return withOwnFactor(ports, {
    actor,
    action: 'second_factor.disable',
    proof,
    state: 'enabled',
    prepare: async () => null,
    work: async (stores, account, proven) => {
      const { mfaRequiredRoles } = await stores.settings.read()
      if (mfaRequiredRoles.includes(account.role)) return err({ code: 'second_factor.mandatory' })
      if (!(await consumeSecondFactor(stores, account, proven))) return err({ code: 'second_factor.code_refused' })
      await removeSecondFactor(stores, account, 'second_factor_disabled')
      return ok(null)
    },
  })
}
