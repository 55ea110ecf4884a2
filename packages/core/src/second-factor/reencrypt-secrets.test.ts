import { describe, expect, it } from 'vitest'
import { operator } from '../model/actor.ts'
import type { Cipher } from '../ports/credentials/cipher.ts'
import { messengerBotOf } from '../credentials/bot-messenger-token.ts'
import { encryptWorkspaceToken, workspaceBotOf } from '../credentials/workspace-chat-tokens.ts'
import { botOf } from '../credentials/bot-token.ts'
import {
  aChallengeIn,
  aDevice,
  anEnrolledPersonIn,
  aPersonIn,
  aBotMessengerIn,
  aTeamChatIn,
  aWorkspaceChatIn,
  memoryPorts,
} from '../testing/index.ts'
import { verifySecondFactor } from '../sign-in/verify-second-factor.ts'
import { reencryptSecrets } from './reencrypt-secrets.ts'

/** A cipher with a new key that still decrypts with the keys of `older`. */
const rotated = (older: Cipher): Cipher => ({
  encrypt: (plaintext, context) => `new ${older.encrypt(plaintext, context)}`,
  decrypt: (ciphertext, context) => older.decrypt(ciphertext.replace(/^new /, ''), context),
  isOutdated: (ciphertext) => !ciphertext.startsWith('new '),
})

describe('reencryptSecrets', () => {
  it('R83 re-encrypts only what an older key encrypted, so that every code still works', async () => {
    const ports = memoryPorts()
    const people = await Promise.all(Array.from({ length: 201 }, () => anEnrolledPersonIn(ports)))
    const { account: bare } = await aPersonIn(ports)
    const after = { ...ports, cipher: rotated(ports.cipher) }
    expect(await reencryptSecrets(after, { actor: operator })).toEqual({
      reencrypted: 201,
      unreadable: 0,
    })
    const stored = ports.database.tables.accounts
    for (const { account } of people) {
      expect(stored.get(account.id)).toEqual({ ...account, mfaSecret: `new ${account.mfaSecret}` })
    }
    expect(stored.get(bare.id)).toEqual(bare)
    const { account, code } = people[0]!
    const challenge = await aChallengeIn(ports, account)
    expect(
      await verifySecondFactor(after, { ...aDevice, challenge, proof: { code: code() } }),
    ).toMatchObject({ ok: true })
    expect(await reencryptSecrets(after, { actor: operator })).toEqual({
      reencrypted: 0,
      unreadable: 0,
    })
  })

  it('R29 leaves an unreadable second factor unchanged, counts it and raises an alarm', async () => {
    const ports = memoryPorts()
    const [readable, foreign] = [await anEnrolledPersonIn(ports), await anEnrolledPersonIn(ports)]
    ports.database.tables.accounts.set(foreign.account.id, {
      ...foreign.account,
      mfaSecret: 'of a lost key',
    })
    const after = { ...ports, cipher: rotated(ports.cipher) }
    expect(await reencryptSecrets(after, { actor: operator })).toEqual({
      reencrypted: 1,
      unreadable: 1,
    })
    expect(ports.database.tables.accounts.get(foreign.account.id)?.mfaSecret).toBe('of a lost key')
    expect(ports.database.tables.accounts.get(readable.account.id)?.mfaSecret).toMatch(/^new /)
    const fields = { user_id: foreign.account.id }
    expect(ports.log.lines).toEqual([
      { level: 'error', event: 'second_factor.secret_unreadable', fields },
    ])
  })

  it('R83 re-encrypts the team-chat bot token, and changes nothing else about the bot', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aTeamChatIn(ports)
    const after = { ...ports, cipher: rotated(ports.cipher) }
    expect(await reencryptSecrets(after, { actor: operator })).toEqual({
      reencrypted: 1,
      unreadable: 0,
    })
    const stored = ports.database.tables.teamChat.get('bot')!
    expect(stored).toEqual({ ...settings, botTokenEnc: `new ${settings.botTokenEnc}` })
    expect(botOf(after, stored)).toEqual(bot)
    expect(await reencryptSecrets(after, { actor: operator })).toEqual({
      reencrypted: 0,
      unreadable: 0,
    })
  })

  it('R83 re-encrypts the token of the bot messenger, too, which counts as outdated before', async () => {
    const ports = memoryPorts()
    const { settings, bot } = await aBotMessengerIn(ports)
    const after = { ...ports, cipher: rotated(ports.cipher) }
    expect(await reencryptSecrets(after, { actor: operator })).toEqual({
      reencrypted: 1,
      unreadable: 0,
    })
    const stored = ports.database.tables.botMessenger.get('bot')!
    expect(stored).toEqual({ ...settings, botTokenEnc: `new ${settings.botTokenEnc}` })
    expect(messengerBotOf(after, stored)).toEqual(bot)
  })

  it('R83 re-encrypts the two tokens and the secret of the workspace chat, each by itself', async () => {
    const ports = memoryPorts()
    const secret = encryptWorkspaceToken(ports, 'signingSecretEnc', 'a', ports.workspace.bot.appId)
    const { settings, bot } = await aWorkspaceChatIn(ports, { signingSecretEnc: secret })
    const after = { ...ports, cipher: rotated(ports.cipher) }
    const stored = () => ports.database.tables.workspaceChat.get('bot')!
    const reencrypted = { reencrypted: 3, unreadable: 0 }
    expect(await reencryptSecrets(after, { actor: operator })).toEqual(reencrypted)
    expect(stored()).toEqual({
      ...settings,
      signingSecretEnc: `new ${secret}`,
      botTokenEnc: `new ${settings.botTokenEnc}`,
      appTokenEnc: `new ${settings.appTokenEnc}`,
    })
    expect(workspaceBotOf(after, stored())).toEqual({ ...bot, signingSecret: 'a' })
    await aWorkspaceChatIn(ports, { botTokenEnc: null })
    const one = { reencrypted: 1, unreadable: 0 }
    expect(await reencryptSecrets(after, { actor: operator })).toEqual(one)
  })

  it('R29 leaves an unreadable token unchanged, counts it and raises an alarm', async () => {
    const ports = memoryPorts()
    await aTeamChatIn(ports, { botTokenEnc: 'of a lost key' })
    const after = { ...ports, cipher: rotated(ports.cipher) }
    expect(await reencryptSecrets(after, { actor: operator })).toEqual({
      reencrypted: 0,
      unreadable: 1,
    })
    expect(ports.database.tables.teamChat.get('bot')).toMatchObject({
      botTokenEnc: 'of a lost key',
      enabled: true,
    })
    expect(ports.log.lines).toMatchObject([{ level: 'error', event: 'team_chat.token_unreadable' }])
  })

  it('R62 is audited with the counts', async () => {
    const ports = memoryPorts()
    await anEnrolledPersonIn(ports)
    await reencryptSecrets({ ...ports, cipher: rotated(ports.cipher) }, { actor: operator })
    const [entry] = [...ports.database.tables.audit.values()]
    expect(entry).toMatchObject({
      via: 'cli',
      action: 'secrets.reencrypt',
      meta: { reencrypted: 1, unreadable: 0 },
    })
  })

  it('skips a second factor that is removed meanwhile', async () => {
    const ports = memoryPorts()
    const { account } = await anEnrolledPersonIn(ports)
    const isOutdated = () => {
      ports.database.tables.accounts.set(account.id, {
        ...account,
        mfaSecret: null,
        mfaEnabledAt: null,
      })
      return true
    }
    await reencryptSecrets(
      { ...ports, cipher: { ...ports.cipher, isOutdated } },
      { actor: operator },
    )
    expect(ports.database.tables.accounts.get(account.id)?.mfaSecret).toBeNull()
  })
})
