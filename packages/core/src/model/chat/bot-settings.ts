/** The settings that the bot of every platform has. The address of the platform is its own. */
export type BotSettings = {
  /** Encrypted for the address; no other address can decrypt it. */
  readonly botTokenEnc: string | null
  /** The account of the token on the platform. */
  readonly botUserId: string | null
  /** Set only by a successful probe. */
  readonly botUsername: string | null
  readonly enabled: boolean
  readonly lastTestOk: boolean | null
  readonly lastTestAt: Date | null
}
