import type { Email } from '../../model/accounts/email.ts'

/** Replaces an email address where the address must not be stored. */
export interface EmailDigests {
  /**
   * Deterministic until the secrets are rotated. Without the secrets, no address can be tested
   * against it. Never looks like an id.
   */
  digest(email: Email): string
}
