import type { Email } from '../../model/accounts/email.ts'

/** Stands for an email address where the address itself must not be stored. */
export interface EmailDigests {
  /**
   * A keyed hash: the same for the same address until the secrets are rotated, and of no use to test addresses against without them.
   * Never has the form of an id.
   */
  digest(email: Email): string
}
