import type { Person } from '../model/actor.ts'
import type { PersonVisibility, Ports } from '../ports/index.ts'
import { admittedHolder, type SessionAdmission } from './admitted-holder.ts'

/**
 * What a person who was authenticated may see by now; null if the operation would no longer admit them. Their token may
 * have expired since.
 */
export async function readSessionVisibility(
  ports: Pick<Ports, 'accountHolders'>,
  { userId, sessionId }: Person,
  admission: SessionAdmission,
): Promise<PersonVisibility | null> {
  const holder = await admittedHolder(ports, { userId, sessionId }, admission)
  return holder.ok
    ? { userId, visibility: { principals: holder.value.principals, sources: null } }
    : null
}
