import type { Account } from '../model/accounts/account.ts'
import type { Person } from '../model/actor.ts'
import type { Stores } from '../ports/index.ts'
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
    refusal: refusalOf,
    prepare: async () => null,
    work: async (stores, account, verified) => {
      const refusal = await refusalOf(stores, account)
      if (refusal !== null) return err(refusal)
      if (!(await consumeSecondFactor(stores, account, verified)))
        return err({ code: 'second_factor.code_refused' })
      await removeSecondFactor(stores, account, 'second_factor_disabled')
      return ok(null)
    },
  })
}

const refusalOf = async (
  { settings }: Pick<Stores, 'settings'>,
  { role }: Account,
): Promise<SecondFactorMandatory | null> =>
  (await settings.read()).mfaRequiredRoles.includes(role)
    ? { code: 'second_factor.mandatory' }
    : null
