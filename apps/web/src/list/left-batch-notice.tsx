import type { ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Button } from '../ui/buttons/button.tsx'
import { LongText } from '../ui/display/long-text.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/page/notice.tsx'
import { useLeftBatch } from './left-batch.ts'
import { ListTable } from './list-table.tsx'
import { listMessages } from './messages.ts'
import './left-batch-notice.css'

/** What a batch did whose screen was left, such as because the session ended. Stays until it is closed. */
export function LeftBatchNotice(): ReactNode {
  const messages = useMessages(listMessages)
  const ui = useMessages(uiMessages)
  const [left, keepLeft] = useLeftBatch()
  if (left === null) return null
  const rows = left.rows.map((row, position) => ({ ...row, key: String(position) }))
  return (
    <section className="left-batch" aria-label={messages.leftBatch(left.act)}>
      <Notice role="status">
        <p>
          {messages.leftBatch(left.act)} {left.counts}
        </p>
        <Button kind="link" onClick={() => keepLeft(null)}>
          {ui.close}
        </Button>
      </Notice>
      <ListTable
        label={messages.leftRows}
        columns={[messages.row, messages.outcomeOfRow]}
        items={rows}
        keyOf={({ key }) => key}
        row={({ title, outcome }) => ({
          title,
          head: title,
          cells: [<LongText key="outcome">{outcome}</LongText>],
        })}
      />
    </section>
  )
}
