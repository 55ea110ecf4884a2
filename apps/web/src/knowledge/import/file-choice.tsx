import { useState, type DragEvent, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { numberInWords } from '../../language/words.ts'
import { knowledgeMessages } from '../messages.ts'
import { choose, chosenByDrop, chosenInDialog, type Choice, type Found } from './choose-files.ts'
import '../../ui/import.css'

type FileChoiceProps = {
  readonly choice: Choice | null
  /** Why the form cannot be sent yet. */
  readonly fault: string | null
  readonly onChoose: (choice: Choice) => void
}

/** Takes files or a folder, chosen or dropped. Each choice replaces the one before. */
export function FileChoice({ choice, fault, onChoose }: FileChoiceProps): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const [isOver, setOver] = useState(false)
  const take = (found: readonly Found[]) => onChoose(choose(found))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void chosenByDrop(event.dataTransfer.items).then(take, () => take([]))
  }
  return (
    <div
      className="import-section import-drop"
      role="group"
      aria-label={messages.files}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (event.dataTransfer.types.includes('Files')) drop(event)
      }}
    >
      <div className="import-file" data-faulty={fault === null ? undefined : ''}>
        <Chooser label={messages.chooseFiles} onFound={take} />
        <Chooser isFolder label={messages.chooseFolder} onFound={take} />
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

type ChooserProps = {
  readonly label: string
  readonly isFolder?: boolean
  readonly onFound: (found: readonly Found[]) => void
}

/** The input itself is hidden: the browser would label it in its own language. */
const Chooser = ({ label, isFolder = false, onFound }: ChooserProps): ReactNode => (
  <label className="import-choose">
    <input
      className="visually-hidden"
      type="file"
      multiple
      ref={(input) => {
        if (isFolder) input?.setAttribute('webkitdirectory', '')
      }}
      onChange={({ target }) => {
        const found = chosenInDialog(target.files ?? [])
        // The same folder can be chosen again once its files are corrected.
        target.value = ''
        if (found.length > 0) onFound(found)
      }}
    />
    <span className="button" data-kind="secondary">
      {label}
    </span>
  </label>
)
