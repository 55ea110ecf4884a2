import type { Ports, ChatBot, ChatMark, Transacts } from '../../ports/index.ts'
import { listenerProgress } from './listener-progress.ts'
import { chatIntake, type ChatIntake } from './chat-intake.ts'

type PushedIntakePorts = Pick<Ports, 'cipher' | 'clock' | 'ids'> &
  Transacts<'chatMarks' | 'chatPosts' | 'identities' | 'jobs'>

/**
 * Takes what a platform posts to an address of Ken, in any number of processes. Once a call resolves, everything is
 * stored, the count of a dropped event included.
 */
export function pushedIntake(
  ports: PushedIntakePorts,
  { bot, mark }: { readonly bot: ChatBot; readonly mark: ChatMark | null },
): ChatIntake {
  const progress = listenerProgress(ports, { bot, mark, mayListen: () => true })
  return chatIntake(ports, {
    bot,
    mark,
    drop: async (event) => {
      await progress.drop(event)
      await progress.store()
    },
  })
}
