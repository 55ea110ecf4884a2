import type { Ports } from '../ports/index.ts'
import { ok } from '../model/result.ts'

export type ReportProxy = { readonly peer: string }

/** Keeps that a peer forwards requests without being a trusted proxy, for `ken doctor` to say it. */
export async function reportProxy(ports: Pick<Ports, 'transact'>, { peer }: ReportProxy): Promise<void> {
  await ports.transact(async ({ proxyReports }) => ok(await proxyReports.note(peer)))
}
