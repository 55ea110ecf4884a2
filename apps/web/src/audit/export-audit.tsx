import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useLanguage, useMessages } from '../language/use-messages.ts'
import { numberInWords } from '../language/words.ts'
import { useSession } from '../session/use-session.ts'
import { Confirm } from '../ui/confirm.tsx'
import { download } from '../ui/download.ts'
import { Problem } from '../ui/problem.tsx'
import { useAct } from '../ui/use-act.ts'
import { area, auditPath } from './entry.ts'
import { auditMessages } from './messages.ts'

type ExportAuditProps = {
  readonly filters: Readonly<Record<string, string>>
  readonly onClose: () => void
}

/** Says how many entries the file will have, then downloads it. */
export function ExportAudit({ filters, onClose }: ExportAuditProps): ReactNode {
  const { client } = useSession()
  const messages = useMessages(auditMessages)
  const language = useLanguage()
  const query = String(new URLSearchParams(filters))
  const { data, error, refetch } = useQuery({
    queryKey: [area, 'count', query],
    queryFn: () => client.request<Contract['AuditCount']>(`${auditPath}/count?${query}`),
  })
  const act = useAct(
    () =>
      client.request<Blob>(`${auditPath}/export?${query}`, {
        headers: { accept: 'text/csv' },
        asBlob: true,
      }),
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
      isReady={data !== undefined && !data.capped}
      onCancel={onClose}
      onAct={() => act.run(undefined)}
    >
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {data?.capped === true && <p>{messages.exportTooMany}</p>}
      {data?.capped === false && (
        <p>{messages.exportCount(data.count, numberInWords(data.count, language))}</p>
      )}
      <p>{messages.exportAudited}</p>
      {act.error !== null && <Problem error={act.error} />}
    </Confirm>
  )
}
