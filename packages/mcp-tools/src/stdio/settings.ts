import { readFileSync } from 'node:fs'

/** Where Ken is, and the key of the person for whom the assistant works. */
export type McpSettings = { readonly url: string; readonly key: string }

type Environment = { readonly [name: string]: string | undefined }

/**
 * Reads `KEN_URL` and `KEN_API_KEY`, or the file that `KEN_API_KEY_FILE` names. Throws an error that says what to set;
 * it never repeats a value, which may be a key.
 */
export function mcpSettings(env: Environment): McpSettings {
  const url = addressIn(env['KEN_URL'] ?? '')
  if (url === null)
    throw new Error(
      'Set KEN_URL to the address of Ken, such as https://ken.example.com, without query, fragment, name or password.',
    )
  const key = keyOf(env).trim()
  if (!/^ken_[\x21-\x7e]+$/.test(key))
    throw new Error(
      `Set KEN_API_KEY to an API key, which begins with ken_, or KEN_API_KEY_FILE to a file with one. Create a key at ${url}.`,
    )
  return { url, key }
}

/** A web address to which paths can be appended; null for any other text. */
function addressIn(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || /[?#]/.test(text)) return null
  if (url.username !== '' || url.password !== '') return null
  return url.href.replace(/\/+$/, '')
}

/** An empty value counts as unset, as it does for `ken search`. */
function keyOf({ KEN_API_KEY: key = '', KEN_API_KEY_FILE: file = '' }: Environment): string {
  if (key !== '' && file !== '')
    throw new Error('KEN_API_KEY and KEN_API_KEY_FILE are both set. Remove one of them.')
  if (file === '') return key
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error('KEN_API_KEY_FILE names a file that cannot be read.')
  }
}
