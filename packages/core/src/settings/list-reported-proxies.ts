import type { Operator } from '../model/actor.ts'
import type { Ports, ReportedProxy } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type ListReportedProxies = { readonly actor: Operator }

const reportsMax = 20

/** The peers that lately forwarded requests without being trusted proxies, newest first. */
export async function listReportedProxies(
  ports: Pick<Ports, 'transact'>,
  _command: ListReportedProxies,
): Promise<readonly ReportedProxy[]> {
  return (await ports.transact(async ({ proxyReports }) => ok(await proxyReports.list(reportsMax)))).value
}
