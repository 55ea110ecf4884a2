import { useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { Confirm } from '../ui/acts/confirm.tsx'
import { Field } from '../ui/fields/field.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Problem } from '../ui/refusals/problem.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { knowledgeMessages } from './messages.ts'
import { useForgetSources, useRequestRemoval, type Source } from './use-sources.ts'

type RemoveSourceProps = {
  readonly source: Source
  readonly onClose: (isRemoved: boolean) => void
}

/** Says what a source has before it is removed for good. */
export function RemoveSource({ source, onClose }: RemoveSourceProps): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const ui = useMessages(uiMessages)
  const language = useLanguage()
  const forgetSources = useForgetSources()
  const [typed, setTyped] = useState('')
  const { source: name, documents, passages } = source
  const act = useAct(useRequestRemoval(), () => {
    forgetSources()
    onClose(true)
  })
  return (
    <Confirm
      title={messages.removeTitle(name)}
      cancel={ui.cancel}
      act={messages.removeSource}
      isBusy={act.isBusy}
      error={act.error}
      isReady={typed.trim() === name}
      onCancel={() => onClose(false)}
      onAct={() => act.run(name)}
    >
      <p>
        {messages.removeText(
          numberInWords(documents, language),
          passages,
          numberInWords(passages, language),
        )}
      </p>
      <p>{messages.removeMeanwhile}</p>
      <Field
        label={messages.typeName(name)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}
