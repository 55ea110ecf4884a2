import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { appManifest, newAppUrl } from './app-manifest.ts'

const page = fileURLToPath(new URL('../../../../docs/workspace-chat.md', import.meta.url))

it('is in the address of the page that creates the app', () => {
  const url = new URL(newAppUrl)
  expect(url.origin + url.pathname).toBe('https://api.slack.com/apps')
  expect(url.searchParams.get('new_app')).toBe('1')
  expect(JSON.parse(url.searchParams.get('manifest_json') ?? '')).toEqual(appManifest)
})

it('is the manifest of the documentation', () => {
  const [, manifest = ''] = /```json\n(.*?)```/s.exec(readFileSync(page, 'utf8')) ?? []
  expect(JSON.parse(manifest)).toEqual(appManifest)
})
