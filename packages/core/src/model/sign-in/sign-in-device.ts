import type { Origin } from '../actor.ts'

/** The browser or program that signs in. */
export type SignInDevice = {
  readonly origin: Origin
  /** The client's name for itself, stored shortened. */
  readonly device: string
  /** A refresh token that the client still has. A new sign-in ends its session and never reuses it. */
  readonly previousRefreshToken: string | null
  /** From an earlier sign-in on this device, which then has an attempt limit of its own. */
  readonly deviceToken: string | null
}
