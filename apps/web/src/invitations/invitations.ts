import { KenProblem } from '@ken/client'
import { useQueryClient } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import type { Messages } from './messages.en.ts'

export const states = ['queued', 'sent', 'failed', 'accepted', 'expired', 'revoked'] as const
export type State = (typeof states)[number]
export const roles = ['Member', 'Admin', 'Owner'] as const
export type Role = (typeof roles)[number]

export type Invitation = Contract['ListedInvitation']
export type ListedImport = Contract['ListedInvitationImport']
/** Whose id it is; null for the command line, and if the account was deleted. */
export type NamedAccount = Contract['NamedAccount']

/** The first part of the keys of this area in the cache. */
export const area = 'invitations'
export const invitationsPath = '/api/v1/admin/invitations'

/** Reads everything of this area again. */
export function useForgetInvitations(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: [area] })
}

/** Why inviting an address, resending or revoking was refused; undefined for what needs no words of its own. */
export function faultOf(error: unknown, messages: Messages): string | undefined {
  if (!(error instanceof KenProblem)) return undefined
  if (error.code === 'SMTP_NOT_CONFIGURED') return messages.mailMissing
  if (error.status === 400) return messages.emailInvalid
  if (error.status === 403) return messages.roleForbidden
  return error.code === 'CONFLICT' ? messages.taken : undefined
}
