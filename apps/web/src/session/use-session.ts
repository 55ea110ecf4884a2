import { createContext, use, useState, useSyncExternalStore } from 'react'
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

/** Text that survives a sign-in in between; `name` says which field of which screen. */
export function useDraft(
  name: string,
  initial: string,
): readonly [text: string, keep: (text: string) => void, drop: () => void] {
  const { drafts } = useSession()
  const [text, setText] = useState(() => drafts.read(name) ?? initial)
  const keep = (next: string) => {
    drafts.keep(name, next)
    setText(next)
  }
  return [text, keep, () => drafts.keep(name, '')]
}

/** The same for a form of several fields. Never for secrets. */
export function useJsonDraft<Form extends object>(
  name: string,
  initial: Form,
): readonly [form: Form, keep: (form: Form) => void, drop: () => void] {
  const [text, keep, drop] = useDraft(name, JSON.stringify(initial))
  return [JSON.parse(text) as Form, (form) => keep(JSON.stringify(form)), drop]
}
