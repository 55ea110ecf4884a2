import { personOnBehalf } from '../../authorization/on-behalf.ts'
import { identitySourceOf } from '../../model/chat/chat-source.ts'
import { maskedEmail } from '../../model/identities/identity.ts'
import { ok } from '../../model/result.ts'
import type {
  BotSettingsStores,
  ChatGreeting,
  OpenedChat,
  Ports,
  ChatBot,
  Transacts,
} from '../../ports/index.ts'
import { configuredBot } from '../configured-bot.ts'
import { platformOf } from '../platform-of.ts'
import { refusalText } from '../posts/refusal.ts'

export type ChatGreetingPorts = Pick<
  Ports,
  'chatPlatforms' | 'cipher' | 'clock' | 'identityHolders' | 'log'
> &
  Transacts<BotSettingsStores>

export type ChatGreetings = {
  /** Neither waits nor throws. */
  readonly opened: (bot: ChatBot, opened: OpenedChat) => void
  /** Once this resolves, nothing is in progress. */
  readonly stop: () => Promise<void>
}

/** Few at a time, so that greetings never delay answers. */
const atOnceMax = 2
/** Further ones are dropped. They are shown when the person opens the bot again. */
const waitingMax = 200
/** The platform keeps showing a greeting, so the same one is not sent to the same person again within this time. */
const sameAgainMs = 600_000
const rememberedMax = 10_000
/** After a failure. */
const restMs = 60_000

const linkedText = (account: string): string =>
  `Ask me in Messages or with \`/ken\`.\n\nYou are linked to \`${account}\`. To unlink, open *Linked chats* in Ken.`

type Opening = { readonly bot: ChatBot; readonly opened: OpenedChat }

/**
 * Shows people who open a bot what they can do there. Unlinked people find the refusal, and nothing more. `isAlone`: no
 * other process greets people, so this one can remember what the platform shows.
 */
export function chatGreetings(
  ports: ChatGreetingPorts,
  { isAlone }: { readonly isAlone: boolean },
): ChatGreetings {
  const { clock, log } = ports
  /** The latest opening of each person and place. */
  const waiting = new Map<string, Opening>()
  const running = new Set<Promise<void>>()
  const shown = new Map<string, { readonly content: string; readonly atMs: number }>()
  const failedAtMs = new Map<OpenedChat['place'], number>()

  async function greet(key: string, { bot, opened }: Opening): Promise<void> {
    const { greeter } = platformOf(ports.chatPlatforms, bot.source)
    const nowMs = clock.now().getTime()
    const isWithin = (lengthMs: number, atMs = -Infinity) =>
      // A clock that was set back must not make it last longer.
      atMs <= nowMs && nowMs - atMs < lengthMs
    if (greeter === undefined || isWithin(restMs, failedAtMs.get(opened.place))) return
    const greeting = await greetingFor(ports, bot, opened)
    if (greeting === null) return
    const content = JSON.stringify(greeting)
    const last = shown.get(key)
    if (isAlone && last?.content === content && isWithin(sameAgainMs, last.atMs)) return
    try {
      await greeter.greet(bot, opened, greeting)
    } catch (error) {
      failedAtMs.set(opened.place, nowMs)
      throw error
    }
    if (shown.size >= rememberedMax) shown.clear()
    shown.set(key, { content, atMs: nowMs })
  }
  async function greetWaiting(): Promise<void> {
    // The loop also visits openings that are added while it runs.
    for (const [key, opening] of waiting) {
      waiting.delete(key)
      await greet(key, opening).catch(() =>
        log.warn('chat.greeting_failed', {
          source: opening.bot.source,
          place: opening.opened.place,
        }),
      )
    }
  }
  return {
    opened(bot, opened) {
      if (waiting.size >= waitingMax) return
      waiting.set(`${bot.botId} ${opened.authorId} ${opened.place}`, { bot, opened })
      if (running.size >= atOnceMax) return
      const run = greetWaiting().finally(() => running.delete(run))
      running.add(run)
    },
    async stop() {
      waiting.clear()
      await Promise.all(running)
    },
  }
}

/** Null if there is nothing to show, or if the bot was turned off or replaced in the meantime. */
async function greetingFor(
  ports: ChatGreetingPorts,
  { source, botId }: ChatBot,
  { authorId, place }: OpenedChat,
): Promise<ChatGreeting | null> {
  const { value: configured } = await ports.transact(async (stores) =>
    ok(await configuredBot(ports, stores, source)),
  )
  if (!configured.isAvailable || configured.botId !== botId) return null
  const surface = {
    kind: 'surface',
    via: 'chat',
    keyId: null,
    source: identitySourceOf(source),
    address: null,
    requestId: null,
  } as const
  const person = await personOnBehalf(ports, surface, authorId)
  const prompts = person === null ? [] : configured.prompts
  if (place === 'conversation' && prompts.length === 0) return null
  return {
    text: person === null ? refusalText : linkedText(maskedEmail(person.holder.email)),
    prompts,
  }
}
