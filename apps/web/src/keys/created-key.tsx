import { KenProblem } from '@ken/client'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { useHeld } from '../session/kept/use-draft.ts'
import { useSession } from '../session/use-session.ts'
import { Code } from '../ui/display/code.tsx'
import { ActButton } from '../ui/acts/act-button.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { CopyButton } from '../ui/buttons/copy-button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { exampleQuery } from './examples.ts'
import { KeyExamples } from './key-examples.tsx'
import { keyMessages } from './messages.ts'
import { useStoredKey } from './unstored-key.tsx'
import type { CreatedKey, KeyScope } from './use-keys.ts'
import './created-key.css'

type ShownOnceProps = {
  readonly created: CreatedKey
  readonly scope: KeyScope
  /** Only one's own key is tried: a search with it is a search as its person. */
  readonly whose: 'own' | 'person' | 'service'
  /** The way on. */
  readonly children: ReactNode
}

/** The key itself, shown once. The page is held until it was copied or marked as stored. */
export function CreatedKeyView({ created, scope, whose, children }: ShownOnceProps): ReactNode {
  const messages = useMessages(keyMessages)
  const keepStored = useStoredKey(scope)
  const [isStored, setStored] = useState(false)
  const change = (next: boolean) => {
    setStored(next)
    keepStored(created, next)
  }
  useHeld(!isStored, messages.leave)
  const apiKey = created.key ?? ''
  return (
    <>
      <div className="created-key">
        <Code className="created-key-text">{apiKey}</Code>
        <CopyButton text={apiKey} label={messages.copyKey} onCopied={() => change(true)} />
      </div>
      <KeyExamples apiKey={apiKey} isService={whose === 'service'} />
      {whose === 'own' && <Trial apiKey={apiKey} />}
      <Checkbox checked={isStored} onChange={({ target }) => change(target.checked)}>
        {messages.stored}
      </Checkbox>
      <div>{children}</div>
    </>
  )
}

type Outcome = { readonly kind: 'plain' | 'caution'; readonly text: string }

/** The search of the examples, with the key itself. */
function Trial({ apiKey }: { readonly apiKey: string }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(keyMessages)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const act = useAct(async (): Promise<Outcome> => {
    try {
      const { results } = await client.requestAnonymously<{ readonly results: readonly unknown[] }>(
        '/public/v1/search',
        {
          method: 'POST',
          json: { query: exampleQuery },
          headers: { authorization: `Bearer ${apiKey}` },
        },
      )
      return { kind: 'plain', text: messages.tried(results.length, exampleQuery) }
    } catch (error) {
      // A refusal of the key is none of the session.
      if (error instanceof KenProblem && error.status === 401)
        return { kind: 'caution', text: messages.keyRefused }
      throw error
    }
  }, setOutcome)
  return (
    <div className="created-key-trial">
      <ActButton kind="secondary" act={act} onClick={() => act.run(undefined)}>
        {messages.tryIt}
      </ActButton>
      {outcome !== null && (
        <Notice kind={outcome.kind} role="status">
          {outcome.text}
        </Notice>
      )}
      {act.error !== null && <Problem error={act.error} />}
    </div>
  )
}
