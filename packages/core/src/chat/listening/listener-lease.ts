import type { ChatSource } from '../../model/chat/chat-source.ts'
import type { Ports, Transacts } from '../../ports/index.ts'
import { ok } from '../../model/result.ts'

/** The lease by which one process listens to a chat at a time. */
export type ListenerLease = {
  /**
   * Acquires or renews it; false while another process holds it. After an error, the lease counts as held until it
   * expires.
   */
  readonly acquire: () => Promise<boolean>
  /**
   * Whether it is held, by the clock of this process. Its time counts from before it was requested, so that a process
   * that was suspended notices the end at once. False if the clock was set back by more than its error: the end is
   * unknown then.
   */
  readonly isHeld: () => boolean
  /** Logs once that it was acquired, and later that it was lost: not for a chat that no one uses. */
  readonly logUse: () => void
  /** Renews it while it is held. Rejects once another process may hold it, and while the database does not say. */
  readonly confirm: () => Promise<void>
  readonly release: () => Promise<void>
}

const leaseNames: { readonly [Source in ChatSource]: string } = {
  teamchat: 'team_chat_listener',
  workspace_chat: 'workspace_chat_listener',
  bot_messenger: 'bot_messenger_listener',
}

/** When the listening process dies, another takes over after this time and one poll. */
export const leaseSeconds = 30
/** How far the estimated time may move back when it is measured again. */
const clockErrorMs = 1_000

export function listenerLease(
  { clock, ids, log, transact }: Pick<Ports, 'clock' | 'ids' | 'log'> & Transacts<'leases'>,
  source: ChatSource,
): ListenerLease {
  const leaseName = leaseNames[source]
  const holder = ids.newId()
  const nowMs = () => clock.now().getTime()
  let heldUntilMs: number | null = null
  let isLogged = false
  const isHeld = () => {
    const restMs = heldUntilMs === null ? 0 : heldUntilMs - nowMs()
    return restMs > 0 && restMs <= leaseSeconds * 1_000 + clockErrorMs
  }
  async function acquire(): Promise<boolean> {
    const askedMs = nowMs()
    const { value: isTaken } = await transact(async ({ leases }) =>
      ok(await leases.acquire(leaseName, holder, leaseSeconds)),
    )
    if (!isTaken && isLogged) log.warn('chat.lease_lost', { source })
    isLogged &&= isTaken
    heldUntilMs = isTaken ? askedMs + leaseSeconds * 1_000 : null
    return isTaken
  }
  return {
    acquire,
    isHeld,

    logUse() {
      if (!isLogged) log.info('chat.lease_taken', { source })
      isLogged = true
    },

    async confirm() {
      if (isHeld()) await acquire()
      if (!isHeld()) throw notHeld()
    },

    async release() {
      heldUntilMs = null
      isLogged = false
      await transact(async ({ leases }) => ok(await leases.release(leaseName, holder)))
    },
  }
}

/** The error of work for which the lease is needed. */
export const notHeld = (): Error => new Error('Another process listens to this chat by now.')
