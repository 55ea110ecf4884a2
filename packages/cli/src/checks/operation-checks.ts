import {
  listMissingRoles,
  listReportedProxies,
  missingRoleText,
  operator,
  showQueue,
} from '@ken/core'
import { backgroundRoles, type BackgroundRole } from '@ken/core/ports'
import { plural } from '../terminal/output.ts'
import type { Connection } from '../world.ts'
import { passed, skip, warn, type Check } from './check.ts'

/** How to start a background role. Only the process that has the embedded database open can run one. */
function startAdvice({ own, config }: Pick<Connection, 'own' | 'config'>, role: BackgroundRole) {
  if (config.databaseUrl !== null) return `Start one with: ken ${role}`
  if (own !== null) return 'Start Ken with: ken start'
  return 'The program that embeds Ken must start one: startWorker of @ken/worker.'
}

/** What stalled jobs need. */
export const stalledText = (connection: Pick<Connection, 'own' | 'config'>): string =>
  `Jobs are waiting, and no worker runs them. ${startAdvice(connection, 'worker')}`

/** Whether workers run jobs, here or in the server that has the database. */
export async function checkQueue(connection: Connection): Promise<Check> {
  const shown = await connection.run(showQueue, { actor: operator })
  if (!shown.ok) throw new Error(shown.error.code)
  const { counts, isStalled } = shown.value
  const deadLettered = counts.reduce((total, count) => total + count.deadLettered, 0)
  if (isStalled) return warn('queue', stalledText(connection))
  if (deadLettered === 0)
    return passed('queue', 'No job has waited for long, and there are no dead letters.')
  return warn('queue', `${plural(deadLettered, 'job')} failed for good. See why with: ken queue`)
}

/** Whether workers and schedulers run. On the embedded database they are part of the server. */
export async function checkBackground(connection: Connection): Promise<readonly Check[]> {
  const { run, own, config } = connection
  const isServerDown = own !== null && config.databaseUrl === null
  if (isServerDown)
    return backgroundRoles.map((role) =>
      skip(role, 'Not checked: Ken is not running here. Start it with: ken start'),
    )
  const listed = await run(listMissingRoles, { actor: operator })
  if (!listed.ok) throw new Error(listed.error.code)
  return backgroundRoles.map((role) => {
    if (!listed.value.includes(role)) return passed(role, `At least one ${role} runs.`)
    return warn(role, `${missingRoleText[role]} ${startAdvice(connection, role)}`)
  })
}

/** Whether requests came through an undeclared proxy, so that many people counted as one client. */
export async function checkProxies({
  run,
  config,
}: Pick<Connection, 'run' | 'config'>): Promise<Check> {
  const name = 'proxies'
  const { clientAddress } = await import('@ken/http')
  const { isTrusted } = clientAddress(config.trustedProxies)
  const undeclared = (await run(listReportedProxies, { actor: operator })).filter(
    ({ peer }) => !isTrusted(peer),
  )
  if (undeclared.length === 0) return passed(name, 'No requests came through an undeclared proxy.')
  const peers = undeclared.map(({ peer }) => peer).join(', ')
  return warn(
    name,
    `Requests from ${peers} carried X-Forwarded-For or the like, and KEN_TRUSTED_PROXIES does not name this peer. If it is your reverse proxy, add it and restart Ken: until then everyone behind it counts as one client, and one attacker can block sign-in for all. If it is not, ignore this; the report disappears within a week.`,
  )
}
