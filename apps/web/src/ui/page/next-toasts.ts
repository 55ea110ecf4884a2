import type { Toast } from './use-toast.ts'

/** More of them would cover the page. */
const toastsMax = 3

/** What is shown once there is another toast: it replaces all but those about something else whose Undo may still be wanted. */
export const nextToasts = <Shown extends Toast>(
  shown: readonly Shown[],
  next: Shown,
): readonly Shown[] => [
  ...shown
    .filter(
      ({ undo, about }) => undo !== undefined && (about === undefined || about !== next.about),
    )
    .slice(1 - toastsMax),
  next,
]
