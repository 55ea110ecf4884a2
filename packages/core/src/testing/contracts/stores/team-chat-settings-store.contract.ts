import { describe, expect } from 'vitest'
import type { Transact } from '../../../ports/stores/transact.ts'
import type { TeamChatSettings } from '../../../model/team-chat/team-chat-settings.ts'
import { atOnce, committed, racesNote, testIn, type Closable, type SuiteOptions } from '../contract-suite.ts'
import { aTeamChat, noTeamChat } from '../../builders/team-chats.ts'

type World = Closable & { readonly transact: Transact }

const oneEach: readonly TeamChatSettings[] = [
  aTeamChat(),
  aTeamChat({ enabled: false, lastTestOk: false, botUserId: null, botUsername: null }),
  aTeamChat({ lastTestAt: new Date('1999-12-31T23:59:59.999Z') }),
  noTeamChat,
]

/** What every `TeamChatSettingsStore` must do. `open` gives a fresh, empty world for each test. */
export function teamChatSettingsStoreContract(name: string, open: () => Promise<World>, options: SuiteOptions = {}) {
  const test = testIn(open)
  describe(`TeamChatSettingsStore contract: ${name}${racesNote(options)}`, () => {
    test('knows of nothing and is off as long as nobody says otherwise', async ({ transact }) => {
      expect(await read(transact)).toEqual(noTeamChat)
    })

    test('keeps what it was given last', async ({ transact }) => {
      for (const settings of oneEach) {
        await committed(transact, (stores) => stores.teamChatSettings.update(settings))
        expect(await read(transact)).toEqual(settings)
        expect(await committed(transact, (stores) => stores.teamChatSettings.hold())).toEqual(settings)
      }
    })

    if (options.races ?? true)
      test('lets each of twenty at once that hold the settings see what the one before made of them', async ({ transact }) => {
        await atOnce(20, () =>
          committed(transact, async ({ teamChatSettings }) => {
            const { botUsername, ...settings } = await teamChatSettings.hold()
            await teamChatSettings.update({ ...settings, botUsername: `${botUsername ?? ''}+` })
          }),
        )
        expect((await read(transact)).botUsername).toBe('+'.repeat(20))
      })
  })
}

const read = (transact: Transact) => committed(transact, (stores) => stores.teamChatSettings.read())
