import type { Ken } from '@ken/composition'
import type { BackgroundRole } from '@ken/core/ports'
import { carryOut } from './carry-out.ts'
import { keepHeartbeat } from './keep-heartbeat.ts'
import { listen } from './listen.ts'
import { schedules } from './schedules.ts'

/** `worker` carries out what follows from requests, such as mail; `scheduler` does what recurs, and listens to team chat. */
export type WorkerRole = BackgroundRole

export type WorkerOptions = { readonly ken: Pick<Ken, 'ports' | 'work'>; readonly roles: readonly WorkerRole[] }

/** Works in the background until it is closed: then it takes nothing more, and finishes what is under way for at most 10 s. */
export async function startWorker({ ken, roles }: WorkerOptions): Promise<{ readonly close: () => Promise<void> }> {
  const { ports, work } = ken
  const working = await work({
    carryOut: roles.includes('worker') ? (job, past) => carryOut(ports, job, past) : null,
    schedules: roles.includes('scheduler')
      ? schedules.map(({ cron, useCase }) => ({ name: useCase.name, cron, run: () => useCase(ports) }))
      : null,
  })
  const parts = [working, keepHeartbeat(ports, roles), ...(roles.includes('scheduler') ? [listen(ports)] : [])]
  return { close: async () => void (await Promise.all(parts.map((part) => part.close()))) }
}
