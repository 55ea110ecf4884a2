import { messengerTokenOf, webhookSecretOf } from '../credentials/bot-messenger-token.ts'
import { tokenOf } from '../credentials/bot-token.ts'
import { decryptSecret } from '../credentials/second-factor.ts'
import { workspaceTokenOf } from '../credentials/workspace-chat-tokens.ts'
import type { Operator } from '../model/actor.ts'
import { ok } from '../model/result.ts'
import type { BotSettingsStores, Log, Ports, Transacts } from '../ports/index.ts'

export type ReportUnreadableSecrets = { readonly actor: Operator }

const accountsMax = 100

const remedy =
  'No entry of KEN_SECRETS decrypts these stored secrets. Restore the missing entry, in KEN_SECRETS or in the file secrets of the data directory. See: ken doctor'

/**
 * Logs one error if no configured secret decrypts the tokens of the bots, or second factors of the first 100 accounts
 * that have one. Changes nothing.
 */
export async function reportUnreadableSecrets(
  {
    cipher,
    log,
    transact,
  }: Pick<Ports, 'cipher' | 'log'> & Transacts<'accounts' | BotSettingsStores>,
  _command: ReportUnreadableSecrets,
): Promise<void> {
  const { value: stored } = await transact(async (stores) =>
    ok({
      accounts: await stores.accounts.listWithSecret(null, accountsMax),
      teamChat: await stores.teamChatSettings.read(),
      messenger: await stores.botMessengerSettings.read(),
      workspace: await stores.workspaceChatSettings.read(),
    }),
  )
  const factors = countingErrors()
  for (const account of stored.accounts) decryptSecret({ cipher, log: factors.log }, account)
  const tokens = countingErrors()
  const keys = { cipher, log: tokens.log }
  tokenOf(keys, stored.teamChat)
  messengerTokenOf(keys, stored.messenger)
  webhookSecretOf(keys, stored.messenger)
  for (const field of ['botTokenEnc', 'appTokenEnc', 'signingSecretEnc'] as const)
    workspaceTokenOf(keys, stored.workspace, field)
  if (factors.count() + tokens.count() > 0)
    log.error('secrets.unreadable', {
      second_factors: factors.count(),
      bot_tokens: tokens.count(),
      remedy,
    })
}

const ignore = () => {}

/** A log that counts its errors: each secret that no key decrypts is one. */
function countingErrors(): { readonly log: Log; readonly count: () => number } {
  let errors = 0
  return {
    log: { info: ignore, warn: ignore, error: () => void (errors += 1) },
    count: () => errors,
  }
}
