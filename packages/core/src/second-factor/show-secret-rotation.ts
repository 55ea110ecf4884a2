import { accountsWithSecret } from '../credentials/second-factor.ts'
import type { Operator } from '../model/actor.ts'
import type { Ports, SecretIds, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type ShowSecretRotation = { readonly actor: Operator }
/** What still depends on secrets older than the newest, and on those of other processes. */
export type SecretRotation = {
  readonly ids: SecretIds
  /** Stored second factors and tokens encrypted with an older secret. */
  readonly outdated: number
  /** Secrets that a running server signs with and that are not known here. */
  readonly foreign: readonly string[]
  /** Older secrets that a running server still signs with. */
  readonly late: readonly string[]
  /** Sessions whose tokens may be signed with an older secret. */
  readonly sessions: number
}

/** Returns the progress of a secret rotation. Changes nothing. */
export async function showSecretRotation(
  ports: Pick<Ports, 'cipher' | 'refreshTokens'> &
    Transacts<
      | 'accounts'
      | 'botMessengerSettings'
      | 'sessions'
      | 'teamChatSettings'
      | 'workspaceChatSettings'
    >,
  _command: ShowSecretRotation,
): Promise<SecretRotation> {
  const ids = ports.refreshTokens.secretIds
  const known = [ids.newest, ...ids.older, ...ids.unused]
  const signing = await ports.transact(async ({ sessions }) => ok(await sessions.listSigning()))
  const foreign = signing.value.filter((id) => !known.includes(id))
  const late = signing.value.filter((id) => ids.older.includes(id))
  if (ids.older.length === 0) return { ids, foreign, late, outdated: 0, sessions: 0 }
  const { value } = await ports.transact(async (stores) => {
    const { botTokenEnc: teamChatToken } = await stores.teamChatSettings.read()
    const messenger = await stores.botMessengerSettings.read()
    const workspace = await stores.workspaceChatSettings.read()
    return ok({
      sessions: await stores.sessions.countSignedBy(ids.older, ids.newest),
      outdated: countOutdated(ports, [
        teamChatToken,
        messenger.botTokenEnc,
        messenger.webhookSecretEnc,
        workspace.botTokenEnc,
        workspace.appTokenEnc,
        workspace.signingSecretEnc,
      ]),
    })
  })
  return {
    ids,
    foreign,
    late,
    ...value,
    outdated: value.outdated + (await countOutdatedFactors(ports)),
  }
}

async function countOutdatedFactors(
  ports: Pick<Ports, 'cipher'> & Transacts<'accounts'>,
): Promise<number> {
  let count = 0
  for await (const { mfaSecret } of accountsWithSecret(ports))
    count += countOutdated(ports, [mfaSecret])
  return count
}

const countOutdated = (
  { cipher }: Pick<Ports, 'cipher'>,
  ciphertexts: readonly (string | null)[],
): number =>
  ciphertexts.filter((ciphertext) => ciphertext !== null && cipher.isOutdated(ciphertext)).length
