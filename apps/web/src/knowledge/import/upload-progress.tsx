import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { numberInWords } from '../../language/words.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useFocus } from '../../ui/use-focus.ts'
import { knowledgeMessages } from '../messages.ts'
import type { Choice } from './choose-files.ts'
import { FileOutcomes } from './file-outcomes.tsx'
import type { Upload } from './use-upload.ts'

type UploadProgressProps = {
  readonly choice: Choice
  readonly source: string
  readonly upload: Upload
  readonly onMore: () => void
}

/** How far the upload is, and what became of each file. */
export function UploadProgress(props: UploadProgressProps): ReactNode {
  const { choice, source, upload, onMore } = props
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  const { state, outcomes, error, retry, giveUp } = upload
  const heading = useFocus<HTMLHeadingElement>(state === 'done')
  const written = (count: number) => numberInWords(count, language)
  const text = messages.sentFiles(written(outcomes.length), written(choice.files.length))
  return (
    <section className="import-section">
      <h2 className="import-heading" ref={heading} tabIndex={-1}>
        {state === 'done' ? messages.importDone(source) : messages.importing(source)}
      </h2>
      <progress aria-label={text} value={outcomes.length} max={choice.files.length} />
      <p role="status">{text}</p>
      {state === 'running' && <p className="import-hint">{messages.stayHere}</p>}
      {state === 'failed' && (
        <>
          <Problem error={error} onTryAgain={retry} />
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
      {state === 'done' && (
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
