import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { navigationMessages } from './navigation-messages.ts'

/** Returns whether the screen may be left; asks if something on it would be lost. */
export function useMayLeave(): () => boolean {
  const { drafts } = useSession()
  const messages = useMessages(navigationMessages)
  return () =>
    // oxlint-disable-next-line no-alert -- who asks waits for the answer
    !drafts.isHeld() || window.confirm(drafts.question() ?? messages.leave)
}
