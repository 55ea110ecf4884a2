/** How long a search may run in the database if nothing else is configured. */
export const searchBudgetMsDefault = 2_000
