import {
  addGroupMember,
  completeImport,
  countUnreadableFactors,
  createGroup,
  createInvitation,
  createKey,
  deactivateAccount,
  createServiceKey,
  deleteGroup,
  dropJobs,
  endAccountSessions,
  endAllAccountSessions,
  findAccount,
  findUnchangedDocuments,
  importDocuments,
  importInvitations,
  isSetUp,
  listAccounts,
  listGroupMembers,
  listGroups,
  listKeys,
  listMissingRoles,
  listReportedProxies,
  listSources,
  probeBotMessenger,
  probeTeamChat,
  probeWorkspaceChat,
  pruneSource,
  reactivateAccount,
  reembedDocuments,
  reencryptSecrets,
  reindexDocuments,
  removeGroupMember,
  resetOwnerPassword,
  resetSecondFactor,
  retryDeadLetters,
  revokeKey,
  setUpOwner,
  showInvitationImport,
  showQueue,
  showSecretRotation,
  takeOverKey,
  verifyAuditChain,
  type Ports,
} from '@ken/core'

/** The use cases that the command line may run, by their names on the socket. */
const operatorUseCases = {
  addGroupMember,
  completeImport,
  countUnreadableFactors,
  createGroup,
  createInvitation,
  createKey,
  createServiceKey,
  deactivateAccount,
  deleteGroup,
  dropJobs,
  endAccountSessions,
  endAllAccountSessions,
  findAccount,
  findUnchangedDocuments,
  importDocuments,
  importInvitations,
  isSetUp,
  listAccounts,
  listGroupMembers,
  listGroups,
  listKeys,
  listMissingRoles,
  listReportedProxies,
  listSources,
  probeBotMessenger,
  probeTeamChat,
  probeWorkspaceChat,
  pruneSource,
  reactivateAccount,
  reembedDocuments,
  reencryptSecrets,
  reindexDocuments,
  removeGroupMember,
  resetOwnerPassword,
  resetSecondFactor,
  retryDeadLetters,
  revokeKey,
  setUpOwner,
  showInvitationImport,
  showQueue,
  showSecretRotation,
  takeOverKey,
  verifyAuditChain,
} as const

type OperatorUseCases = typeof operatorUseCases
/** A use case that the command line may run. */
export type OperatorUseCase = OperatorUseCases[keyof OperatorUseCases]

type CommandOf<UseCase> = UseCase extends (ports: never, command: infer Command) => unknown
  ? Command
  : never
type OutcomeOf<UseCase extends OperatorUseCase> = Awaited<ReturnType<UseCase>>

/** Runs a use case, in this process or in the server that owns the database. */
export type Run = <UseCase extends OperatorUseCase>(
  useCase: UseCase,
  command: CommandOf<UseCase>,
) => Promise<OutcomeOf<UseCase>>

const byName = new Map<string, OperatorUseCase>(Object.entries(operatorUseCases))
const names = new Map(Object.entries(operatorUseCases).map(([name, useCase]) => [useCase, name]))

/** The use case with this name on the socket. */
export const operatorUseCase = (name: string): OperatorUseCase | undefined => byName.get(name)

/** The name of a use case on the socket. */
export function nameOfUseCase(useCase: OperatorUseCase): string {
  const name = names.get(useCase)
  if (name === undefined) throw new Error('The command line may not run this use case.')
  return name
}

type AnyUseCase<Outcome> = (ports: Ports, command: unknown) => Promise<Outcome>

/** Runs use cases in this process. */
export const runHere =
  (ports: Ports): Run =>
  (useCase, command) =>
    // The parameters ensure that the command belongs to the use case.
    (useCase as unknown as AnyUseCase<OutcomeOf<typeof useCase>>)(ports, command) // A union of functions cannot express it.
