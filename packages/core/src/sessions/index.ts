export type { SessionAdmission } from './admitted-holder.ts'
export { admitSessionCall, type AdmitSessionCall } from './admit-session-call.ts'
export { authenticatePortalUser, type AuthenticatePortalUser } from './authenticate-portal-user.ts'
export {
  authenticateSession,
  type AuthenticatedSession,
  type AuthenticateSession,
} from './authenticate-session.ts'
export { endAllSessions, type EndAllSessions } from './end-all-sessions.ts'
export { endSession, type EndSession } from './end-session.ts'
export type { Gate } from './gate.ts'
export { listSessions, type ListedSession, type ListSessions } from './list-sessions.ts'
export { pruneSessions } from './prune-sessions.ts'
export { readSessionVisibility } from './read-session-visibility.ts'
export { refreshSession, type RefreshedSession, type RefreshSession } from './refresh-session.ts'
export { signOut, type SignOut } from './sign-out.ts'
