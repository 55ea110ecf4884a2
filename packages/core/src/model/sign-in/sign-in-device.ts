import type { Origin } from '../actor.ts'

/** The browser or program that signs in. */
export type SignInDevice = {
  readonly origin: Origin
  /** What the client calls itself; kept shortened. */
  readonly device: string
  /** A refresh token the client still has: a new sign-in ends its session and never adopts it (R32). */
  readonly previousRefreshToken: string | null
  /** What the device was given by an earlier sign-in; it then has a budget of guesses of its own (R151). */
  readonly deviceToken: string | null
}
