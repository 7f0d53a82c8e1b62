/** A table with rows of accounts, and how its rows are exported. */
export type OwnedTable = {
  readonly table: string
  /** The condition on a row `t` of the account $1. */
  readonly of: string
  /** The columns, with their types, that order the rows of an account. */
  readonly key: readonly (readonly [string, 'bigint' | 'date' | 'text' | 'integer'])[]
  /** Columns that are not exported: secrets, hashes, and what only this service needs. */
  readonly left_out?: readonly string[]
  /** Exported only for callers with the scope `leads`. */
  readonly is_contact?: true
}

const OWN = 't.account_id = $1'
const ID = [['id', 'bigint']] as const
const inside = (column: string, table: string): string =>
  `t.${column} IN (SELECT id FROM ${table} WHERE account_id = $1)`
const ofDelivery = `t.delivery_key IN (SELECT key FROM webhook.delivery
  WHERE endpoint_id IN (SELECT id FROM webhook.endpoint WHERE account_id = $1))`

/** What an export has of an account, in this order. A test refuses a table that is neither here nor below. */
export const ownedTables: readonly OwnedTable[] = [
  { table: 'account.account', of: 't.id = $1', key: ID },
  { table: 'account.user', of: OWN, key: ID, left_out: ['recipient'] },
  { table: 'account.invitation', of: OWN, key: ID, left_out: ['recipient', 'sha256'] },
  { table: 'account.token', of: OWN, key: ID, left_out: ['sha256'] },
  { table: 'account.audit_entry', of: OWN, key: ID },
  { table: 'account.bill_sheet', of: OWN, key: ID },
  { table: 'account.bill_sheet_item', of: inside('sheet_id', 'account.bill_sheet'), key: ID },
  { table: 'account.stakeholder_page', of: OWN, key: ID, left_out: ['preview_key'] },
  {
    table: 'account.page_logo',
    of: inside('page_id', 'account.stakeholder_page'),
    key: [['page_id', 'bigint']],
  },
  { table: 'account.page_slug', of: OWN, key: [['slug', 'text']] },
  { table: 'account.scorecard', of: OWN, key: ID },
  { table: 'account.widget', of: OWN, key: ID, left_out: ['form_key', 'sha256', 'former_sha256'] },
  {
    table: 'account.widget_day',
    of: inside('widget_id', 'account.widget'),
    key: [
      ['widget_id', 'bigint'],
      ['day', 'date'],
    ],
  },
  { table: 'account.lead', of: OWN, key: ID, left_out: ['recipient', 'confirm_sha256'], is_contact: true },
  { table: 'account.lead_count', of: OWN, key: ID },
  { table: 'account.lookup_month', of: OWN, key: [['month', 'date']] },
  { table: 'account.credit_balance', of: OWN, key: [['account_id', 'bigint']] },
  { table: 'account.credit_entry', of: OWN, key: ID },
  { table: 'account.request_count', of: OWN, key: ID },
  { table: 'account.answer_day', of: OWN, key: [['day', 'date']] },
  {
    table: 'alerts.recipient',
    of: OWN,
    key: ID,
    left_out: ['address', 'link_key', 'confirm_sha256'],
  },
  { table: 'alerts.subscription', of: OWN, key: ID, left_out: ['feed_sha256', 'start'] },
  {
    table: 'alerts.watched_bill',
    of: inside('subscription_id', 'alerts.subscription'),
    key: [
      ['subscription_id', 'bigint'],
      ['bill_id', 'bigint'],
    ],
  },
  {
    table: 'alerts.item',
    of: inside('recipient_id', 'alerts.recipient'),
    key: ID,
    left_out: ['action_words'],
  },
  // The texts have links that end a subscription without a further question.
  { table: 'alerts.digest', of: OWN, key: ID, left_out: ['text', 'html'] },
  {
    table: 'webhook.endpoint',
    of: OWN,
    key: ID,
    left_out: ['secrets', 'headers', 'start', 'lease_token', 'lease_until', 'lease_holder'],
  },
  { table: 'webhook.delivery', of: inside('endpoint_id', 'webhook.endpoint'), key: [['key', 'text']] },
  {
    table: 'webhook.attempt',
    of: ofDelivery,
    key: [
      ['delivery_key', 'text'],
      ['attempt', 'integer'],
    ],
  },
  { table: 'webhook.replay', of: inside('endpoint_id', 'webhook.endpoint'), key: ID },
  {
    table: 'webhook.tracked_bill',
    of: inside('endpoint_id', 'webhook.endpoint'),
    key: [
      ['endpoint_id', 'bigint'],
      ['bill_id', 'bigint'],
    ],
  },
  { table: 'webhook.follow', of: OWN, key: [['bill_id', 'bigint']] },
  { table: 'webhook.notice', of: OWN, key: ID },
  { table: 'webhook.removed_endpoint', of: OWN, key: ID },
  { table: 'webhook.event', of: OWN, key: ID, left_out: ['body'] },
]

/** Rows of accounts that no export has, with the reason. They are deleted with the account like the others. */
export const notExported: Readonly<Record<string, string>> = {
  'account.console_session': 'ids of sign-ins, as hashes',
  'account.idempotency': 'answers that are repeated for a day',
  'account.lookup_reservation': 'lookups under way',
  'account.mail': 'mails that wait, with their links; what was sent has no text',
  'alerts.mail': 'mails that wait, with their links; what was sent has no text',
}

/** Tables of these schemas without rows of an account, with the reason. */
export const notOwned: Readonly<Record<string, string>> = {
  'account.deleted_account': 'ids of accounts that are gone',
  'account.mail_recipient': 'the wish of a person, over all accounts, as a hash',
  'account.mail_link': 'links of mails of all accounts, as hashes',
  'account.invitation_mail': 'how often an address was invited, over all accounts, as a hash',
  'account.sign_in_link': 'links of an address, over all accounts, as hashes',
  'alerts.change': 'events of the log',
  'alerts.deferred_event': 'events of the log',
  'alerts.parked_event': 'events of the log',
  'alerts.hold': 'the state of the service',
  'alerts.position': 'the state of the service',
  'alerts.merged_bill': 'merges of bills',
  'alerts.suppression': 'addresses that get no mail, over all accounts, as hashes',
  'webhook.deferred_event': 'events of the log',
  'webhook.parked_event': 'events of the log',
  'webhook.position': 'the state of the service',
  'webhook.merged_bill': 'merges of bills',
}
