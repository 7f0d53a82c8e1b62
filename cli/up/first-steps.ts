/** Gives the output of `up` when everything answers. */
export function firstSteps(options: {
  api: string
  token: string
  token_file: string
  sample: boolean
  private_stack: boolean
  shows_metrics: boolean
  log_folder: string
}): string {
  const { api, token, sample } = options
  const curl = (path: string) => `  curl -H 'Authorization: Bearer ${token}' '${api}${path}'`
  const lines = [
    '',
    `Console    ${api}/console      (in a browser: sign in with the token)`,
    `API        ${api}/v1/bills      OpenAPI ${api}/v1/openapi.json${options.shows_metrics ? `      metrics ${api}/metrics` : ''}`,
    `Token      ${token}      (account demo, business tier; kept in ${options.token_file})`,
    `Logs       ${options.log_folder}`,
    'Stop       Ctrl-C here, or npm stop from another terminal',
  ]
  if (options.private_stack) {
    lines.push(
      'Webhooks   http and loopback addresses are allowed (WEBHOOK_ALLOW_INSECURE=1): for trials only',
    )
  }
  lines.push('', 'Try:')
  if (sample) {
    lines.push(
      curl('/v1/bills?jurisdiction=zz&limit=3'),
      curl('/v1/bills?q=pollinators'),
      curl('/v1/bills?updated_since=2026-01-01&limit=2'),
      curl('/v1/scorecards?jurisdiction=zz'),
      curl('/v1/representatives?address=101%20Birch%20Ave%20N,%20Adamsville,%20ZZ'),
      '',
      'Receive webhooks (a second terminal), then change something (a third): a first load sends none.',
      '  npm run legislog -- receive',
      '  npm run legislog -- ingest openstates-scraper sample/revision',
    )
  } else {
    lines.push(curl('/v1/jurisdictions'))
  }
  lines.push(
    '',
    'Load real data:',
    '  npm run legislog -- ingest openstates-scraper <folder of Open States scraper output>',
    '',
  )
  return lines.join('\n')
}
