import { useBlocker } from '@tanstack/react-router'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { navigationMessages } from './navigation-messages.ts'

/** Asks once before a screen with a changed form is left. Filters and pages of a list leave nothing. */
export function LeaveGuard(): null {
  const { drafts } = useSession()
  const messages = useMessages(navigationMessages)
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname &&
      drafts.isHeld() &&
      // oxlint-disable-next-line no-alert -- the router asks before the page is left, and waits for the answer
      !window.confirm(messages.leave),
    enableBeforeUnload: drafts.isHeld,
  })
  return null
}
