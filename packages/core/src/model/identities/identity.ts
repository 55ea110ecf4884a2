import type { AccountId } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'

declare const identityIdBrand: unique symbol
declare const identitySourceBrand: unique symbol
declare const externalIdBrand: unique symbol

/** UUID version 7. */
export type IdentityId = string & { readonly [identityIdBrand]: true }

/** The platform of a chat surface, such as `teamchat`. External ids are unique within it. */
export type IdentitySource = string & { readonly [identitySourceBrand]: true }

/** A person's id on a platform, exactly as the platform writes it. */
export type ExternalId = string & { readonly [externalIdBrand]: true }

/** An external identity that acts as an account. */
export type Identity = {
  readonly id: IdentityId
  readonly source: IdentitySource
  readonly externalId: ExternalId
  readonly userId: AccountId
  readonly createdAt: Date
}

export const identitySourceLengthMax = 63
export const externalIdLengthMax = 200

const sourcePattern = new RegExp(`^[a-z][a-z0-9_]{0,${identitySourceLengthMax - 1}}$`)
/** Visible ASCII: a header carries it unchanged. */
const externalIdPattern = new RegExp(`^[!-~]{1,${externalIdLengthMax}}$`)

/** Parses the name of a platform strictly; null if it is invalid. */
export const parseIdentitySource = (input: string): IdentitySource | null =>
  sourcePattern.test(input) ? (input as IdentitySource) : null

/** Parses an external id strictly; null if it is invalid. */
export const parseExternalId = (input: string): ExternalId | null =>
  externalIdPattern.test(input) ? (input as ExternalId) : null

/**
 * The platforms that Ken serves itself, without a key. No one else may act for their people: a
 * service key for one of them is neither created nor accepted, and existing keys stop working when
 * a platform is added here.
 */
export const builtInSources: readonly string[] = ['teamchat', 'workspace_chat', 'bot_messenger']

export const isBuiltIn = (source: IdentitySource): boolean => builtInSources.includes(source)

/** Whether people of this source may be matched by an address that the platform verified. */
export const matchesByEmail = (source: IdentitySource): boolean => source === 'workspace_chat'

/** An address that only its owner recognises: `a***@example.com`. */
export const maskedEmail = (email: Email): string =>
  `${email.charAt(0)}***${email.slice(email.indexOf('@'))}`

/** The lifetime of a link code. */
export const linkCodeLifetimeSeconds = 600
