import type { AccountId } from '../accounts/account.ts'
import type { Email } from '../accounts/email.ts'

declare const identityIdBrand: unique symbol
declare const identitySourceBrand: unique symbol
declare const externalIdBrand: unique symbol

/** UUID version 7. */
export type IdentityId = string & { readonly [identityIdBrand]: true }

/** The platform that a chat surface serves, such as `teamchat`: within it, external ids are unique. */
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
/** Visible ASCII: what a header can carry unchanged. */
const externalIdPattern = new RegExp(`^[!-~]{1,${externalIdLengthMax}}$`)

export const parseIdentitySource = (input: string): IdentitySource | null =>
  sourcePattern.test(input) ? (input as IdentitySource) : null

export const parseExternalId = (input: string): ExternalId | null =>
  externalIdPattern.test(input) ? (input as ExternalId) : null

/**
 * The platforms that Ken serves itself, with no key. Nothing else may speak for their people: a service key for one of
 * them is neither created nor accepted, and keys from before a platform was added here end with the upgrade.
 */
const builtInSources: readonly string[] = ['teamchat']

export const isBuiltIn = (source: IdentitySource): boolean => builtInSources.includes(source)

/** Whether people of a source may be matched by an address that its platform verified. */
export const matchesByEmail = (source: IdentitySource): boolean => source === 'workspace_chat'

/** Enough of an address for its owner to know it again: `a***@example.com`. */
export const maskedEmail = (email: Email): string => `${email.charAt(0)}***${email.slice(email.indexOf('@'))}`

/** How long a link code works. */
export const linkCodeLifetimeSeconds = 600
