/** No token, or one that was altered, is of another kind, or belongs to a session that is over. */
export type SessionRefused = { readonly code: 'session.refused' }
/** A sound access token that expired: the only reason for a client to refresh. */
export type AccessTokenExpired = { readonly code: 'session.token_expired' }
export type SessionNotFound = { readonly code: 'session.not_found' }
/** The current session ends by signing out. */
export type SessionIsCurrent = { readonly code: 'session.is_current' }

export type SessionError = SessionRefused | AccessTokenExpired | SessionNotFound | SessionIsCurrent
