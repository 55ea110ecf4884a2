import type { Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'

/** That this process listens, and no other. */
export type ListenerLease = {
  /** Takes or prolongs it; false while another has it. Throws when that cannot be known: then it is held until its end. */
  readonly take: () => Promise<boolean>
  /** By the clock of this process, from before it asked: a process that was stopped meanwhile knows at once that it is over. */
  readonly isHeld: () => boolean
  readonly release: () => Promise<void>
}

const leaseName = 'team_chat_listener'

/** Together with the time from look to look, how long nobody listens when the process that did dies. */
export const leaseSeconds = 30

export function listenerLease({ clock, ids, log, transact }: Pick<Ports, 'clock' | 'ids' | 'log' | 'transact'>): ListenerLease {
  const holder = ids.newId()
  const nowMs = () => clock.now().getTime()
  let heldUntilMs: number | null = null
  const isHeld = () => heldUntilMs !== null && nowMs() < heldUntilMs
  return {
    isHeld,

    async take() {
      const askedMs = nowMs()
      const { value: isTaken } = await transact(async ({ leases }) => ok(await leases.take(leaseName, holder, leaseSeconds)))
      if (isTaken && heldUntilMs === null) log.info('team_chat.lease_taken')
      if (!isTaken && heldUntilMs !== null) log.warn('team_chat.lease_lost')
      heldUntilMs = isTaken ? askedMs + leaseSeconds * 1_000 : null
      return isTaken
    },

    async release() {
      heldUntilMs = null
      await transact(async ({ leases }) => ok(await leases.release(leaseName, holder)))
    },
  }
}
