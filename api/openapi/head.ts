const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})

/** The head of the document, and its shared components. */
export const head = {
  openapi: '3.1.0',
  info: {
    title: 'legislog',
    version: '1',
    summary: 'Bills, roll calls, legislators, committees and regulations of the United States',
    description: [
      'Bills, roll calls, legislators, committees and regulations of the states, D.C., the territories and Congress.',
      'Every path under /v1 is also served under /api/v1.',
      'Collections are pages of `data` with a `next_cursor`; with `updated_since` they list changes, oldest first,',
      'and X-Sync-Through says where the next walk begins. Answers may get new fields: read the fields that you',
      'know and ignore the rest. Errors are problem details (RFC 9457) with a `code` of a closed list.',
    ].join(' '),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'The host that served this document' }],
  tags: [
    { name: 'Bills', description: 'Bills with their history, sponsors, texts and referrals.' },
    { name: 'Votes', description: "Roll calls with each member's vote." },
    { name: 'Legislators', description: 'People who hold or held a seat.' },
    {
      name: 'Representatives',
      description: 'Addresses: their districts and the officials who are seated.',
    },
    { name: 'Committees', description: 'Committees and their members.' },
    { name: 'Regulations', description: 'Documents of federal agencies, and how to comment on them.' },
    {
      name: 'Scorecards',
      description: 'What organizations say about the votes of legislators, with scores that add up.',
    },
    { name: 'Targets', description: 'Organizations to talk to about a bill or rule, with the evidence.' },
    {
      name: 'Advocacy',
      description: 'Organizations that act on bills and rules, with their filings and positions.',
    },
    { name: 'Search', description: 'One ranked list over bills and regulations.' },
    { name: 'Jurisdictions', description: 'Places with their chambers and sessions.' },
    { name: 'Divisions', description: 'Stored data of a place, its freshness, and its boundary.' },
    {
      name: 'Webhooks',
      description: 'Endpoints that receive events, and their deliveries.',
    },
    {
      name: 'Bill sheets',
      description:
        'Lists of bills that an account keeps, with positions and notes, by hand or by a saved search.',
    },
    { name: 'Widgets', description: 'What sites of the account show to their visitors.' },
    { name: 'Alerts', description: 'Digests of what happens to bills, by mail or as a feed.' },
    { name: 'Leads', description: 'People who sign up at a widget.' },
    { name: 'Stakeholder pages', description: 'Pages that show the bills of a sheet to everybody.' },
    { name: 'Tokens', description: 'API credentials.' },
    { name: 'Account', description: 'Usage and limits of an account.' },
    { name: 'Service', description: 'For operators: liveness and readiness.' },
  ],
  security: [{ bearer: [] }, { apikey: [] }],
} as const

export const components = {
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        '`Authorization: Bearer <token>`. A token has scopes; each operation names the scope that it needs.',
    },
    apikey: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: '`Authorization: apikey <token>` has the same effect as Bearer.',
    },
  },
  headers: {
    'X-Request-Id': text(
      'The id from the request if it is a plain word of 8 to 64 characters, or else a new one.',
      '0f6f6b1e35a55f2e',
    ),
    RateLimit: text(
      'Remaining requests of the minute, and seconds until it resets; after an address lookup, a second policy `lookups` says what remains of the month.',
      '"minute";r=1199;t=42',
    ),
    'RateLimit-Policy': text('The limit of the account’s tier.', '"minute";q=1200;w=60'),
    'Retry-After': text('Seconds to wait.', '5'),
    ETag: text('Weak ETag of the content: send it as If-None-Match.', 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'),
    'X-Sync-Through': text(
      'Value of `updated_since` for the next walk: use the one of the last page.',
      '2026-02-03T17:20:01.123456Z',
    ),
    'X-Page-Cut': text(
      '`bytes` if a page ends before its `limit` because it reached the largest page size; `next_cursor` continues.',
      'bytes',
    ),
    Link: text(
      'The next page, as `rel="next"`; absent on the last page.',
      '</v1/bills?cursor=WzEsMSwiaWQiXQ>; rel="next"',
    ),
    'Idempotency-Replayed': text('`true` if a repeat gets the first answer.', 'true'),
    Location: text('The address of the entity.', '/v1/bills/2077'),
    'WWW-Authenticate': text('The accepted authentication, and the fault.', 'Bearer error="invalid_token"'),
  },
} as const
