import { readFileSync } from 'node:fs'

/** Where Ken is, and the key of the person for whom the assistant works. */
export type McpSettings = { readonly url: string; readonly key: string }

type Environment = { readonly [name: string]: string | undefined }

/**
 * Reads `KEN_URL` and `KEN_API_KEY`, or the file that `KEN_API_KEY_FILE` names. Throws an error that says what to set;
 * it never repeats a value, which may be a key.
 */
export function mcpSettings(env: Environment): McpSettings {
  const url = env['KEN_URL'] ?? ''
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error('Set KEN_URL to the address of Ken, such as https://ken.example.com.')
  const key = keyOf(env).trim()
  if (!/^ken_[\x21-\x7e]+$/.test(key))
    throw new Error(
      `Set KEN_API_KEY to an API key, which begins with ken_, or KEN_API_KEY_FILE to a file with one. Create a key at ${url}.`,
    )
  return { url: url.replace(/\/+$/, ''), key }
}

function keyOf({ KEN_API_KEY: key, KEN_API_KEY_FILE: file }: Environment): string {
  if (key !== undefined && file !== undefined)
    throw new Error('KEN_API_KEY and KEN_API_KEY_FILE are both set. Remove one of them.')
  if (file === undefined) return key ?? ''
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error('KEN_API_KEY_FILE names a file that cannot be read.')
  }
}
