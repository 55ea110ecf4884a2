const fixture = 'calls a tool, resource or prompt of a test server by its name'
const noPrompts = 'asks for prompts, which Ken does not have'

/** The scenarios of the conformance suite that Ken fails, with the reason. All others pass. */
export const expectedFailures: { readonly [scenario: string]: string } = {
  'completion-complete': 'asks to complete arguments, which Ken does not offer',
  'logging-set-level': 'asks for log messages, which Ken does not send',
  caching: noPrompts,
  'prompts-list': noPrompts,
  'prompts-get-simple': noPrompts,
  'prompts-get-with-args': noPrompts,
  'prompts-get-embedded-resource': noPrompts,
  'prompts-get-with-image': noPrompts,
  'resources-subscribe': 'subscribes to changes, which Ken does not announce',
  'resources-unsubscribe': 'subscribes to changes, which Ken does not announce',
  'server-stateless': `${fixture}, and subscribes to changes, which Ken does not announce`,
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
}

/** Extensions that Ken does not offer, which need tools of a test server, too. */
export const isExtension = (scenario: string): boolean =>
  /^(?:tasks-|input-required-result-)/.test(scenario)

/** What fails in a scenario that otherwise passes. */
export const expectedChecks: { readonly [scenario: string]: readonly string[] } = {
  'server-stateless': [
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-missing-capability-http-400',
    'sep-2575-server-no-log-without-loglevel',
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-server-sends-subscription-ack',
    'sep-2575-server-tags-subscription-id',
  ],
  caching: ['sep-2549-prompts-list-caching-hints'],
}
