import type { ListedImport } from './invitations.ts'

/** How many emails of an import are sent or settled, of all. */
export function progressOf(progress: ListedImport['progress']): {
  readonly done: number
  readonly all: number
} {
  const all = Object.values(progress).reduce((sum, count) => sum + count, 0)
  return { done: all - progress.queued, all }
}
