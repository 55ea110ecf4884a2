/** Whose codes an authenticator shows: the address, and the organisation if it has a name. */
export type OneTimeCodeHolder = { readonly email: string; readonly organisation: string | null }

/** Time-based one-time codes (RFC 6238), as authenticator apps show them. */
export interface OneTimeCodes {
  /** A new random secret, in the form that people type into an authenticator. */
  newSecret(): string

  /** The URI that adds the secret to an authenticator, labelled with the service and the account. */
  uri(secret: string, holder: OneTimeCodeHolder): string

  /**
   * The time step of the code, from one step before `at` to one after; null if it matches none of
   * them.
   */
  matchingStep(secret: string, code: string, at: Date): number | null
}
