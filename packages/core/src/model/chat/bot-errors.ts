/** What names the failures, audit actions and limits of a platform: `team_chat.probe_failed`. */
export type BotArea = 'team_chat' | 'bot_messenger' | 'workspace_chat'

/** The bot was not turned on because the probe failed. */
export type BotProbeFailed<Area extends BotArea, Fault> = {
  readonly code: `${Area}.probe_failed`
  readonly reason: Fault
}
/** Too many failed probes. The limit keeps Ken from being used as a port scanner. */
export type BotProbesExhausted<Area extends BotArea> = {
  readonly code: `${Area}.probes_exhausted`
  readonly retryAfterSeconds: number
}
/** Another change was made during the probe. Nothing was saved. */
export type BotChanged<Area extends BotArea> = { readonly code: `${Area}.changed_meanwhile` }

/** Why a valid change of a bot was not made. */
export type BotChangeFailed<Area extends BotArea, Fault> =
  | BotProbeFailed<Area, Fault>
  | BotProbesExhausted<Area>
  | BotChanged<Area>
