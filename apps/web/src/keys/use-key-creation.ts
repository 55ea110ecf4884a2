import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useForgetKeys, type CreatedKey } from './use-keys.ts'

/** A key, and the one that it was created to replace; null for a key of its own. */
export type KeyCreation = { readonly created: CreatedKey; readonly replacedId: string | null }

type KeyCreationState = {
  /** The key that the address asks to replace. */
  readonly replacedId: string | null
  /** Stays when the key that it replaces ends, and when the address asks to replace another one. */
  readonly creation: KeyCreation | null
  readonly onCreated: (key: CreatedKey) => void
}

/** The key that a screen has created, once. */
export function useKeyCreation(): KeyCreationState {
  const { replaces }: { readonly replaces?: unknown } = useSearch({ strict: false })
  const [creation, setCreation] = useState<KeyCreation | null>(null)
  const forgetKeys = useForgetKeys()
  const replacedId = typeof replaces === 'string' ? replaces : null
  const onCreated = (created: CreatedKey) => {
    forgetKeys()
    // A key on the screen is shown nowhere else.
    setCreation((shown) => shown ?? { created, replacedId })
  }
  return { replacedId, creation, onCreated }
}
