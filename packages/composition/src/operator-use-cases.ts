import {
  addGroupMember,
  createGroup,
  createKey,
  deleteGroup,
  findAccount,
  importDocuments,
  isSetUp,
  listGroups,
  listKeys,
  listSources,
  removeGroupMember,
  resetSecondFactor,
  revokeKey,
  setUpOwner,
  type Ports,
} from '@ken/core'

/** What the command line may run in another process, by the name of the function. */
export const operatorUseCases: ReadonlyMap<string, (ports: Ports, command: unknown) => Promise<unknown>> = new Map(
  [
    addGroupMember,
    createGroup,
    createKey,
    deleteGroup,
    findAccount,
    importDocuments,
    isSetUp,
    listGroups,
    listKeys,
    listSources,
    removeGroupMember,
    resetSecondFactor,
    revokeKey,
    setUpOwner,
    // Both ends are of one version, so a command has the type its use case takes.
  ].map((useCase) => [useCase.name, useCase as (ports: Ports, command: unknown) => Promise<unknown>]),
)
