import { KenProblem } from '@ken/client'
import { useEffect, useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { isCodeMissing } from '../lazy-screen.ts'
import { mountPath } from '../session/mount-path.ts'
import { useSession } from '../session/use-session.ts'
import { RequestId } from '../ui/refusals/request-id.tsx'
import { Broken } from './broken.tsx'
import { frameMessages } from './messages.ts'
import { pause } from './pause.ts'
import './message-screen.css'

const pauseMs = 2_000

type RecoveryProps = {
  readonly error: unknown
  /** As it was when the screen threw. */
  readonly lastRequestId: string | null
}

/** Says what a report needs to know, or loads the page again if only its code is missing. */
export function Recovery({ error, lastRequestId }: RecoveryProps): ReactNode {
  const id = (error instanceof KenProblem ? error.requestId : null) ?? lastRequestId
  const broken = <Broken>{id !== null && <RequestId id={id} />}</Broken>
  return isCodeMissing(error) ? <MissingCode>{broken}</MissingCode> : broken
}

/**
 * The code of a screen could not be loaded. As soon as Ken responds, the code is gone since an
 * update, and the page replaces itself; if it has just done so, something is broken.
 */
function MissingCode({ children }: { readonly children: ReactNode }): ReactNode {
  const messages = useMessages(frameMessages)
  const session = useSession()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const ended = new AbortController()
    const wait = async () => {
      while (!(await responds(ended.signal))) await pause(pauseMs, ended.signal)
      setBroken(!session.renew())
    }
    // Its only rejection is the end of the wait.
    wait().catch(() => {})
    return () => ended.abort()
  }, [session])
  if (isBroken) return children
  return (
    <div className="message-screen">
      <h1>{messages.unreachableTitle}</h1>
      <p role="status">{messages.unreachable}</p>
    </div>
  )
}

async function responds(signal: AbortSignal): Promise<boolean> {
  try {
    const { ok } = await fetch(`${mountPath()}/`, { method: 'HEAD', cache: 'no-store', signal })
    return ok
  } catch {
    signal.throwIfAborted()
    return false
  }
}
