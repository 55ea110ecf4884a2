const overdueSecondsMax = 300

/** Whether a job is so long overdue that probably no worker runs. */
export const isStalled = (overdueSeconds: number): boolean => overdueSeconds >= overdueSecondsMax
