/** What is served to the conformance suite. */
export type Offered = 'the tools of Ken' | 'what the suite expects'

/** The scenarios that fail, with the reason. */
export type ExpectedFailures = { readonly [scenario: string]: string }

const fixture = 'calls a tool, resource or prompt of a test server by its name'
const noPrompts = 'asks for prompts, which Ken does not have'
const noSubscription = 'subscribes to changes, which Ken does not announce'
const noSession =
  'waits for a request of the server to its client, which needs a session; Ken keeps none'

/** The scenarios of the conformance suite that fail, with the reason. All others pass. */
export const expectedFailures: { readonly [offered in Offered]: ExpectedFailures } = {
  'the tools of Ken': {
    'completion-complete': 'asks to complete arguments, which Ken does not offer',
    'logging-set-level': 'asks for log messages, which Ken does not send',
    caching: noPrompts,
    'prompts-list': noPrompts,
    'prompts-get-simple': noPrompts,
    'prompts-get-with-args': noPrompts,
    'prompts-get-embedded-resource': noPrompts,
    'prompts-get-with-image': noPrompts,
    'resources-subscribe': noSubscription,
    'resources-unsubscribe': noSubscription,
    'server-stateless': `${fixture}, and ${noSubscription}`,
    'resources-read-text': fixture,
    'resources-read-binary': fixture,
    'resources-templates-read': fixture,
    'json-schema-2020-12': fixture,
    'http-custom-header-server-validation': fixture,
    'elicitation-sep1034-defaults': fixture,
    'elicitation-sep1330-enums': fixture,
    'tools-call-simple-text': fixture,
    'tools-call-image': fixture,
    'tools-call-audio': fixture,
    'tools-call-embedded-resource': fixture,
    'tools-call-mixed-content': fixture,
    'tools-call-with-logging': fixture,
    'tools-call-error': fixture,
    'tools-call-with-progress': fixture,
    'tools-call-sampling': fixture,
    'tools-call-elicitation': fixture,
    'input-required-result-basic-elicitation': fixture,
    'input-required-result-basic-sampling': fixture,
    'input-required-result-basic-list-roots': fixture,
    'input-required-result-request-state': fixture,
    'input-required-result-multiple-input-requests': fixture,
    'input-required-result-multi-round': fixture,
    'input-required-result-non-tool-request': fixture,
    'input-required-result-result-type': fixture,
    'input-required-result-tampered-state': fixture,
    'input-required-result-capability-check': fixture,
  },
  'what the suite expects': {
    'elicitation-sep1034-defaults': noSession,
    'elicitation-sep1330-enums': noSession,
    'tools-call-elicitation': noSession,
    'tools-call-sampling': noSession,
    'server-stateless': noSubscription,
  },
}

/** The tasks of an extension, which no revision requires and Ken does not offer. */
export const isExtension = (scenario: string): boolean => scenario.startsWith('tasks-')

const ofSubscriptions = [
  'sep-2575-server-sends-subscription-ack',
  'sep-2575-server-tags-subscription-id',
]

type ExpectedChecks = { readonly [scenario: string]: readonly string[] }

/** What fails in a scenario that otherwise passes. */
export const expectedChecks: { readonly [offered in Offered]: ExpectedChecks } = {
  'the tools of Ken': {
    'server-stateless': [
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-missing-capability-http-400',
      'sep-2575-server-no-log-without-loglevel',
      'sep-2575-server-rejects-undeclared-capability',
      ...ofSubscriptions,
    ],
    caching: ['sep-2549-prompts-list-caching-hints'],
  },
  'what the suite expects': { 'server-stateless': ofSubscriptions },
}
