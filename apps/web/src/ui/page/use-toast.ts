import { createContext, use } from 'react'

/** A sentence about what was done, or about what failed when its screen was left. It never holds the only copy of anything. */
export type Toast =
  | {
      readonly text: string
      readonly undo?: () => void
      /** What it is about. The next toast about the same takes its place, as what it said is no longer true. */
      readonly about?: string
    }
  | { readonly failure: unknown; readonly undo?: never; readonly about?: never }

export const ToastContext = createContext<(toast: Toast) => void>(() => {})

/** Shows a sentence at the lower edge for a few seconds, and reads it out. */
export const useToast = (): ((toast: Toast) => void) => use(ToastContext)
