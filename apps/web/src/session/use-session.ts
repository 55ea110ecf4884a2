import { createContext, use, useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session.ts'

/** The session of the page; set once, around all screens. */
export const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('There is no session around this screen.')
  return session
}

export function useSessionState(): SessionState {
  const { subscribe, state } = useSession()
  return useSyncExternalStore(subscribe, state)
}
