import type { WorkspaceDirectory } from '../../../ports/chat/workspace-directory.ts'

/** Members by their external id, with the addresses that they confirmed. */
export const memoryWorkspaceDirectory = (
  members: ReadonlyMap<string, string>,
): WorkspaceDirectory => ({
  findConfirmedEmail: async (_bot, externalId) => members.get(externalId) ?? null,
})
