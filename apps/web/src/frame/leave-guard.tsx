import { useBlocker } from '@tanstack/react-router'
import { useSession } from '../session/use-session.ts'
import { useMayLeave } from './use-may-leave.ts'

/** Asks once before a screen is left on which something would be lost. Filters and pages of a list leave nothing. */
export function LeaveGuard(): null {
  const { drafts } = useSession()
  const mayLeave = useMayLeave()
  useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !mayLeave(),
    enableBeforeUnload: drafts.isHeld,
  })
  return null
}
