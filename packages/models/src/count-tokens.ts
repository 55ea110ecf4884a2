/** A tokenizer needs quadratic time for a text without spaces, so it gets pieces. */
const pieceLength = 400

// Loading takes a quarter of a second, which a process without a model need not spend.
const tokenizer = () => import('gpt-tokenizer/encoding/o200k_base')

/** Loads the vocabulary, in which time the process does nothing else. */
export const loadTokenizer = async (): Promise<void> => void (await tokenizer())

/**
 * Counts tokens of o200k, the vocabulary of OpenAI's models; the counts of other models differ by up to a fifth. Cuts long
 * texts, which adds a few tokens. Control words of a model count as plain text.
 */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await tokenizer()
  let tokens = 0
  for (let at = 0; at < text.length; at += pieceLength)
    tokens += count(text.slice(at, at + pieceLength).toWellFormed(), {
      disallowedSpecial: new Set(),
    })
  return tokens
}
