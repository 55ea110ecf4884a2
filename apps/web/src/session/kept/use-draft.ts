import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import type { DraftKind } from './drafts.ts'
import { useSession } from '../use-session.ts'

/** Text that is kept until it is sent; `drop` says that it was, or is no longer wanted. */
type Draft<Value> = readonly [value: Value, keep: (value: Value) => void, drop: () => void]

/**
 * Text of a form that survives a sign-in in between and the way to another screen; `name` says which
 * field of this screen. Leaving it changed asks first. Never for secrets.
 */
export function useDraft(field: string, initial: string, kind: DraftKind = 'form'): Draft<string> {
  const { drafts } = useSession()
  const router = useRouter()
  // The address changes before its screen is there.
  const [name] = useState(() => `${router.state.location.pathname} ${field}`)
  const [text, setText] = useState(() => drafts.read(name) ?? initial)
  const isChanged = kind === 'form' && text !== initial
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    if (isChanged) drafts.hold(name)
    return () => {
      isShown.current = false
      drafts.release(name)
    }
  }, [drafts, name, isChanged])
  const keep = (next: string) => {
    drafts.keep(name, next === initial ? '' : next, kind)
    // An act that ends after its screen was left would hold the page for good.
    if (isShown.current && kind === 'form' && next !== initial) drafts.hold(name)
    setText(next)
  }
  const drop = () => {
    drafts.keep(name, '', kind)
    drafts.release(name)
  }
  return [text, keep, drop]
}

/** The same for a form of several fields. */
export function useJsonDraft<Form extends object>(name: string, initial: Form): Draft<Form> {
  const [text, keep, drop] = useDraft(name, JSON.stringify(initial))
  return [JSON.parse(text) as Form, (form) => keep(JSON.stringify(form)), drop]
}

/** Leaving asks first while this holds, for what is kept nowhere. Returns how to leave after all. */
export function useHeld(isHeld: boolean, question?: string): () => void {
  const { drafts } = useSession()
  const name = useId()
  useEffect(() => {
    if (isHeld) drafts.hold(name, question)
    return () => drafts.release(name)
  }, [drafts, name, isHeld, question])
  return () => drafts.release(name)
}
