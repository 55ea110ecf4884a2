/** A peer that forwarded a request without being a trusted proxy, and when it was last reported. */
export type ReportedProxy = { readonly peer: string; readonly seenAt: Date }

/** For how many days a report counts. */
export const proxyReportDays = 7

/** Stores the undeclared proxies, so that other processes can report them. */
export interface ProxyReportStore {
  /**
   * Stores a report of now, replacing an earlier one of this peer, and deletes those older than
   * `proxyReportDays`.
   */
  record(peer: string): Promise<void>

  /** The reports of the last `proxyReportDays`, newest first, at most `limit`. */
  list(limit: number): Promise<readonly ReportedProxy[]>
}
