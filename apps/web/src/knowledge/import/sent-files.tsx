import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { numberInWords } from '../../language/words.ts'
import { useHeld } from '../../session/kept/use-draft.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonRow } from '../../ui/buttons/button-row.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { useFocus } from '../../ui/page/use-focus.ts'
import { knowledgeMessages } from '../messages.ts'
import { FileOutcomes } from './file-outcomes.tsx'
import type { Upload } from './upload.ts'
import { useUploadProgress } from './use-upload.ts'

type SentFilesProps = {
  readonly upload: Upload
  readonly onDone: () => void
  readonly onMore: () => void
}

/** How far the upload is, and what became of each file. */
export function SentFiles({ upload, onDone, onMore }: SentFilesProps): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  const { choice, options, run, giveUp } = upload
  const { source } = options
  const { state, outcomes, error } = useUploadProgress(upload)
  const isDone = state === 'done'
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (isDone) done()
  }, [isDone])
  useHeld(!isDone)
  const heading = useFocus<HTMLHeadingElement>(isDone)
  const written = (count: number) => numberInWords(count, language)
  const text = messages.sentFiles(written(outcomes.length), written(choice.files.length))
  return (
    <section className="import-section">
      <h2 className="import-heading" ref={heading} tabIndex={-1}>
        {isDone ? messages.importDone(source) : messages.importing(source)}
      </h2>
      <progress aria-label={text} value={outcomes.length} max={choice.files.length} />
      <p role="status">{text}</p>
      {state === 'running' && <p className="import-hint">{messages.stayHere}</p>}
      {state === 'interrupted' && (
        <>
          <Notice>{messages.interrupted}</Notice>
          <ButtonRow>
            <Button onClick={() => void run()}>{messages.continueImport}</Button>
            <Button kind="secondary" onClick={onMore}>
              {messages.changeImport}
            </Button>
          </ButtonRow>
        </>
      )}
      {state === 'failed' && (
        <>
          <Problem error={error} onTryAgain={() => void run()} />
          <Notice>{messages.nothingLost}</Notice>
          <ButtonRow>
            <Button kind="secondary" onClick={giveUp}>
              {messages.giveUp}
            </Button>
            <Button kind="secondary" onClick={onMore}>
              {messages.changeImport}
            </Button>
          </ButtonRow>
        </>
      )}
      {isDone && (
        <ButtonRow>
          <Button kind="secondary" onClick={onMore}>
            {messages.importMore}
          </Button>
          <Link to="/admin/knowledge">{messages.knowledge}</Link>
        </ButtonRow>
      )}
      <FileOutcomes outcomes={[...outcomes, ...choice.leftOut]} />
    </section>
  )
}
