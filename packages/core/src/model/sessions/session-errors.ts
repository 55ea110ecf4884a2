/** No token, or a token that is altered, of another kind, or of a session that ended. */
export type SessionRefused = { readonly code: 'session.refused' }
/** A valid access token that has expired. The only reason for a client to refresh. */
export type AccessTokenExpired = { readonly code: 'session.token_expired' }
export type SessionNotFound = { readonly code: 'session.not_found' }
/** The current session ends by signing out only. */
export type SessionIsCurrent = { readonly code: 'session.is_current' }

export type SessionError = SessionRefused | AccessTokenExpired | SessionNotFound | SessionIsCurrent
