import { describe, expect } from 'vitest'
import type { Transact } from '../../../ports/stores/transact.ts'
import type { TeamChatSettings } from '../../../model/team-chat/team-chat-settings.ts'
import {
  concurrently,
  committed,
  racesNote,
  testIn,
  type Closable,
  type SuiteOptions,
} from '../contract-suite.ts'
import { aTeamChat, noTeamChat } from '../../builders/team-chats.ts'

type World = Closable & { readonly transact: Transact }

const oneEach: readonly TeamChatSettings[] = [
  aTeamChat(),
  aTeamChat({ enabled: false, lastTestOk: false, botUserId: null, botUsername: null }),
  aTeamChat({ lastTestAt: new Date('1999-12-31T23:59:59.999Z') }),
  noTeamChat,
]

/**
 * What every `TeamChatSettingsStore` must do. `open` returns a fresh, empty world for each test.
 */
export function teamChatSettingsStoreContract(
  name: string,
  open: () => Promise<World>,
  options: SuiteOptions = {},
) {
  const test = testIn(open)
  describe(`TeamChatSettingsStore contract: ${name}${racesNote(options)}`, () => {
    test('is empty and off by default', async ({ transact }) => {
      expect(await read(transact)).toEqual(noTeamChat)
    })

    test('stores the latest settings', async ({ transact }) => {
      for (const settings of oneEach) {
        await committed(transact, (stores) => stores.teamChatSettings.update(settings))
        expect(await read(transact)).toEqual(settings)
        expect(await committed(transact, (stores) => stores.teamChatSettings.lock())).toEqual(
          settings,
        )
      }
    })

    test('returns when the settings were last changed', async ({ transact }) => {
      const updatedAt = () =>
        committed(transact, ({ teamChatSettings }) => teamChatSettings.findUpdatedAt())
      await committed(transact, (stores) => stores.teamChatSettings.update(aTeamChat()))
      const changed = await updatedAt()
      expect(
        Math.abs(
          (await committed(transact, (stores) => stores.now())).getTime() - changed.getTime(),
        ),
      ).toBeLessThan(60_000)
      expect(await updatedAt()).toEqual(changed)
    })

    if (options.races ?? true)
      test('shows each of twenty that lock the settings the changes of the one before', async ({
        transact,
      }) => {
        await concurrently(20, () =>
          committed(transact, async ({ teamChatSettings }) => {
            const { botUsername, ...settings } = await teamChatSettings.lock()
            await teamChatSettings.update({ ...settings, botUsername: `${botUsername ?? ''}+` })
          }),
        )
        expect((await read(transact)).botUsername).toBe('+'.repeat(20))
      })
  })
}

const read = (transact: Transact) => committed(transact, (stores) => stores.teamChatSettings.read())
