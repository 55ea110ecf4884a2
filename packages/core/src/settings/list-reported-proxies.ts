import type { Operator } from '../model/actor.ts'
import type { ReportedProxy, Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type ListReportedProxies = { readonly actor: Operator }

const reportsMax = 20

/** Lists peers that recently forwarded requests without being trusted proxies, newest first. */
export async function listReportedProxies(
  ports: Transacts<'proxyReports'>,
  _command: ListReportedProxies,
): Promise<readonly ReportedProxy[]> {
  return (await ports.transact(async ({ proxyReports }) => ok(await proxyReports.list(reportsMax))))
    .value
}
