import type { Account, AccountId } from '../model/accounts/account.ts'
import type { Operator } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import { encryptToken, tokenOf } from '../credentials/bot-token.ts'
import { decryptSecret } from '../credentials/second-factor.ts'

export type ReencryptSecrets = { readonly actor: Operator }
/** How many secrets got the newest key, and how many no key of the service reads any more. */
export type ReencryptedSecrets = { readonly reencrypted: number; readonly unreadable: number }

const accountsPerPage = 100

/**
 * Encrypts again what an older key of the service encrypted, second factors and the token of the team-chat bot, so that
 * the older key can be dropped. One after the other, beside whoever uses them; cut short, it is simply run again. What
 * no key reads stays as it is.
 */
export async function reencryptSecrets(
  ports: Pick<Ports, 'cipher' | 'log' | 'transact'>,
  { actor }: ReencryptSecrets,
): Promise<ReencryptedSecrets> {
  const done = { reencrypted: 0, unreadable: 0 }
  let page = await pageBehind(ports, null)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    for (const { id, mfaSecret } of page) {
      if (mfaSecret !== null && ports.cipher.isOutdated(mfaSecret)) done[await reencrypt(ports, id)] += 1
    }
    page = await pageBehind(ports, last.id)
  }
  const token = await reencryptToken(ports)
  if (token !== null) done[token] += 1
  await ports.transact(async ({ audit }) =>
    ok(await audit.append(auditEntry(actor, 'secrets.reencrypt', 'secrets:stored', done))),
  )
  return done
}

const pageBehind = async ({ transact }: Pick<Ports, 'transact'>, after: AccountId | null): Promise<readonly Account[]> =>
  (await transact(async ({ accounts }) => ok(await accounts.listWithSecret(after, accountsPerPage)))).value

async function reencrypt(ports: Pick<Ports, 'cipher' | 'log' | 'transact'>, id: AccountId): Promise<keyof ReencryptedSecrets> {
  const outcome = await ports.transact(async ({ accounts, lockAccount }) => {
    const account = await lockAccount(id)
    // Taken away meanwhile: what is not there needs no key.
    if (account === null || account.mfaSecret === null) return ok('reencrypted' as const)
    const secret = decryptSecret(ports, account)
    if (secret === null) return ok('unreadable' as const)
    const mfaSecret = ports.cipher.encrypt(secret, { purpose: 'mfa_secret', ownerId: id })
    await accounts.update({ ...account, mfaSecret })
    return ok('reencrypted' as const)
  })
  return outcome.value
}

/** Null when there is no token, or nothing to do about it. */
async function reencryptToken(ports: Pick<Ports, 'cipher' | 'log' | 'transact'>): Promise<keyof ReencryptedSecrets | null> {
  const outcome = await ports.transact(async ({ teamChatSettings }) => {
    const settings = await teamChatSettings.hold()
    const { baseUrl, botTokenEnc } = settings
    if (baseUrl === null || botTokenEnc === null || !ports.cipher.isOutdated(botTokenEnc)) return ok(null)
    const token = tokenOf(ports, settings)
    if (token === null) return ok('unreadable' as const)
    await teamChatSettings.update({ ...settings, botTokenEnc: encryptToken(ports, token, baseUrl) })
    return ok('reencrypted' as const)
  })
  return outcome.value
}
