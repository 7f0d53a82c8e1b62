import type { Definition } from './definition.ts'

/** Where sources are fetched from, with which key, and how patiently. */
export const fetchingSettings = {
  ingest_contact: {
    env: 'INGEST_CONTACT',
    kind: 'text',
    default: '',
    does: 'Mail or web address that publishers can reach us at; stands in the User-Agent of every request',
  },
  ingest_rates: {
    env: 'INGEST_RATES',
    kind: 'text',
    default: '',
    does: 'Requests a minute by source, such as legiscan=10,regulations-gov=60; else what the publisher allows',
  },
  ingest_private_hosts: {
    env: 'INGEST_PRIVATE_HOSTS',
    kind: 'text',
    default: '',
    does: 'Hosts that redirects and links of records may lead to though they are not public, such as mirror.internal',
  },
  ingest_attempts: {
    env: 'INGEST_ATTEMPTS',
    kind: 'integer',
    default: '6',
    does: 'How often one request is made before its source counts as unavailable',
  },
  ingest_silence_ms: {
    env: 'INGEST_SILENCE_MS',
    kind: 'integer',
    default: '60000',
    does: 'Longest wait for a connection, for the head of an answer and for its next bytes, in ms',
  },
  ingest_deadline_ms: {
    env: 'INGEST_DEADLINE_MS',
    kind: 'integer',
    default: '1800000',
    does: 'Longest time for one whole answer, in ms',
  },
  ingest_wait_ms: {
    env: 'INGEST_WAIT_MS',
    kind: 'integer',
    default: '900000',
    does: 'Longest Retry-After of a publisher that a run waits for, in ms; longer ones end it',
  },
  ingest_answer_bytes: {
    env: 'INGEST_ANSWER_BYTES',
    kind: 'integer',
    default: '1073741824',
    does: 'Largest answer that is taken, in bytes',
  },
  openstates_people_url: {
    env: 'OPENSTATES_PEOPLE_URL',
    kind: 'url',
    default: '',
    does: 'Address of the people repository of Open States; empty: the public one',
  },
  openstates_bulk_url: {
    env: 'OPENSTATES_BULK_URL',
    kind: 'url',
    default: '',
    does: 'Address of the bulk data of Open States; empty: the public one',
  },
  legiscan_url: {
    env: 'LEGISCAN_URL',
    kind: 'url',
    default: '',
    does: 'Address of the LegiScan API; empty: the public one',
  },
  legiscan_api_key: {
    env: 'LEGISCAN_API_KEY',
    kind: 'secret',
    default: '',
    does: 'Key of the LegiScan API',
  },
  legiscan_states: {
    env: 'LEGISCAN_STATES',
    kind: 'list',
    default: '',
    does: 'Postal codes of the places that are fetched from LegiScan, such as MI,GA,US; empty: all',
  },
  legiscan_queries_per_month: {
    env: 'LEGISCAN_QUERIES_PER_MONTH',
    kind: 'integer',
    default: '30000',
    does: 'Queries that the LegiScan key allows in a month; a run makes its share of them and no more',
  },
  govinfo_url: {
    env: 'GOVINFO_URL',
    kind: 'url',
    default: '',
    does: 'Address of the bulk data of GovInfo; empty: the public one',
  },
  house_clerk_url: {
    env: 'HOUSE_CLERK_URL',
    kind: 'url',
    default: '',
    does: 'Address of the roll calls of the House Clerk; empty: the public one',
  },
  senate_lis_url: {
    env: 'SENATE_LIS_URL',
    kind: 'url',
    default: '',
    does: 'Address of the roll calls of the Senate; empty: the public one',
  },
  congress_legislators_url: {
    env: 'CONGRESS_LEGISLATORS_URL',
    kind: 'url',
    default: '',
    does: 'Address of the congress-legislators files; empty: the public one',
  },
  federal_register_url: {
    env: 'FEDERAL_REGISTER_URL',
    kind: 'url',
    default: '',
    does: 'Address of the Federal Register API; empty: the public one',
  },
  regulations_gov_url: {
    env: 'REGULATIONS_GOV_URL',
    kind: 'url',
    default: '',
    does: 'Address of the regulations.gov API; empty: the public one',
  },
  regulations_gov_api_key: {
    env: 'REGULATIONS_GOV_API_KEY',
    kind: 'secret',
    default: '',
    does: 'Key of the regulations.gov API (api.data.gov)',
  },
  bill_text_budget: {
    env: 'BILL_TEXT_BUDGET',
    kind: 'integer',
    default: '2000',
    does: 'Most texts of bills that one run asks for at the addresses that bills name',
  },
  ocd_divisions_url: {
    env: 'OCD_DIVISIONS_URL',
    kind: 'url',
    default: '',
    does: 'Address of the Open Civic Data division ids; empty: the public one',
  },
} as const satisfies Record<string, Definition>
