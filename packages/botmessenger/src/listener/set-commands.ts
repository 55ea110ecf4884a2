import type { BotMessengerServer } from '@ken/core/ports'
import { callBotApi, type Transport } from '../api/bot-api.ts'

/** By language of the app; the first is for all others. */
const descriptions = [
  { language: null, start: 'Start a new conversation', help: 'What I can do' },
  { language: 'de', start: 'Ein neues Gespräch beginnen', help: 'Was ich kann' },
] as const

/** Has apps offer the commands of the bot in its chats. Repeating it changes nothing. */
export async function setCommands(
  transport: Transport,
  server: BotMessengerServer,
  signal: AbortSignal,
): Promise<void> {
  for (const { language, start, help } of descriptions)
    // oxlint-disable-next-line no-await-in-loop -- one call after the other
    await callBotApi(transport, server, {
      method: 'setMyCommands',
      fields: {
        commands: [
          { command: 'new', description: start },
          { command: 'help', description: help },
        ],
        scope: { type: 'all_private_chats' },
        ...(language !== null && { language_code: language }),
      },
      signal,
    })
}
