/**
 * The uniform refusal text, for every reason: a stranger, a wrong, old or used code, too many messages or attempts, a
 * deactivated account. It reveals neither the reason nor the service.
 */
export const refusalText =
  'I cannot answer this. If you were given a code, send it alone, as it is written.'

/** The refusal is posted this long after the post arrived, for every reason. */
export const refusalAfterMs = 500

const codeLike = /^(?:[\p{Dash_Punctuation}\s]*[\dA-TV-Z]){8}[\p{Dash_Punctuation}\s]*$/iu

/** Whether a text may be a link code, by its form alone. */
export const mayBeCode = (text: string): boolean => codeLike.test(text)

const formattedCode = /^[0-9A-Z]{4}-[0-9A-Z]{4}$/

/** Whether a text is written exactly as codes are shown. From a linked person, any other text is a question, such as `printers`. */
export const isFormattedCode = (text: string): boolean => formattedCode.test(text.trim())
