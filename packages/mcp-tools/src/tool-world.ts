import type { PublicContract } from './public-contract.ts'

/** What the tools of one caller use. */
export type ToolWorld = {
  readonly contract: PublicContract
  /** Where people sign in and create keys. */
  readonly baseUrl: string
}
