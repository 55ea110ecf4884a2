import type { Person } from '../model/actor.ts'
import { err, ok, type Result } from '../model/result.ts'
import {
  withOwnSecondFactor,
  type OwnSecondFactorPorts,
  type OwnSecondFactorRefusal,
} from './own-second-factor.ts'
import type { SecondFactorMandatory } from '../model/second-factor-errors.ts'
import {
  consumeSecondFactor,
  removeSecondFactor,
  type SecondFactorProof,
} from '../credentials/second-factor.ts'

export type DisableSecondFactor = { readonly actor: Person; readonly proof: SecondFactorProof }

/** Disables the person's own second factor with a fresh proof, unless the role requires one. */
export async function disableSecondFactor(
  ports: OwnSecondFactorPorts,
  { actor, proof }: DisableSecondFactor,
): Promise<Result<null, OwnSecondFactorRefusal | SecondFactorMandatory>> {
  return withOwnSecondFactor(ports, {
    actor,
    action: 'second_factor.disable',
    proof,
    state: 'enabled',
    prepare: async () => null,
    work: async (stores, account, verified) => {
      const { mfaRequiredRoles } = await stores.settings.read()
      if (mfaRequiredRoles.includes(account.role)) return err({ code: 'second_factor.mandatory' })
      if (!(await consumeSecondFactor(stores, account, verified)))
        return err({ code: 'second_factor.code_refused' })
      await removeSecondFactor(stores, account, 'second_factor_disabled')
      return ok(null)
    },
  })
}
