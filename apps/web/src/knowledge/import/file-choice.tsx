import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { numberInWords } from '../../language/words.ts'
import { FileInput } from '../../ui/fields/file-input.tsx'
import { useFileDrop } from '../../ui/fields/use-file-drop.ts'
import { knowledgeMessages } from '../messages.ts'
import { choose, chosenByDrop, chosenInDialog, type Choice } from './choose-files.ts'
import '../../ui/fields/import.css'

type FileChoiceProps = {
  readonly choice: Choice | null
  /** Why the form cannot be sent yet. */
  readonly fault: string | null
  readonly onChoose: (choice: Choice) => void
}

/** Takes files or a folder, chosen or dropped. Each choice replaces the one before. */
export function FileChoice({ choice, fault, onChoose }: FileChoiceProps): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const take = (files: readonly File[]) => onChoose(choose(chosenInDialog(files)))
  const drop = useFileDrop(
    ({ items }) => void chosenByDrop(items).then((found) => onChoose(choose(found))),
  )
  return (
    <div className="import-section import-drop" role="group" aria-label={messages.files} {...drop}>
      <div className="import-file" data-faulty={fault === null ? undefined : ''}>
        <FileInput takes="files" label={messages.chooseFiles} onFiles={take} />
        <FileInput takes="folder" label={messages.chooseFolder} onFiles={take} />
        <span className="import-hint">{messages.dropFiles}</span>
      </div>
      <p
        className="import-hint"
        role="status"
        data-fault={fault !== null || choice?.files.length === 0 ? '' : undefined}
      >
        {fault ?? <Chosen choice={choice} />}
      </p>
    </div>
  )
}

function Chosen({ choice }: { readonly choice: Choice | null }): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  if (choice === null) return messages.formats
  const { files, leftOut } = choice
  return [
    files.length === 0
      ? messages.noFiles
      : messages.chosenFiles(files.length, numberInWords(files.length, language)),
    ...(leftOut.length > 0 ? [messages.leftOutFiles(numberInWords(leftOut.length, language))] : []),
  ].join(' ')
}
