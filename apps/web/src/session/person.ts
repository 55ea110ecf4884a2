import type { Session, SessionState } from './session.ts'

/** The id of the person whose session it is, also at a gate; null without one. */
export const personOf = (state: SessionState): string | null =>
  'user' in state ? state.user.id : null

/** Returns whether the person who is signed in now still is; always true if no one is. */
export function personStays({ state }: Pick<Session, 'state'>): () => boolean {
  const person = personOf(state())
  return () => person === null || personOf(state()) === person
}
