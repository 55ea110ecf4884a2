import { Fragment, type ReactNode } from 'react'
import { releases } from 'virtual:releases'
import { useMessages } from '../language/use-messages.ts'
import { systemMessages } from './messages.ts'
import { Code } from '../ui/display/code.tsx'

type Release = (typeof releases)[number]

/** The changes of each version, the newest first. They are written in English. */
export default function Releases(): ReactNode {
  const messages = useMessages(systemMessages)
  return releases.map(({ version, changes }) => (
    <Fragment key={version}>
      <h3>{version ?? messages.notReleased}</h3>
      <ul lang="en">
        {changes.map(({ kind, text }) => (
          <li key={text}>
            {kind === 'major' && <strong>Breaking: </strong>}
            <Words text={text} />
          </li>
        ))}
      </ul>
    </Fragment>
  ))
}

/** Text in which backticks mark code. */
const Words = ({ text }: Pick<Release['changes'][number], 'text'>): ReactNode =>
  text.split('`').map((part, place) => (place % 2 === 1 ? <Code key={place}>{part}</Code> : part))
