import type { AccountId } from '../model/accounts/account.ts'
import type { Operator } from '../model/actor.ts'
import type { Ports, SecretIds } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type ShowSecretRotation = { readonly actor: Operator }
/** What still needs the secrets before the one that signs. */
export type SecretRotation = {
  readonly ids: SecretIds
  /** Stored second factors and tokens that an older secret encrypted. */
  readonly outdated: number
  /** Sessions whose tokens may be signed with an older secret. */
  readonly sessions: number
}

const accountsPerPage = 100

/** How far a rotation of the service's secrets has come. Changes nothing. */
export async function showSecretRotation(
  ports: Pick<Ports, 'cipher' | 'refreshTokens' | 'transact'>,
  _command: ShowSecretRotation,
): Promise<SecretRotation> {
  const ids = ports.refreshTokens.secretIds
  if (ids.older.length === 0) return { ids, outdated: 0, sessions: 0 }
  const { value } = await ports.transact(async ({ sessions, teamChatSettings }) => {
    const { botTokenEnc } = await teamChatSettings.read()
    return ok({ sessions: await sessions.countSignedBy(ids.older, ids.newest), outdated: outdatedOf(ports, [botTokenEnc]) })
  })
  return { ids, ...value, outdated: value.outdated + (await countOutdatedFactors(ports)) }
}

async function countOutdatedFactors(ports: Pick<Ports, 'cipher' | 'transact'>): Promise<number> {
  const pageAfter = async (after: AccountId | null) =>
    (await ports.transact(async ({ accounts }) => ok(await accounts.listWithSecret(after, accountsPerPage)))).value
  let count = 0
  let page = await pageAfter(null)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    count += outdatedOf(
      ports,
      page.map(({ mfaSecret }) => mfaSecret),
    )
    page = await pageAfter(last.id)
  }
  return count
}

const outdatedOf = ({ cipher }: Pick<Ports, 'cipher'>, ciphertexts: readonly (string | null)[]): number =>
  ciphertexts.filter((ciphertext) => ciphertext !== null && cipher.isOutdated(ciphertext)).length
