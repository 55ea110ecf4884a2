import { useSyncExternalStore } from 'react'
import { useSession } from './use-session.ts'

/** What is kept for the person under a name, or null, and how to replace or drop it. Kept in memory only. */
export function useWork<Work extends object>(
  name: string,
): readonly [Work | null, (work: Work | null) => void] {
  const { drafts } = useSession()
  const work = useSyncExternalStore(drafts.onWork, () => drafts.work(name) as Work | null)
  return [work, (next) => drafts.keepWork(name, next)]
}
