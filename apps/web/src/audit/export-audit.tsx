import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { useSession } from '../session/use-session.ts'
import { Confirm } from '../ui/acts/confirm.tsx'
import { download } from '../ui/buttons/download.ts'
import { Problem } from '../ui/refusals/problem.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { countLines } from './count-lines.ts'
import { area, auditPath } from './entry.ts'
import { auditMessages } from './messages.ts'

type ExportAuditProps = {
  readonly filters: Readonly<Record<string, string>>
  readonly onClose: () => void
}

/** Says how many entries the file will have, then downloads it, and shows how far it is. Closing it stops. */
export function ExportAudit({ filters, onClose }: ExportAuditProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(auditMessages)
  const language = useLanguage()
  const query = String(new URLSearchParams(filters))
  const { data, error, refetch } = useQuery({
    queryKey: [area, 'count', query],
    queryFn: () => client.request<Contract['AuditCount']>(`${auditPath}/count?${query}`),
  })
  const [received, setReceived] = useState(0)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  const act = useAct(
    async () => {
      setReceived(0)
      const file = await client.request<Blob>(`${auditPath}/export?${query}`, {
        headers: { accept: 'text/csv' },
        asBlob: true,
        onPart: (part) => setReceived((before) => before + countLines(part)),
        signal: leaving.current.signal,
      })
      // Such as the sign-in page of a network.
      if (!file.type.startsWith('text/csv')) throw new TypeError('The response is not CSV.')
      return file
    },
    (file) => {
      download('ken-audit.csv', file)
      onClose()
    },
  )
  return (
    <Confirm
      title={messages.exportTitle}
      cancel={messages.cancel}
      act={messages.exporting}
      isBusy={act.isBusy}
      error={act.error}
      canStop
      isReady={data !== undefined && !data.capped}
      isEnding={false}
      onCancel={onClose}
      onAct={() => act.run(undefined)}
    >
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {data?.capped === true && <p>{messages.exportTooMany}</p>}
      {data?.capped === false && (
        <p>{messages.exportCount(data.count, numberInWords(data.count, language))}</p>
      )}
      {act.isBusy && data !== undefined && <Received lines={received} count={data.count} />}
      <p>{messages.exportAudited}</p>
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}

type ReceivedProps = { readonly lines: number; readonly count: number }

/** A line of the file is an entry, but for its heading and for line ends within an entry. */
function Received({ lines, count }: ReceivedProps): ReactNode {
  const messages = useMessages(auditMessages)
  const language = useLanguage()
  const done = Math.min(lines, count)
  const text = messages.exportedOf(numberInWords(done, language), numberInWords(count, language))
  return (
    <>
      <progress aria-label={text} value={done} max={Math.max(1, count)} />
      <p>{text}</p>
    </>
  )
}
