/** What to say about a refusal with this code, which the server describes in English. */
export type Refusal = (code: string, detail: string) => string
