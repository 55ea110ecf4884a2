/**
 * What whoever is not answered is told, whatever the reason: a stranger, a wrong, old or used code, too many messages or
 * guesses, an account that is off. It names nothing that would tell these apart, or what stands behind the bot.
 */
export const refusalText = 'I cannot answer this. If you were given a code, send it alone, as it is written.'

/** After its arrival, whatever it took to find the reason. */
export const refusalAfterMs = 500

const shownCode = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** Whether a text is exactly as codes are shown: from somebody linked, anything less is a question, as `printers` is. */
export const isShownCode = (text: string): boolean => shownCode.test(text.trim())
