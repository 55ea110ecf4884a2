const pauseSeconds = [1, 2, 5, 10] as const

/** How long to wait before Ken is asked again, after this number of failed attempts. */
export const pauseMsAfter = (failures: number): number =>
  pauseSeconds[Math.min(failures, pauseSeconds.length - 1)]! * 1000
