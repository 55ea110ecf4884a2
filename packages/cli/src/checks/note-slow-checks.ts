import type { Output } from '../terminal/output.ts'

/** Says once, after a pause, which of the running checks have not ended. Returns how to stop. */
export function noteSlowChecks(
  { note }: Pick<Output, 'note'>,
  running: { readonly [name: string]: Promise<unknown> },
  pauseMs = 3_000,
): () => void {
  const open = new Set(Object.keys(running))
  for (const [name, check] of Object.entries(running)) {
    const end = () => void open.delete(name)
    check.then(end, end)
  }
  const timer = setTimeout(() => note(`Waiting for: ${[...open].join(', ')}.`), pauseMs)
  return () => clearTimeout(timer)
}
