import type { Definition } from './definition.ts'

/** Pages and widgets that people outside of an account see. */
export const pagesSettings = {
  public_origin: {
    env: 'PUBLIC_ORIGIN',
    kind: 'url',
    default: '',
    does: 'Origin of pages and widgets, such as https://pages.example.org, at which the API does not answer; empty: that of the API, if HOST is loopback',
  },
  trusted_proxies: {
    env: 'TRUSTED_PROXIES',
    kind: 'list',
    default: '',
    does: 'Addresses or networks of proxies before the API, whose X-Forwarded-For names the visitor; empty: none',
  },
  widget_requests_a_minute: {
    env: 'WIDGET_REQUESTS_A_MINUTE',
    kind: 'integer',
    between: [0, 1_000_000],
    default: '1200',
    does: 'Most requests of all visitors to one widget in a minute; 0: no limit',
  },
  visitor_requests_a_minute: {
    env: 'VISITOR_REQUESTS_A_MINUTE',
    kind: 'integer',
    between: [0, 1_000_000],
    default: '120',
    does: 'Most requests of one address to pages and widgets in a minute, counted by each API process; 0: no limit',
  },
  visitor_forms_a_minute: {
    env: 'VISITOR_FORMS_A_MINUTE',
    kind: 'integer',
    between: [0, 1_000_000],
    default: '10',
    does: 'Most lookups and sign-ups of one address in a minute, counted by each API process; 0: no limit',
  },
} as const satisfies Record<string, Definition>
