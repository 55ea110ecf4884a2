import type { Transacts } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type ReportProxy = { readonly peer: string }

/** Records for `ken doctor` that a peer forwards requests without being a trusted proxy. */
export async function reportProxy(
  ports: Transacts<'proxyReports'>,
  { peer }: ReportProxy,
): Promise<void> {
  await ports.transact(async ({ proxyReports }) => ok(await proxyReports.record(peer)))
}
