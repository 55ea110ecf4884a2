const overdueSecondsMax = 300

/** Whether jobs wait for so long that it looks as if nobody carried any out. */
export const isNeglected = (overdueSeconds: number): boolean => overdueSeconds >= overdueSecondsMax
