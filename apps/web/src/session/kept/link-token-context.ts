import { createContext } from 'react'

/** The token of the emailed link that this page was opened with; null at other addresses. */
export const LinkTokenContext = createContext<string | null>(null)
