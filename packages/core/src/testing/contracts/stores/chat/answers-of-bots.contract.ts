import { describe, expect } from 'vitest'
import { configuredBot } from '../../../../chat/configured-bot.ts'
import type { ChatSource } from '../../../../model/chat/chat-source.ts'
import type {
  BotSettingsReaders,
  ChatPostNotes,
  Stores,
  Transact,
} from '../../../../ports/index.ts'
import { aBotMessenger } from '../../../builders/bot-messengers.ts'
import { newId } from '../../../builders/builders.ts'
import { aChatPost } from '../../../builders/chat-posts.ts'
import { aTeamChat } from '../../../builders/team-chats.ts'
import { aWorkspaceChat } from '../../../builders/workspace-chats.ts'
import { memoryCipher } from '../../../memory/credentials/memory-cipher.ts'
import { recordingLog } from '../../../builders/recording-log.ts'
import { committed, testIn, type Closable } from '../../contract-suite.ts'

type World = Closable & {
  readonly transact: Transact
  readonly chatPosts: ChatPostNotes
  readonly botSettings: BotSettingsReaders
}

/** Stores the settings of a bot with some of them changed. */
type SetUp = (stores: Stores, changes: object) => Promise<void>

const bots: { readonly [Source in ChatSource]: { botId: string; setUp: SetUp; needs: object[] } } =
  {
    teamchat: {
      botId: aTeamChat().botUserId!,
      setUp: ({ teamChatSettings }, changes) => teamChatSettings.update(aTeamChat(changes)),
      needs: [{ baseUrl: null }],
    },
    workspace_chat: {
      botId: aWorkspaceChat().botUserId!,
      setUp: ({ workspaceChatSettings }, changes) =>
        workspaceChatSettings.update(aWorkspaceChat(changes)),
      needs: [
        { appId: null },
        { workspaceId: null },
        { appTokenEnc: null },
        { transport: 'http' },
        { transport: 'http', signingSecretEnc: 'a third ciphertext', appTokenEnc: null },
      ],
    },
    bot_messenger: {
      botId: aBotMessenger().botUserId!,
      setUp: ({ botMessengerSettings }, changes) =>
        botMessengerSettings.update(aBotMessenger(changes)),
      needs: [],
    },
  }
const needsOfAll = [{}, { enabled: false }, { botTokenEnc: null }, { botUserId: null }]

/** How `ChatPostNotes` must treat the answers of a bot. `open` returns a fresh, empty world for each test. */
export function answersOfBotsContract(name: string, open: () => Promise<World>): void {
  const test = testIn(open)
  describe(`ChatPostNotes contract for bots: ${name}`, () => {
    describe.each(Object.keys(bots) as ChatSource[])('of %s', (source) => {
      const { botId, setUp, needs } = bots[source]
      test('R72 stores answers while the bot is set up and on, and no others', async (world) => {
        const { transact, chatPosts: notes, botSettings } = world
        const keys = { cipher: memoryCipher(), log: recordingLog() }
        for (const changes of [...needsOfAll, ...needs, { botUserId: 'another' }]) {
          await committed(transact, (stores) => setUp(stores, changes))
          const bot = await configuredBot(keys, botSettings, source)
          const isOn = bot.isAvailable && bot.botId === botId
          const post = aChatPost()
          await committed(transact, ({ chatPosts }) => chatPosts.insert([post]))
          const answer = { parts: [newId()], basedOn: [], answerFor: null }
          const stored = await notes.storeAnswer(post.postId, answer, null, { source, botId })
          const expected = { parts: answer.parts, answerFor: null, isNew: true, placed: [] }
          expect([changes, stored]).toEqual([changes, isOn ? expected : 'bot_off'])
          const kept = await notes.find(post.postId)
          expect(kept?.answer).toEqual(isOn ? answer.parts : null)
        }
      })

      test('returns null for closed posts while the bot is on', async (world) => {
        const { transact, chatPosts: notes } = world
        await committed(transact, (stores) => setUp(stores, {}))
        const post = aChatPost()
        await committed(transact, ({ chatPosts }) => chatPosts.insert([post]))
        await notes.close(post.postId, 'answered')
        const answer = { parts: ['late'], basedOn: [], answerFor: null }
        for (const { postId } of [post, aChatPost()])
          expect(await notes.storeAnswer(postId, answer, null, { source, botId })).toBeNull()
      })
    })
  })
}
