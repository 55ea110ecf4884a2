import type { Session, SessionState } from './session.ts'

/** The id of the person whose session it is, also at a gate; null without one. */
export const personOf = (state: SessionState): string | null =>
  'user' in state ? state.user.id : null

/**
 * Returns whether what was begun now still concerns its person: their session may have ended meanwhile, but they have not
 * signed out, and no other person has signed in. Always true if no one was signed in.
 */
export function concernsPerson({ person }: Pick<Session, 'person'>): () => boolean {
  const begun = person()
  return () => begun === null || person() === begun
}

/** Returns whether the person who is signed in now still is; always true if no one is. */
export function personStays({ state }: Pick<Session, 'state'>): () => boolean {
  const person = personOf(state())
  return () => person === null || personOf(state()) === person
}
