import { describe, expect } from 'vitest'
import type { BotSettings } from '../../../../model/chat/bot-settings.ts'
import type { BotSettingsStore } from '../../../../ports/stores/chat/bot-settings-store.ts'
import type { Stores, Transact } from '../../../../ports/stores/transact.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../../contract-suite.ts'
import { aBotMessenger, noBotMessenger } from '../../../builders/bot-messengers.ts'
import { aWorkspaceChat, noWorkspaceChat } from '../../../builders/workspace-chats.ts'
import { aTeamChat, noTeamChat } from '../../../builders/team-chats.ts'

type World = Closable & { readonly transact: Transact }
type Options = SuiteOptions & {
  /** The number of transactions that wait for a lock. Absent if transactions run one at a time. */
  readonly countWaiting?: () => Promise<number>
}

/** The bot of a platform: where its settings are, and what they are before and after it is set up. */
type Bot<Settings extends BotSettings> = {
  readonly settingsOf: (stores: Stores) => BotSettingsStore<Settings>
  readonly empty: Settings
  readonly setUp: Settings
}

/**
 * What the `BotSettingsStore` of every platform must do. `open` returns a fresh, empty world for each test.
 */
export function botSettingsStoreContract(
  name: string,
  open: () => Promise<World>,
  options: Options = {},
) {
  describe(`BotSettingsStore contract: ${name}${racesNote(options)}`, () => {
    describe('team chat', () => {
      testStore(open, options, {
        settingsOf: ({ teamChatSettings }) => teamChatSettings,
        empty: noTeamChat,
        setUp: aTeamChat(),
      })
    })
    describe('workspace chat', () => {
      testStore(open, options, {
        settingsOf: ({ workspaceChatSettings }) => workspaceChatSettings,
        empty: noWorkspaceChat,
        setUp: aWorkspaceChat({
          matchesByEmail: true,
          transport: 'http',
          signingSecretEnc: 'a third ciphertext',
          hasAiFeatures: true,
          prompts: ['Who?', 'Where?'],
          scopes: ['chat:write'],
        }),
      })
    })
    describe('bot messenger', () => {
      testStore(open, options, {
        settingsOf: ({ botMessengerSettings }) => botMessengerSettings,
        empty: noBotMessenger,
        setUp: aBotMessenger({
          transport: 'webhook',
          webhookSecretEnc: 'a ciphertext',
          webhookAddresses: ['https://one.test/', 'https://other.test/'],
        }),
      })
    })
  })
}

function testStore<Settings extends BotSettings>(
  open: () => Promise<World>,
  { races = true, countWaiting }: Options,
  { settingsOf, empty, setUp }: Bot<Settings>,
) {
  const test = testIn(open)
  const read = (transact: Transact) => committed(transact, (stores) => settingsOf(stores).read())
  const update = (transact: Transact, settings: Settings) =>
    committed(transact, (stores) => settingsOf(stores).update(settings))

  test('is empty and off by default', async ({ transact }) => {
    expect(await read(transact)).toEqual(empty)
  })

  test('stores the latest settings', async ({ transact }) => {
    for (const settings of [
      setUp,
      { ...setUp, enabled: false, lastTestOk: false, botUserId: null, botUsername: null },
      { ...setUp, lastTestAt: new Date('1999-12-31T23:59:59.999Z') },
      empty,
    ]) {
      await update(transact, settings)
      expect(await read(transact)).toEqual(settings)
      for (const lock of ['lock', 'lockShared'] as const)
        expect(await committed(transact, (stores) => settingsOf(stores)[lock]())).toEqual(settings)
    }
  })

  test('returns when the settings were last changed', async ({ transact }) => {
    const updatedAt = () => committed(transact, (stores) => settingsOf(stores).findUpdatedAt())
    await update(transact, setUp)
    const changed = await updatedAt()
    expect(
      Math.abs((await committed(transact, (stores) => stores.now())).getTime() - changed.getTime()),
    ).toBeLessThan(60_000)
    expect(await updatedAt()).toEqual(changed)
  })

  if (races)
    test('shows each of twenty that lock the settings the changes of the one before', async ({
      transact,
    }) => {
      await concurrently(20, () =>
        committed(transact, async (stores) => {
          const store = settingsOf(stores)
          const settings = await store.lock()
          await store.update({ ...settings, botUsername: `${settings.botUsername ?? ''}+` })
        }),
      )
      expect((await read(transact)).botUsername).toBe('+'.repeat(20))
    })
  if (races && countWaiting !== undefined)
    test('makes a lock wait for all that share the settings, who do not wait for each other', async ({
      transact,
    }) => {
      await update(transact, setUp)
      const isShared = Promise.withResolvers<void>()
      const mayEnd = Promise.withResolvers<void>()
      const sharing = committed(transact, async (stores) => {
        await settingsOf(stores).lockShared()
        isShared.resolve()
        await mayEnd.promise
        return settingsOf(stores).read()
      })
      await isShared.promise
      expect(await committed(transact, (stores) => settingsOf(stores).lockShared())).toEqual(setUp)
      let isOver = false
      const changing = committed(transact, async (stores) => {
        await settingsOf(stores).lock()
        await settingsOf(stores).update(empty)
      }).finally(() => (isOver = true))
      await expect
        .poll(async () => isOver || (await countWaiting()) > 0, { interval: 5 })
        .toBe(true)
      mayEnd.resolve()
      expect(await sharing).toEqual(setUp)
      await changing
      expect(await read(transact)).toEqual(empty)
    })
}
