import { useId, useState, type ReactNode } from 'react'
import { useLanguage, useMessages } from '../../language/use-messages.ts'
import { numberInWords } from '../../language/words.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Problem } from '../../ui/refusals/problem.tsx'
import { knowledgeMessages } from '../messages.ts'
import { useSources } from '../use-sources.ts'
import { AudienceChoice } from './audience-choice.tsx'
import type { Choice } from './choose-files.ts'
import { FileChoice } from './file-choice.tsx'
import type { UploadOptions } from './upload.ts'
import './import-form.css'

type ImportFormProps = {
  readonly choice: Choice | null
  readonly options: UploadOptions
  readonly onChoose: (choice: Choice) => void
  readonly onChange: (options: UploadOptions) => void
  readonly onSend: (choice: Choice) => void
}

const sourcePattern = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/
const faultyInput = '[data-faulty] input, [aria-invalid="true"]'
const webAddress = /^https?:\/\/[^\s]+$/i

/** What is imported, where it comes from and who may see it. */
export function ImportForm(props: ImportFormProps): ReactNode {
  const { choice, options, onChoose, onChange, onSend } = props
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  const [isTried, setTried] = useState(false)
  const { source, allowed, urlBase } = options
  const count = choice?.files.length ?? 0
  const isSource = sourcePattern.test(source)
  const isAddress = urlBase === '' || webAddress.test(urlBase)
  const send = () => {
    setTried(true)
    if (choice !== null && count > 0 && isSource && isAddress && allowed.length > 0) onSend(choice)
  }
  return (
    <form
      className="import-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        send()
        requestAnimationFrame(() => form.querySelector<HTMLInputElement>(faultyInput)?.focus())
      }}
    >
      <FileChoice
        choice={choice}
        fault={isTried && count === 0 ? messages.noFiles : null}
        onChoose={onChoose}
      />
      <SourceField
        source={source}
        fault={isSource || (source === '' && !isTried) ? undefined : messages.sourceInvalid}
        onChange={(name) => onChange({ ...options, source: name })}
      />
      <AudienceChoice
        chosen={allowed}
        fault={isTried && allowed.length === 0 ? messages.audienceMissing : null}
        onChoose={(chosen) => onChange({ ...options, allowed: chosen })}
      />
      <Field
        label={messages.urlBase}
        hint={messages.urlBaseHint}
        name="url-base"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={urlBase}
        fault={isTried && !isAddress ? messages.urlBaseInvalid : undefined}
        onChange={({ target }) => onChange({ ...options, urlBase: target.value.trim() })}
      />
      <div>
        <Button type="submit">
          {count === 0
            ? messages.importNone
            : messages.importFiles(count, numberInWords(count, language))}
        </Button>
      </div>
      <p className="import-hint">{messages.onCommandLineOnly}</p>
    </form>
  )
}

type SourceFieldProps = {
  readonly source: string
  readonly fault: string | undefined
  readonly onChange: (source: string) => void
}

/** An existing source, or the name of a new one. */
function SourceField({ source, fault, onChange }: SourceFieldProps): ReactNode {
  const messages = useMessages(knowledgeMessages)
  const language = useLanguage()
  const id = useId()
  const { data, error, refetch } = useSources()
  const known = data?.data ?? []
  const existing = known.find((one) => one.source === source)
  const hint =
    existing === undefined
      ? messages.sourceHint
      : messages.sourceExists(existing.documents, numberInWords(existing.documents, language))
  return (
    <div>
      <Field
        label={messages.source}
        hint={hint}
        name="source"
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={source}
        fault={fault}
        onChange={({ target }) => onChange(target.value.trim())}
      />
      <datalist id={id}>
        {known.map((one) => (
          <option key={one.source} value={one.source} />
        ))}
      </datalist>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
    </div>
  )
}
