import type { AccountId } from '../model/accounts/account.ts'
import type { Operator } from '../model/actor.ts'
import { auditEntry } from '../model/audit-entry.ts'
import type { BotSettings } from '../model/chat/bot-settings.ts'
import type {
  BotSettingsStore,
  BotSettingsStores,
  Ports,
  Stores,
  Transacts,
} from '../ports/index.ts'
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
import { accountsWithSecret, decryptSecret } from '../credentials/second-factor.ts'

export type ReencryptSecrets = { readonly actor: Operator }
/** The number of secrets encrypted with the newest key, and of those that no key decrypts. */
export type ReencryptedSecrets = { readonly reencrypted: number; readonly unreadable: number }

/**
 * Re-encrypts second factors and the tokens of bots with the newest key, so that older keys can be removed. Works
 * in small transactions while Ken runs. After an interruption, run it again. Secrets that no key decrypts do not change.
 */
export async function reencryptSecrets(
  ports: Pick<Ports, 'cipher' | 'log'> &
    Transacts<'accounts' | 'audit' | 'lockAccount' | BotSettingsStores>,
  { actor }: ReencryptSecrets,
): Promise<ReencryptedSecrets> {
  const done = { reencrypted: 0, unreadable: 0 }
  for await (const { id, mfaSecret } of accountsWithSecret(ports)) {
    if (mfaSecret !== null && ports.cipher.isOutdated(mfaSecret))
      done[await reencrypt(ports, id)] += 1
  }
  for (const token of [
    await reencryptTeamChatToken(ports),
    await reencryptOfMessenger(ports, 'botTokenEnc', messengerTokenOf, encryptMessengerToken),
    await reencryptOfMessenger(ports, 'webhookSecretEnc', webhookSecretOf, encryptWebhookSecret),
    await reencryptOfWorkspace(ports, 'botTokenEnc'),
    await reencryptOfWorkspace(ports, 'appTokenEnc'),
    await reencryptOfWorkspace(ports, 'signingSecretEnc'),
  ])
    if (token !== null) done[token] += 1
  await ports.transact(async ({ audit }) =>
    ok(await audit.append(auditEntry(actor, 'secrets.reencrypt', 'secrets:stored', done))),
  )
  return done
}

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

type BotPorts = Pick<Ports, 'cipher' | 'log'> & Transacts<BotSettingsStores>

const reencryptTeamChatToken = (ports: BotPorts) =>
  reencryptOfBot(ports, ({ teamChatSettings }) => teamChatSettings, {
    stored: ({ baseUrl, botTokenEnc }) => (baseUrl === null ? null : botTokenEnc),
    reencrypted(settings) {
      const token = tokenOf(ports, settings)
      return token === null
        ? null
        : { ...settings, botTokenEnc: encryptToken(ports, token, settings.baseUrl!) }
    },
  })

const reencryptOfMessenger = (
  ports: BotPorts,
  field: 'botTokenEnc' | 'webhookSecretEnc',
  decrypt: typeof messengerTokenOf,
  encrypt: typeof encryptMessengerToken,
) =>
  reencryptOfBot(ports, ({ botMessengerSettings }) => botMessengerSettings, {
    stored: ({ [field]: stored }) => stored,
    reencrypted(settings) {
      const text = decrypt(ports, settings)
      return text === null ? null : { ...settings, [field]: encrypt(ports, text, settings) }
    },
  })

const reencryptOfWorkspace = (ports: BotPorts, field: WorkspaceTokenField) =>
  reencryptOfBot(ports, ({ workspaceChatSettings }) => workspaceChatSettings, {
    stored: ({ appId, [field]: stored }) => (appId === null ? null : stored),
    reencrypted(settings) {
      const token = workspaceTokenOf(ports, settings, field)
      return token === null
        ? null
        : { ...settings, [field]: encryptWorkspaceToken(ports, field, token, settings.appId!) }
    },
  })

/** A secret in the settings of a bot. */
type BotSecret<Settings> = {
  /** As it is stored; null if there is none. */
  readonly stored: (settings: Settings) => string | null
  /** The settings with it encrypted again; null if no key decrypts it. */
  readonly reencrypted: (settings: Settings) => Settings | null
}

/** Null if there is no secret, or if it is up to date. */
async function reencryptOfBot<Settings extends BotSettings>(
  { cipher, transact }: BotPorts,
  storeIn: (stores: Pick<Stores, BotSettingsStores>) => BotSettingsStore<Settings>,
  { stored, reencrypted }: BotSecret<Settings>,
): Promise<keyof ReencryptedSecrets | null> {
  const outcome = await transact(async (stores) => {
    const store = storeIn(stores)
    const settings = await store.lock()
    const ciphertext = stored(settings)
    if (ciphertext === null || !cipher.isOutdated(ciphertext)) return ok(null)
    const changed = reencrypted(settings)
    if (changed === null) return ok('unreadable' as const)
    await store.update(changed)
    return ok('reencrypted' as const)
  })
  return outcome.value
}
