/** Time-based one-time codes (RFC 6238): SHA-1, 6 digits, steps of 30 seconds. */
export interface OneTimeCodes {
  /** 160 random bits in base32. */
  newSecret(): string

  /** `otpauth:` URI for an authenticator, labelled with the service and the address. */
  uri(secret: string, email: string): string

  /** The time step the code belongs to, one step before `at` to one after; null when it belongs to none of them. */
  matchingStep(secret: string, code: string, at: Date): number | null
}
