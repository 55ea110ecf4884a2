import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { useChatNames } from '../sources/chat-names.ts'
import { Code } from '../ui/display/code.tsx'
import { ActButton } from '../ui/acts/act-button.tsx'
import { CopyButton } from '../ui/buttons/copy-button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Problem } from '../ui/refusals/problem.tsx'
import { Choice } from '../ui/fields/choice.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { useSecondsUntil } from '../ui/time/use-seconds.ts'
import type { Identity } from './identity.ts'
import { issuedCode, type IssuedCode } from './issued-code.ts'
import { accountMessages } from './messages.ts'
import type { ChatSurfaces } from './use-chat-surfaces.ts'
import './link-code.css'

type LinkCodeProps = {
  readonly identities: readonly Identity[] | null
  readonly surfaces: ChatSurfaces
  readonly onCode: (hasCode: boolean) => void
}

const minuteSeconds = 60
const secondMs = 1000

/** In place of a chat: the code works in the first that it is sent to. */
const anyChat = ''

const chosenAs = (chat: string) => (chat === anyChat ? {} : { source: chat })

/** A code to send to the bot, with the time that it works, until a new chat account appears. */
export function LinkCode({ identities, surfaces, onCode }: LinkCodeProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const [code, setCode] = useState<IssuedCode | null>(null)
  const nameOf = useChatNames()
  const [chosen, setChosen] = useState<string | null>(null)
  // A code for a program that the person may not know would work nowhere else.
  const first = surfaces?.find(({ available, url }) => available && url !== null)
  const chat = chosen ?? first?.source ?? anyChat
  // Null if the list could not be read until then.
  const before = useRef<ReadonlySet<string> | null>(null)
  const act = useAct(
    () =>
      client.request<Contract['LinkCode']>('/api/v1/me/link-codes', {
        method: 'POST',
        json: chosenAs(chat),
      }),
    (created) => {
      before.current = identities && new Set(identities.map(({ id }) => id))
      setCode(issuedCode(created, Date.now()))
    },
  )
  const isNew = ({ expires_at, expires_in }: IssuedCode, { id, created_at: at }: Identity) =>
    before.current === null
      ? Date.parse(at) > Date.parse(expires_at) - expires_in * secondMs
      : !before.current.has(id)
  const linked = code === null ? undefined : identities?.find((identity) => isNew(code, identity))
  const secondsLeft = useSecondsUntil(code?.endsAt ?? null) ?? 0
  const isPending = code !== null && linked === undefined
  const isOpen = isPending && secondsLeft > 0
  useEffect(() => onCode(isOpen), [isOpen, onCode])
  return (
    <section className="link-code">
      {isOpen && <OpenCode code={code} secondsLeft={secondsLeft} />}
      {linked !== undefined && (
        <Notice role="status">
          {messages.linkedNow(nameOf(linked.source), linked.external_id)}
        </Notice>
      )}
      {isPending && !isOpen && (
        <Notice kind="caution" role="status">
          {messages.codeOver}
        </Notice>
      )}
      {act.error !== null && <Problem error={act.error} />}
      {!!surfaces?.length && (
        <Choice
          label={messages.codeFor}
          name="code-for"
          options={[
            ...surfaces.map(({ source }) => ({ value: source, text: nameOf(source) })),
            { value: anyChat, text: messages.anyChat },
          ]}
          chosen={chat}
          onChoose={setChosen}
        />
      )}
      <div>
        <ActButton
          kind={isOpen ? 'secondary' : 'primary'}
          act={act}
          onClick={() => act.run(undefined)}
        >
          {code === null ? messages.getCode : messages.newCode}
        </ActButton>
      </div>
    </section>
  )
}

type OpenCodeProps = { readonly code: IssuedCode; readonly secondsLeft: number }

/** A code that works, and for how long. */
function OpenCode({ code, secondsLeft }: OpenCodeProps): ReactNode {
  const messages = useMessages(accountMessages)
  const nameOf = useChatNames()
  return (
    <>
      <p className="link-code-label">{messages.codeIs}</p>
      <div className="link-code-row">
        <Code className="link-code-text">{code.code}</Code>
        <CopyButton key={code.code} text={code.code} label={messages.copyCode} />
      </div>
      <p>{code.source === null ? messages.sendIt : messages.sendItTo(nameOf(code.source))}</p>
      <p className="link-code-time" role="timer">
        <TimeRing share={secondsLeft / code.expires_in} />
        {timeLeft(secondsLeft, messages.codeTime)}
      </p>
      <p className="visually-hidden" role="status">
        {messages.codeMinutes(Math.ceil(secondsLeft / minuteSeconds))}
      </p>
    </>
  )
}

const timeLeft = (seconds: number, inWords: (minutes: number, seconds: string) => string): string =>
  inWords(Math.floor(seconds / minuteSeconds), String(seconds % minuteSeconds).padStart(2, '0'))

/** How much of the time is left, as an arc; the text beside it says it in words. */
function TimeRing({ share }: { readonly share: number }): ReactNode {
  const ring = { cx: 12, cy: 12, r: 9, strokeWidth: 3, fill: 'none' }
  return (
    <svg viewBox="0 0 24 24" width={24} height={24} aria-hidden>
      <circle {...ring} stroke="var(--line)" />
      <circle
        {...ring}
        stroke="var(--accent)"
        pathLength={1}
        strokeDasharray={`${share} 1`}
        transform="rotate(-90 12 12)"
      />
    </svg>
  )
}
