const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})

/** What stands above the paths, and what they name from everywhere. */
export const head = {
  openapi: '3.1.0',
  info: {
    title: 'legislog',
    version: '1',
    summary: 'Bills, roll calls, legislators, committees and regulations of the United States',
    description: [
      'Bills, roll calls, legislators, committees and regulations of the states, D.C., the territories and Congress.',
      'Every path under /v1 is also served under /api/v1.',
      'Collections are pages of `data` with a `next_cursor`; with `updated_since` they tell what has changed, oldest first,',
      'and X-Sync-Through says where the next walk begins. What is added to an answer later breaks nobody: read what you',
      'know and pass over the rest. Refusals are problem details (RFC 9457) with a `code` of a closed list.',
    ].join(' '),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: 'The host that this document came from' }],
  tags: [
    { name: 'Bills', description: 'Bills and what hangs on them: history, sponsors, texts, referrals.' },
    { name: 'Votes', description: "Roll calls with each member's vote." },
    { name: 'Legislators', description: 'People who hold or held a seat.' },
    { name: 'Committees', description: 'Committees and their members.' },
    { name: 'Regulations', description: 'Documents of federal agencies, and how to comment on them.' },
    { name: 'Search', description: 'One ranked list over bills and regulations.' },
    { name: 'Jurisdictions', description: 'Places with their chambers and sessions.' },
    { name: 'Divisions', description: 'What is held of a place, how fresh it is, and its boundary.' },
    {
      name: 'Webhooks',
      description: 'Endpoints that are called when something happens, and what was sent to them.',
    },
    { name: 'Tokens', description: 'What lets a caller in.' },
    { name: 'Account', description: 'What an account has used, and what it may.' },
    { name: 'Service', description: 'For whoever runs it: is it alive, can it serve.' },
  ],
  security: [{ bearer: [] }, { apikey: [] }],
} as const

export const components = {
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        '`Authorization: Bearer <token>`. A token holds scopes; each operation names the one that it needs.',
    },
    apikey: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: '`Authorization: apikey <token>`: equal to Bearer, for tools that send it so.',
    },
  },
  headers: {
    'X-Request-Id': text(
      "The caller's own where it is a plain word of 8 to 64 characters, else ours.",
      '0f6f6b1e35a55f2e',
    ),
    RateLimit: text(
      'What is left of the minute, and seconds until it is whole again.',
      '"minute";r=1199;t=42',
    ),
    'RateLimit-Policy': text('The limit of the account’s tier.', '"minute";q=1200;w=60'),
    'Retry-After': text('Seconds to wait.', '5'),
    ETag: text('Weak, of the content: send it as If-None-Match.', 'W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"'),
    'X-Sync-Through': text(
      'What to pass as `updated_since` next time: that of the last page of a walk.',
      '2026-02-03T17:20:01.123456Z',
    ),
    'X-Page-Cut': text(
      '`bytes` if a page ends before its `limit` because its items are as large as a page may be; `next_cursor` goes on.',
      'bytes',
    ),
    Link: text(
      'The next page, as `rel="next"`; not there on the last one.',
      '</v1/bills?cursor=WzEsMSwiaWQiXQ>; rel="next"',
    ),
    'Idempotency-Replayed': text('`true` where a repeat is answered as the first time.', 'true'),
    Location: text('Where it is.', '/v1/bills/2077'),
    'WWW-Authenticate': text('How to authenticate, and what was wrong.', 'Bearer error="invalid_token"'),
  },
} as const
