import { useState, type ReactNode } from 'react'
import { useMessages } from '../language/use-messages.ts'
import { Choice } from '../ui/choice.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { keyMessages } from './messages.ts'
import './key-examples.css'

type Use = { readonly apiKey: string; readonly url: string }

const programs = ['curl', 'TypeScript', 'Python', 'MCP client'] as const
type Program = (typeof programs)[number]

const examples: { readonly [Name in Program]: (use: Use) => string } = {
  curl: ({ apiKey, url }) => `curl '${url}/public/v1/search' \\
  -H 'Authorization: Bearer ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"query": "vpn"}'`,
  TypeScript: ({ apiKey, url }) => `const response = await fetch('${url}/public/v1/search', {
  method: 'POST',
  headers: {
    authorization: 'Bearer ${apiKey}',
    'content-type': 'application/json',
  },
  body: JSON.stringify({ query: 'vpn' }),
})
const { results } = await response.json()`,
  Python: ({ apiKey, url }) => `import json, urllib.request

request = urllib.request.Request(
    "${url}/public/v1/search",
    data=json.dumps({"query": "vpn"}).encode(),
    headers={
        "Authorization": "Bearer ${apiKey}",
        "Content-Type": "application/json",
    },
)
results = json.load(urllib.request.urlopen(request))["results"]`,
  'MCP client': ({ apiKey, url }) => `{
  "mcpServers": {
    "ken": {
      "type": "http",
      "url": "${url}/mcp",
      "headers": { "Authorization": "Bearer ${apiKey}" }
    }
  }
}`,
}

/** How programs use a key, ready to copy. */
export function KeyExamples(use: Use): ReactNode {
  const messages = useMessages(keyMessages)
  const [program, setProgram] = useState<Program>('curl')
  const text = examples[program](use)
  return (
    <section className="key-examples">
      <Choice
        label={messages.useIt}
        name="program"
        options={programs.map((value) => ({ value, text: value }))}
        chosen={program}
        onChoose={setProgram}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <pre className="key-example" role="region" aria-label={program} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <div>
        <CopyButton text={text} label={messages.copyExample} />
      </div>
    </section>
  )
}
