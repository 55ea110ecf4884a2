import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMessages } from '../../language/use-messages.ts'
import { useHeld, useJsonDraft } from '../../session/kept/use-draft.ts'
import { Page } from '../../ui/page/page.tsx'
import { knowledgeMessages } from '../messages.ts'
import type { Choice } from './choose-files.ts'
import { ImportForm } from './import-form.tsx'
import { SentFiles } from './sent-files.tsx'
import type { UploadOptions } from './upload.ts'
import { useUpload } from './use-upload.ts'

/** Imports documents without the command line. */
export function ImportDocumentsScreen(): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const [round, setRound] = useState(1)
  const back = (
    <p>
      <Link to="/admin/knowledge">{messages.knowledge}</Link>
    </p>
  )
  return (
    <Page title={messages.importDocuments} lead={messages.importLead} above={back}>
      <OneImport key={round} onMore={() => setRound(round + 1)} />
    </Page>
  )
}

const blank: UploadOptions = { source: '', allowed: [], urlBase: '' }

function OneImport({ onMore }: { readonly onMore: () => void }): ReactNode {
  const [choice, setChoice] = useState<Choice | null>(null)
  const [options, keepOptions, dropOptions] = useJsonDraft('import', blank)
  const [upload, start, forget] = useUpload()
  useHeld(upload === null && choice !== null)
  const startOver = () => {
    forget()
    onMore()
  }
  if (upload !== null) return <SentFiles upload={upload} onDone={dropOptions} onMore={startOver} />
  return (
    <ImportForm
      choice={choice}
      options={options}
      onChoose={setChoice}
      onChange={keepOptions}
      onSend={(chosen) => start(chosen, options)}
    />
  )
}
