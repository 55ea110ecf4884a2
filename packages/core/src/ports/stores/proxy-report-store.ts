/** A peer that forwarded a request although it is no trusted proxy, and when it was last reported. */
export type ReportedProxy = { readonly peer: string; readonly seenAt: Date }

/** Days for which a report counts. */
export const proxyReportDays = 7

/** Keeps which peers forward requests without being declared, so that other processes can say it. */
export interface ProxyReportStore {
  /** Keeps a report of this moment, in place of an earlier one of the peer, and drops those older than `proxyReportDays`. */
  note(peer: string): Promise<void>

  /** The reports of the last `proxyReportDays`, newest first, at most `limit`. */
  list(limit: number): Promise<readonly ReportedProxy[]>
}
