/** When to stop calling a model: people should not wait for one that does not respond. */
export const breakerOptions = { failuresMax: 3, pauseMs: 10_000 } as const
