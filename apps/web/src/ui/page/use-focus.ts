import { useEffect, useRef, type RefObject } from 'react'

/** Moves the focus to an element when it appears, and each time `key` changes. */
export function useFocus<Target extends HTMLElement>(key?: unknown): RefObject<Target | null> {
  const ref = useRef<Target>(null)
  useEffect(() => ref.current?.focus(), [key])
  return ref
}
