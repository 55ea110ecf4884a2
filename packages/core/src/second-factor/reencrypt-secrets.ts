import type { Account, AccountId } from '../model/accounts/account.ts'
import type { Operator } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { Ports, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'
import {
  encryptMessengerToken,
  encryptWebhookSecret,
  messengerTokenOf,
  webhookSecretOf,
} from '../credentials/bot-messenger-token.ts'
import { encryptToken, tokenOf } from '../credentials/bot-token.ts'
import {
  encryptWorkspaceToken,
  workspaceTokenOf,
  type WorkspaceTokenField,
} from '../credentials/workspace-chat-tokens.ts'
import { decryptSecret } from '../credentials/second-factor.ts'

export type ReencryptSecrets = { readonly actor: Operator }
/** The number of secrets encrypted with the newest key, and of those that no key decrypts. */
export type ReencryptedSecrets = { readonly reencrypted: number; readonly unreadable: number }

const accountsPerPage = 100

/**
 * Re-encrypts second factors and the tokens of bots with the newest key, so that older keys can be removed. Works
 * in small transactions while Ken runs. After an interruption, run it again. Secrets that no key decrypts do not change.
 */
export async function reencryptSecrets(
  ports: Pick<Ports, 'cipher' | 'log'> &
    Transacts<
      | 'accounts'
      | 'audit'
      | 'botMessengerSettings'
      | 'lockAccount'
      | 'teamChatSettings'
      | 'workspaceChatSettings'
    >,
  { actor }: ReencryptSecrets,
): Promise<ReencryptedSecrets> {
  const done = { reencrypted: 0, unreadable: 0 }
  let page = await pageAfter(ports, null)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    for (const { id, mfaSecret } of page) {
      if (mfaSecret !== null && ports.cipher.isOutdated(mfaSecret))
        done[await reencrypt(ports, id)] += 1
    }
    page = await pageAfter(ports, last.id)
  }
  for (const token of [
    await reencryptToken(ports),
    await reencryptMessengerToken(ports),
    await reencryptWebhookSecret(ports),
    await reencryptWorkspaceToken(ports, 'botTokenEnc'),
    await reencryptWorkspaceToken(ports, 'appTokenEnc'),
    await reencryptWorkspaceToken(ports, 'signingSecretEnc'),
  ])
    if (token !== null) done[token] += 1
  await ports.transact(async ({ audit }) =>
    ok(await audit.append(auditEntry(actor, 'secrets.reencrypt', 'secrets:stored', done))),
  )
  return done
}

const pageAfter = async (
  { transact }: Transacts<'accounts'>,
  after: AccountId | null,
): Promise<readonly Account[]> =>
  (
    await transact(async ({ accounts }) =>
      ok(await accounts.listWithSecret(after, accountsPerPage)),
    )
  ).value

async function reencrypt(
  ports: Pick<Ports, 'cipher' | 'log'> & Transacts<'accounts' | 'lockAccount'>,
  id: AccountId,
): Promise<keyof ReencryptedSecrets> {
  const outcome = await ports.transact(async ({ accounts, lockAccount }) => {
    const account = await lockAccount(id)
    // Removed meanwhile: there is nothing left to decrypt.
    if (account === null || account.mfaSecret === null) return ok('reencrypted' as const)
    const secret = decryptSecret(ports, account)
    if (secret === null) return ok('unreadable' as const)
    const mfaSecret = ports.cipher.encrypt(secret, { purpose: 'mfa_secret', ownerId: id })
    await accounts.update({ ...account, mfaSecret })
    return ok('reencrypted' as const)
  })
  return outcome.value
}

/** Null if there is no token, or if it is up to date. */
async function reencryptToken(
  ports: Pick<Ports, 'cipher' | 'log'> & Transacts<'teamChatSettings'>,
): Promise<keyof ReencryptedSecrets | null> {
  const outcome = await ports.transact(async ({ teamChatSettings }) => {
    const settings = await teamChatSettings.lock()
    const { baseUrl, botTokenEnc } = settings
    if (baseUrl === null || botTokenEnc === null || !ports.cipher.isOutdated(botTokenEnc))
      return ok(null)
    const token = tokenOf(ports, settings)
    if (token === null) return ok('unreadable' as const)
    await teamChatSettings.update({ ...settings, botTokenEnc: encryptToken(ports, token, baseUrl) })
    return ok('reencrypted' as const)
  })
  return outcome.value
}

/** As `reencryptToken`, for the bot messenger. */
const reencryptMessengerToken = (ports: MessengerPorts) =>
  reencryptOfMessenger(ports, 'botTokenEnc', messengerTokenOf, encryptMessengerToken)
/** The same for the secret of its webhook. */
const reencryptWebhookSecret = (ports: MessengerPorts) =>
  reencryptOfMessenger(ports, 'webhookSecretEnc', webhookSecretOf, encryptWebhookSecret)

type MessengerPorts = Pick<Ports, 'cipher' | 'log'> & Transacts<'botMessengerSettings'>

async function reencryptOfMessenger(
  ports: MessengerPorts,
  field: 'botTokenEnc' | 'webhookSecretEnc',
  decrypt: typeof messengerTokenOf,
  encrypt: typeof encryptMessengerToken,
): Promise<keyof ReencryptedSecrets | null> {
  const outcome = await ports.transact(async ({ botMessengerSettings }) => {
    const settings = await botMessengerSettings.lock()
    const { [field]: stored } = settings
    if (stored === null || !ports.cipher.isOutdated(stored)) return ok(null)
    const text = decrypt(ports, settings)
    if (text === null) return ok('unreadable' as const)
    await botMessengerSettings.update({ ...settings, [field]: encrypt(ports, text, settings) })
    return ok('reencrypted' as const)
  })
  return outcome.value
}

/** As `reencryptToken`, for one of the tokens of the workspace chat, or its secret. */
async function reencryptWorkspaceToken(
  ports: Pick<Ports, 'cipher' | 'log'> & Transacts<'workspaceChatSettings'>,
  field: WorkspaceTokenField,
): Promise<keyof ReencryptedSecrets | null> {
  const outcome = await ports.transact(async ({ workspaceChatSettings }) => {
    const settings = await workspaceChatSettings.lock()
    const { appId, [field]: stored } = settings
    if (appId === null || stored === null || !ports.cipher.isOutdated(stored)) return ok(null)
    const token = workspaceTokenOf(ports, settings, field)
    if (token === null) return ok('unreadable' as const)
    await workspaceChatSettings.update({
      ...settings,
      [field]: encryptWorkspaceToken(ports, field, token, appId),
    })
    return ok('reencrypted' as const)
  })
  return outcome.value
}
